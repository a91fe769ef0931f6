"""The page of the statistics of an event's walls and deals."""
