"""``python -m tests.oracle FIRST LAST [FORGERY …]``: many seeds against the engine; disagreements, and what happened how often.

With names of forgeries (``all`` for every one) the matches are forged, otherwise played by the rules.
"""

from __future__ import annotations

import sys
from collections import Counter

import referee
from tests.oracle.forgery_of_records import FORGERIES, forge
from tests.oracle.sichuan_match import play_match


def played(first: int, last: int) -> None:
    """Play and referee the matches of these seeds: nothing is to be found in them."""
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


def forged(first: int, last: int, kinds: list[str]) -> None:
    """Forge the matches of these seeds: the forgery is the first thing to be found."""
    seen: Counter[str] = Counter()
    for kind in kinds:
        for seed in range(first, last + 1):
            made = forge(seed, kind)
            if made is None:
                continue
            seen[kind] += 1
            found = [(it.round, it.move, it.code) for it in referee.verify(referee.parse(made[0])).all_findings()]
            told = [finding for finding in found if finding[0] == made[1][0] or 0 < finding[0] < made[1][0]]
            if told[:1] != [made[1]]:
                print(seed, kind, "expected", made[1], "found", found[:3])
    print(" ".join(f"{name} {number}" for name, number in seen.most_common()))


if __name__ == "__main__":
    if sys.argv[3:]:
        forged(int(sys.argv[1]), int(sys.argv[2]), list(FORGERIES) if sys.argv[3:] == ["all"] else sys.argv[3:])
    else:
        played(int(sys.argv[1]), int(sys.argv[2]))
