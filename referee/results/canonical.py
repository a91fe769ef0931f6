"""Where a migration of the service looks for canonical JSON; everything else imports ``published.canonical``."""

from referee.results.published.canonical import digest, load

__all__ = ["digest", "load"]
