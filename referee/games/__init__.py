"""The games, one folder each. A folder that gives ``GAME`` is a game; nothing else lists it."""
