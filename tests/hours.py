"""``python -m tests.hours 4``: proves on with other seeds until so many hours are over (``make proof HOURS=4``).

Round after round takes seeds of its own: the tests that are drawn by seeds or thought up by hypothesis, then a search for inputs
that break a promise, a sixth of the time. What fails is named at the end with its round, which ``make proof ROUND=3`` repeats.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from itertools import count

TESTS = ("pytest", "-n", "auto", "--dist", "loadfile", "-m", "seeded or hypothesis", "--hypothesis-profile=proof")
SEARCH = 1 / 6
"""Of the time a round's tests have taken and its search takes, the search's share."""


def tests(round_: int) -> bool:
    """Whether the tests of a round hold."""
    command = [sys.executable, "-m", *TESTS, f"--hypothesis-seed={round_}", f"--randomly-seed={round_}"]
    return not subprocess.run(command, env={**os.environ, "PROOF_ROUND": str(round_)}).returncode


def search(seconds: float) -> bool:
    """Whether a search, begun with what earlier ones found worth keeping, breaks no promise."""
    jobs = str(os.cpu_count() or 1)
    return not subprocess.run([sys.executable, "-m", "scripts.fuzz", "--seconds", str(seconds), "--jobs", jobs]).returncode


def main() -> int:
    """Prove; 1 where something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.hours", description=__doc__)
    parser.add_argument("hours", type=float, nargs="?", default=0.0, help="a round that has begun is brought to its end")
    parser.add_argument("--round", type=int, default=1, help="the first; it alone where no hours are given")
    asked = parser.parse_args()
    until, failed = time.monotonic() + asked.hours * 3600, list[str]()
    for round_ in count(asked.round):
        began = time.monotonic()
        print(f"round {round_}", flush=True)
        if not tests(round_):
            failed.append(f"round {round_}; once more: make proof ROUND={round_}")
        if asked.hours and not search((time.monotonic() - began) * SEARCH / (1 - SEARCH)):
            failed.append(f"the search of round {round_}, which says how to try its input once more")
        if time.monotonic() > until:
            print(f"rounds {asked.round} to {round_}, failed: {len(failed)}", *failed, sep="\n")
            return bool(failed)
    raise AssertionError("rounds have no end")


if __name__ == "__main__":
    sys.exit(main())
