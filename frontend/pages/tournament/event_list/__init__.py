"""The list of the events of the service."""
