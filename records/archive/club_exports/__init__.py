"""A club's records to take away: a zip of all its matches with their verdicts and a CSV of results, made by workers."""

from records.archive.club_exports.making import ask, delete_old, run, sweep
from records.archive.club_exports.reading import download, latest, percent

__all__ = ["ask", "delete_old", "download", "latest", "percent", "run", "sweep"]
