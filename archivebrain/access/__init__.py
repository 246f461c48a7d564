"""Who asks, how much they may ask, and the keys that let programs ask more."""
