"""The oracle of 夠級: the charter read a second time."""
