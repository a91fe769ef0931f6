"""The tables of an event: the round that is played, its clock, the schedule, what scorers do with tables."""
