"""The archive as Parquet files for analyses: written by a worker, every night of everything, of a club when its owners ask."""

from records.analytics.exporting import ask, ask_nightly, delete_old, run, sweep
from records.analytics.reading import download, find, latest_figures, visible_to
from records.analytics.schema import TABLES, as_markdown

__all__ = [
    "TABLES",
    "as_markdown",
    "ask",
    "ask_nightly",
    "delete_old",
    "download",
    "find",
    "latest_figures",
    "run",
    "sweep",
    "visible_to",
]
