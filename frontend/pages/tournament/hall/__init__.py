"""The hall of an event: the screen for everybody, the clock and the calls for who works there, the call from a table."""
