"""What the audit log holds of matches: seals of their verdicts, digests of what is deleted, and the checks against both."""

from records.archive.matches.seals.sealing import seal_verdicts

__all__ = ["seal_verdicts"]
