"""The same questions to us and to other stacks, in one run; run with `make bench-peers`."""
