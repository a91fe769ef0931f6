"""The overview of an event: its tables with what came of them, standings, what is unresolved. Nothing of it is stored."""
