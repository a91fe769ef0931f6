"""What each move does to a round of 夠級: declarations, plays and burns, buying and tribute."""
