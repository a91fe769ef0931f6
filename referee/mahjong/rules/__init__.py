"""What is legal at a mahjong table, and what a win is worth. No other package checks moves."""
