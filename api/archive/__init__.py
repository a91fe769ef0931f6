"""Resources of matches and what is done with them."""
