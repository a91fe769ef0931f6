"""A club's webhooks and the messages that were sent."""
