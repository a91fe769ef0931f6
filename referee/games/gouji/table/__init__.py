"""What lies on a table of 夠級: cards, seats, sets, the deal, the trick, and the moves that change them."""
