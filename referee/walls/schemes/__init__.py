"""The schemes, a folder each; found by looking."""
