"""``python -m scripts.bench.bulk NUMBER [JOBS …]``: times ``referee verify`` on a file of many one-round matches.

Wall time, CPU time and the memory of the largest process; this process stays small, for a child is never measured as
smaller than what started it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scripts.bench import corpus

MEBI = 1024
"""What the machine counts memory in, in MiB."""


def load() -> str:
    """The load of the machine, without which the figures mean little."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def bulk(number: int, jobs: list[int]) -> None:
    """Judge a file of one-round matches by ``referee verify``; prints wall time and memory."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "matches.ppn"
        with file.open("w", encoding="utf-8") as out:
            for text in corpus.one_round_matches(number):
                out.write(text)
        print(f"referee verify --json, {number:,} one-round matches of all games, {file.stat().st_size / 1e6:,.0f} MB; {load()}")
        for count in jobs:
            command = [sys.executable, "-m", "referee", "verify", "--json", "--no-limits", "--jobs", str(count), str(file)]
            with (Path(folder) / "verdicts").open("wb") as out:
                start = time.perf_counter()
                process = subprocess.Popen(command, stdout=out)
                _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            took, cpu = time.perf_counter() - start, used.ru_utime + used.ru_stime
            print(
                f"  --jobs {count}: {took:,.1f} s, {number / took:,.0f} matches/s; {cpu:,.1f} s of CPU, "
                f"{cpu / number * 1000:.3f} ms a match; at most {used.ru_maxrss / MEBI:.0f} MiB a process; "
                f"exit status {process.returncode}; {load()}",
                flush=True,
            )


if __name__ == "__main__":
    bulk(int(sys.argv[1]), [int(count) for count in sys.argv[2:]] or [1, 2])
