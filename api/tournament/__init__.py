"""Resources of events and what hangs on them."""
