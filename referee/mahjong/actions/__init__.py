"""What moves do to a round, after the rules have checked them."""
