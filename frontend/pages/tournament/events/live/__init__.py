"""The public page of an event, which follows what happens: its parts, its version, its schedule."""
