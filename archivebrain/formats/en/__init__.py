"""The same in English, which the desk speaks."""
