"""Batches: one upload of many matches, received at once and ingested by a worker."""

from records.batches.completion import complete
from records.batches.control import cancel, resume, sweep
from records.batches.ingestion import ingest
from records.batches.progress import Progress, entries_of, files_of, noteworthy, progress_of, report
from records.batches.receiving import receive, received, store
from records.batches.visibility import find, visible_to

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
