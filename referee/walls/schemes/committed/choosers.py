"""By whom a wall could still have been chosen, on which conditions, and what makes that weaker than it could be (PPN-11).

Whoever knows every other input, and gives the last one, can try values until the wall suits. So each input counts only where it
was fixed before its giver could know the others.
"""

from __future__ import annotations

from referee.walls.scheme import LAST, NOBODY, SERVER, Asked
from referee.walls.schemes.committed.inputs import Inputs, time_of

SHORT = 16
"""Contributions of fewer characters can be guessed, or tried out."""


def chosen_by(asked: Asked, given: Inputs) -> str:
    """Nobody, where a beacon came after everything else was fixed; the last who contributed, together with the server, which
    knows the seed, where contributions could follow what is known; else the server."""
    if given.commit is None or not given.published or late(asked, given):
        return SERVER
    if given.contributions and not (given.beacon and given.sealed):
        return LAST
    return NOBODY if given.beacon else SERVER


def late(asked: Asked, given: Inputs) -> bool:
    """Whether the record itself says that the commitment was published when the beacon was out, or the deal begun."""
    published = given.published_at
    limits = [given.beacon_at, *map(time_of, asked.begins)]
    return published is not None and any(limit is not None and published >= limit for limit in limits)


def provided(given: Inputs, who: str) -> tuple[str, ...]:
    """What a reader has to see to, since no record can prove it of itself."""
    if who == SERVER:
        return ()
    found = ["published", "beacon-value" if given.beacon else "", "contributions" if given.contributions else ""]
    return tuple(condition for condition in found if condition)


def weaknesses(asked: Asked, given: Inputs) -> tuple[str, ...]:
    """What makes it weaker than it could be."""
    values = [value for value in given.contributions.values() if value is not None]
    found = {
        "no-commit": given.commit is None,
        "time-not-said": given.commit is not None and not given.published,
        "late": late(asked, given),
        "alone": not given.contributions and not given.beacon,
        "not-sealed": bool(given.contributions and given.beacon) and given.sealed is None,
        "short-contribution": any(len(value) < SHORT for value in values),
        "same-contribution": len(set(values)) < len(values),
        "beacon-unknown": bool(given.beacon) and given.known_beacon is None,
        "no-table": not given.table,
        "one-seed": not asked.scope,
    }
    return tuple(code for code, holds in found.items() if holds)
