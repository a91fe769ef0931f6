"""The hall of an event: what its screen shows, and the calls for a referee."""
