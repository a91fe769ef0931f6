"""Clubs and the people in them."""
