"""The files in which the web processes keep the durations of requests: those of an ended process are added up in one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prometheus_client import mmap_dict

MmapedDict: Any = mmap_dict.MmapedDict  # prometheus-client gives it no types
ENDED = "ended"
"""What stands in the place of a process's id in the name of the file for all ended ones."""


def add_to_ended(folder: Path, pid: int) -> None:
    """Add what a process counted to the file of all ended ones, and delete its own.

    Web processes are replaced now and then: a file for each that there ever was would fill the disk in the end. Called by the
    process that starts the others, so that nobody else writes to these files.
    """
    for file in folder.glob(f"*_{pid}.db"):
        ended = MmapedDict(str(file.with_name(f"{file.name.partition('_')[0]}_{ENDED}.db")))
        for key, value, timestamp, _ in list(MmapedDict.read_all_values_from_file(file)):
            before, _ = ended.read_value(key)
            ended.write_value(key, before + value, timestamp)
        ended.close()
        file.unlink()
