"""A club's records to take away: a zip of all its matches with their verdicts and a CSV of results, made by workers."""

from records.archive.club_exports.making import ask
from records.archive.club_exports.reading import download, latest

__all__ = ["ask", "download", "latest"]
