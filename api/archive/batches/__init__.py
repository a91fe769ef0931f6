"""Uploads of many matches at once: their progress and their report."""
