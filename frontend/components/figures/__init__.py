"""Figures as bars: those of a club, and of a player beside the club."""
