"""The API of an event's penalties."""
