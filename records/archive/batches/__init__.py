"""Batches: one upload of many matches, received at once and ingested by a worker."""

from records.archive.batches.control import find, visible_to
from records.archive.batches.progress import complete, entries_of, files_of, noteworthy, progress_of, report
from records.archive.batches.receiving import receive, received, store

__all__ = [
    "complete",
    "entries_of",
    "files_of",
    "find",
    "noteworthy",
    "progress_of",
    "receive",
    "received",
    "report",
    "store",
    "visible_to",
]
