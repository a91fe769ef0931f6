"""Batches: one upload of many matches, received at once and ingested by a worker."""

from records.archive.batches.completion import complete
from records.archive.batches.control import cancel, resume, sweep
from records.archive.batches.ingestion import ingest
from records.archive.batches.progress import Progress, entries_of, files_of, noteworthy, progress_of, report
from records.archive.batches.receiving import receive, received, store
from records.archive.batches.visibility import find, visible_to

__all__ = [
    "Progress",
    "cancel",
    "complete",
    "entries_of",
    "files_of",
    "find",
    "ingest",
    "noteworthy",
    "progress_of",
    "receive",
    "received",
    "report",
    "resume",
    "store",
    "sweep",
    "visible_to",
]
