"""A round as a GIF to send to friends: drawn once by a worker, kept for a day."""

from records.archive.round_gifs.making import ask, download, latest

__all__ = ["ask", "download", "latest"]
