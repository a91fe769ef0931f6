"""Stub for a migration that imports canonical JSON from here; everything else imports ``published.canonical``."""

from referee.results.published.canonical import digest, load

__all__ = ["digest", "load"]
