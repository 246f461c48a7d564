"""One script for each stack, run by the stack's own Python; none is imported by the project."""
