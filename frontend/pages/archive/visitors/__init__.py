"""What visitors dropped: the matches of a file, and deleting them."""
