"""What is legal at a mahjong table, and what a win is worth. The only room that finds fault with a move."""
