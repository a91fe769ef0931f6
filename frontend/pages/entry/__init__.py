"""A match entered by hand."""
