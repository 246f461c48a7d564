"""Web pages as their authors' blogs show them: the work on a page, and what is said of it."""
