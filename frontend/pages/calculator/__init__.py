"""What a hand is worth."""
