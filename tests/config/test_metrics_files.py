"""What ended web processes counted stays counted, in one file however many they were."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from config.metrics_files import add_to_ended

COUNTS = """
from prometheus_client import CollectorRegistry, Histogram
import sys
histogram = Histogram("seconds", "How long.", ["route"], buckets=(1, 2), registry=CollectorRegistry())
for route in sys.argv[1:]:
    histogram.labels(route).observe(1.5)
"""


def counted(folder: Path, *routes: str) -> int:
    """Have another process count; its id."""
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    process = subprocess.Popen([sys.executable, "-c", COUNTS, *routes], env=environment)
    assert process.wait(120) == 0
    return process.pid


def figures(folder: Path) -> list[str]:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(folder))
    return sorted(line for line in generate_latest(registry).decode().splitlines() if not line.startswith("#"))


def test_ended_processes_stay_counted_in_one_file(tmp_path: Path) -> None:
    for routes in (["a", "b"], ["a"], ["c"]):
        before, pid = figures(tmp_path), counted(tmp_path, *routes)
        expected = figures(tmp_path)
        assert expected != before
        add_to_ended(tmp_path, pid)
        assert figures(tmp_path) == expected
        assert [file.name for file in tmp_path.iterdir()] == ["histogram_ended.db"]
    assert 'seconds_count{route="a"} 2.0' in figures(tmp_path)


def test_process_that_counted_nothing_leaves_no_file(tmp_path: Path) -> None:
    add_to_ended(tmp_path, 1)
    assert list(tmp_path.iterdir()) == []
