"""Stub for a migration that imports the chunks of a results file from here; everything else imports ``published.chunks``."""

from referee.results.published.chunks import chunk_of as piece_of
from referee.results.published.chunks import first_and_last

__all__ = ["first_and_last", "piece_of"]
