"""The pages of an event's penalties."""
