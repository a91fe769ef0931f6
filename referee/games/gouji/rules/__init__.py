"""What the rules of 夠級 say of a round: the only room that finds fault; who opened, who stands where, what is owed for it."""
