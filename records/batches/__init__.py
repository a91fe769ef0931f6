"""Batches: one upload of many matches, received at once and ingested by a worker."""

from records.batches.completion import end_batches as complete
from records.batches.ingestion import cancel, receive, resume
from records.batches.ingestion import sweep_batches as sweep
from records.batches.ingestion import take_in as ingest
from records.batches.progress import Progress, entries_of, files_of, noteworthy, progress_of, report
from records.batches.visibility import batch_for as find
from records.batches.visibility import batches_visible_to as visible_to

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
    "report",
    "resume",
    "sweep",
    "visible_to",
]
