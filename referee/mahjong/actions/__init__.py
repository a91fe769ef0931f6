"""What moves do to a round, once the rules were asked what is wrong with them."""
