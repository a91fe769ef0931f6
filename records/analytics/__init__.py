"""The archive as Parquet files for analyses: written by a worker, every night of everything, of a club when its owners ask; and
anonymized for everybody, where a club publishes a dataset."""

from records.analytics.anonymizing import FEWEST
from records.analytics.exporting import ask, ask_nightly, delete_old, run, sweep
from records.analytics.publishing import dataset_of, files_of, publish, published, renew, withdraw
from records.analytics.reading import PlayerFigures, download, figures_of_player, figures_told, find, latest_figures, visible_to
from records.analytics.schema import PUBLISHED, TABLES, as_markdown

__all__ = [
    "FEWEST",
    "PUBLISHED",
    "TABLES",
    "PlayerFigures",
    "as_markdown",
    "ask",
    "ask_nightly",
    "dataset_of",
    "delete_old",
    "download",
    "figures_of_player",
    "figures_told",
    "files_of",
    "find",
    "latest_figures",
    "publish",
    "published",
    "renew",
    "run",
    "sweep",
    "visible_to",
    "withdraw",
]
