"""What pages say, in the reader's language."""
