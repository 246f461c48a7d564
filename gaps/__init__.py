"""What readers asked that the writing does not answer."""
