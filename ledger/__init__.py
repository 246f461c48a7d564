"""What the author holds, since when, and on what evidence."""
