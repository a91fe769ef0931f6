"""The table of 夠級: cards, seats, sets, the trick, and the moves that change them."""
