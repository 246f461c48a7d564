"""Pages of HTML as trees: what of them a reader sees, and the Markdown that says the same."""
