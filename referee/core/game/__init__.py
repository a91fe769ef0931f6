"""The protocols of a game: what every game must define, and what it may define. Nothing here knows a game."""
