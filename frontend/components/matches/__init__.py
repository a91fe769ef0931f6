"""What pages show of matches: their addresses, titles and lists."""
