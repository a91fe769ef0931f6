"""What every game gives to the rest of the engine, and what it may give besides. Nothing here knows a game."""
