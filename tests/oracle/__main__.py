"""``python -m tests.oracle GAME FIRST LAST [FORGERY …]``: many seeds against the engine.

Prints the disagreements, and what happened how often. With names of forgeries (``all`` for every one) the matches are forged,
otherwise played by the rules. ``alone`` instead asks no engine: it counts what the oracle itself says of its rounds.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import referee
from tests.oracle import part
from tests.oracle.against import found_first


def played(game: Any, first: int, last: int) -> None:
    """Play and referee the matches of these seeds: nothing is to be found in them."""
    seen: Counter[str] = Counter()
    differing = 0
    for seed in range(first, last + 1):
        record = referee.parse(game.play_match(seed))
        verdict = referee.verify(record)
        found = verdict.all_findings()
        differing += bool(found)
        for finding in found[:2]:
            print(seed, finding.round, finding.move, finding.code, finding.clause, finding.expected, finding.actual)
        seen.update(str(record.rules).split())
        for round_ in verdict.rounds:
            seen.update([round_.outcome, *(fan.code for win in round_.wins for fan in win.fans)])
            seen.update(line.reason for line in round_.ledger)
    print(f"{last - first + 1} matches, {differing} judged otherwise")
    print(" ".join(f"{name} {number}" for name, number in seen.most_common()))


def alone(game: Any, first: int, last: int) -> None:
    """Play the matches of these seeds and count what happened in their rounds (``Round.counts``)."""
    seen: Counter[str] = Counter()
    for seed in range(first, last + 1):
        match = game.match(seed)
        seen.update(match.rules.split())
        for sheet in match.sheets:
            seen.update(sheet.played.counts)
    print(" ".join(f"{name} {number}" for name, number in seen.most_common()))


def forged(game: Any, first: int, last: int, kinds: list[str]) -> None:
    """Forge the matches of these seeds: the forgery is the first thing to be found."""
    seen: Counter[str] = Counter()
    for kind in kinds:
        for seed in range(first, last + 1):
            made = game.forge(seed, kind)
            if made is None:
                continue
            seen[kind] += 1
            if (told := found_first(*made)) != [made[1]]:
                print(seed, kind, "expected", made[1], "found", told)
    print(" ".join(f"{name} {number}" for name, number in seen.most_common()))


def main(game: str, first: int, last: int, *kinds: str) -> None:
    """Run what the arguments ask for."""
    if kinds == ("alone",):
        alone(part(game, "match"), first, last)
    elif kinds:
        forgery = part(game, "forgery")
        forged(forgery, first, last, list(forgery.FORGERIES) if kinds == ("all",) else list(kinds))
    else:
        played(part(game, "match"), first, last)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
