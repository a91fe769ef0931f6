"""The events of a club."""
