"""``python -m scripts.fuzz [TARGET …] --hours 4``: searches for inputs that break a promise of the reader or the referee.

The time is divided among the targets. What a search finds worth keeping grows in ``var/fuzz`` and is begun with the next time;
``--minimise`` takes the best of it into the repository. An input that breaks a promise is saved, with the line that repeats it,
and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from scripts.fuzz import corpus
from scripts.fuzz.targets import TARGETS, find

ROOT = Path(__file__).resolve().parents[2]
HANGS = 60
"""Seconds after which an input counts as one that hangs; a usual one takes milliseconds."""
MEMORY = 1_500
"""MiB that a search may take."""
OWN_MEMORY = ("sh", "-c", '"$@"; exit $?', "sh")
"""Begins a command whose memory is its own: Linux counts to a process what the one that started it had taken at its highest, and
a search from a process of many tests would end before its first input. The shell between them has taken little."""
LIMITS = (f"-max_len={corpus.LONGEST}", f"-timeout={HANGS}", f"-report_slow_units={HANGS}", f"-rss_limit_mb={MEMORY}")
KEPT_BYTES = 10_000
KEPT = 80
"""Inputs of a target that ``--minimise`` keeps at most: of those that together reach everything some of each size."""
_FIGURES = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+) corp: (\d+)", re.MULTILINE)


class Found(NamedTuple):
    """What a search came to: inputs tried, branches reached, inputs in the corpus; what failed, and the end of what was said."""

    tried: int
    branches: int
    corpus: int
    failed: list[Path]
    said: str
    status: int


def search(target: str, seconds: int, home: Path, *options: str, like: str = "", apart: int = 1, loud: bool = False) -> Found:
    """Search for so many seconds, after what is known has been tried once: everything, or one input in so many (``apart``).
    ``like``: begin with what another target begins with."""
    seeds, grown, crashes = home / target / "seeds", home / target / "grown", home / target / "crashes"
    for folder in (grown, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    corpus.lay_out(like or target, seeds, apart)
    before = set(crashes.iterdir())
    said = _run(
        target, *LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={crashes}/", *options, str(grown), str(seeds), loud=loud
    )
    figures = [tuple(map(int, (found[1], found[3], found[4], found[5]))) for found in _FIGURES.finditer(said.stdout)]
    tried, branches, _, kept = figures[-1] if figures else (0, 0, 0, 0)
    failed = sorted(set(crashes.iterdir()) - before)
    return Found(tried, branches, kept, failed, said.stdout[-6_000:], said.returncode)


def _run(target: str, *options: str, loud: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the process that searches; ``loud`` shows what it says meanwhile."""
    command = [*OWN_MEMORY, sys.executable, "-m", "scripts.fuzz.harness", target, *options]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ}
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            if line.startswith("INFO: Instrumenting") or "NEW" in line or "REDUCE" in line:
                continue
            lines.append(line)
            if loud:
                print(f"{target}: {line}", end="", flush=True)
    return subprocess.CompletedProcess(command, process.returncode, "".join(lines), "")


def repeat(target: str, file: Path) -> int:
    """Try one input, without the fuzzer: what it raises is shown as it is."""
    find(target).run(file.read_bytes())
    print(f"{target}: {file} breaks no promise")
    return 0


def minimise(target: str, home: Path) -> str:
    """Keep in the repository some of the inputs that together reach what all known ones reach."""
    with tempfile.TemporaryDirectory() as made:
        least, usual = Path(made), set(corpus.seeds(target))
        for number, data in enumerate(usual):
            (least / str(number)).write_bytes(data)
        known = [str(home / target / folder) for folder in ("grown", "seeds")]
        merged = _run(target, "-merge=1", *LIMITS, str(least), *known)
        if merged.returncode:
            sys.exit(merged.stdout[-2_000:])
        found = {path.read_bytes() for path in least.iterdir()} - usual
        chosen = sorted((data for data in found if len(data) <= KEPT_BYTES), key=len)
        corpus.keep(target, chosen[:: len(chosen) // KEPT + 1])
    return f"{target}: {len(corpus.kept(target))} inputs kept, {(corpus.HOME / f'{target}.zip').stat().st_size:,} bytes"


def main() -> int:
    """Search, and print what was reached. The exit status is 1 where a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="|".join(TARGETS))
    parser.add_argument("--hours", type=float, default=0)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="targets that are searched at the same time")
    parser.add_argument("--home", type=Path, default=Path(os.environ.get("REFEREE_VAR", ROOT / "var")) / "fuzz")
    parser.add_argument("--input", type=Path, help="try this input of the one target, and nothing else")
    parser.add_argument("--minimise", action="store_true", help="take the best of what was found into the repository")
    chosen = parser.parse_args()
    targets = chosen.targets or [*TARGETS]
    if chosen.input:
        return repeat(targets[0], chosen.input)
    if chosen.minimise:
        for target in targets:
            print(minimise(target, chosen.home), flush=True)
        return 0
    whole = chosen.hours * 3600 + chosen.minutes * 60 + chosen.seconds or 180
    each = max(1, int(whole * chosen.jobs / len(targets)))
    with ThreadPoolExecutor(chosen.jobs) as pool:
        started = time.monotonic()
        searches = {target: pool.submit(search, target, each, chosen.home, loud=whole > 600) for target in targets}
        return max(_print(target, searches[target].result(), time.monotonic() - started) for target in searches)


def _print(target: str, found: Found, seconds: float) -> int:
    print(f"{target:10} {found.tried:9,} inputs, {found.branches:6,} branches, {found.corpus:5,} worth keeping, {seconds:6.0f} s")
    for path in found.failed:
        print(f"  {path.name} breaks a promise; once more: python -m scripts.fuzz {target} --input {path}")
    if found.status:
        print(found.said)
    return int(bool(found.status))


if __name__ == "__main__":
    sys.exit(main())
