"""Score sheets of 夠級: rounds refereed by what was noted of them, and the sheet of a round that was recorded in full."""
