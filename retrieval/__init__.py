"""The corpus and how to find things in it; knows nothing above it."""
