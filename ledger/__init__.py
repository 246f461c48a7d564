"""What the author holds, since when, and on what evidence; its rooms open with the first position."""
