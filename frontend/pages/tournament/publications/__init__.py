"""Published results of events."""
