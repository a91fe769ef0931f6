"""What others take along of an event: its rounds as a calendar, its results as a feed, seating and results as tables."""
