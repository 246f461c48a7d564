"""Our own figures: how fast we index and search, and how well; run with `make bench`."""
