"""``python -m tests.oracle FIRST LAST``: many matches; every disagreement with the engine, and what happened how often."""

from __future__ import annotations

import sys
from collections import Counter

import referee
from tests.oracle.sichuan import play_match


def main(first: int, last: int) -> None:
    """Play and referee the matches of these seeds."""
    seen: Counter[str] = Counter()
    differing = 0
    for seed in range(first, last + 1):
        verdict = referee.verify(referee.parse(play_match(seed)))
        found = verdict.all_findings()
        differing += bool(found)
        for finding in found[:2]:
            print(seed, finding.round, finding.move, finding.code, finding.clause, finding.expected, finding.actual)
        for round_ in verdict.rounds:
            seen.update([round_.outcome, *(fan.code for win in round_.wins for fan in win.fans)])
            seen.update(line.reason for line in round_.ledger)
    print(f"{last - first + 1} matches, {differing} judged otherwise")
    print(" ".join(f"{name} {number}" for name, number in seen.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
