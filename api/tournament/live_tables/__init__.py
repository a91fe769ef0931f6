"""Matches that are refereed while they are played."""
