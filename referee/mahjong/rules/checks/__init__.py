"""Checks of deals and single moves: each answers a violation, or None. What holds at every table, and what some games have."""
