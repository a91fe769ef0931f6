"""What a hand is and is worth: tiles, shapes, readiness, ghosts, distances, fans."""
