"""What stands around a board: the buttons that step through the moves."""
