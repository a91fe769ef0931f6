"""Prepared queries: compiled once by Django, then run with other values, and their rows made into instances at once."""

from records.db.prepared_query.query import Placeholder, PreparedQuery, PreparedUpdate

__all__ = ["Placeholder", "PreparedQuery", "PreparedUpdate"]
