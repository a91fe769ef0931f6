"""What every page is made of: its frame, the switch of languages, pages of a list."""
