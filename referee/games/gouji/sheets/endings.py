"""In which ways a round may have ended, by who went out in which order and who was placed from the bottom (GJ-6.1, GJ-6.2); and
which scores are possible where not all places are known (GJ-6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from referee.games.gouji.rulebook import GJ, Scoring
from referee.games.gouji.rules.places import revolted_place, scores
from referee.games.gouji.table.seats import ALL, BIT, COUNT, SEATS, TEAM
from referee.games.gouji.table.table import FALSE, FINISHED, MUFFLED

ENDS = GJ["GJ-6.1"]

Leaving = tuple[int, str]
"""A seat that was out, and in which way."""
Ending = tuple[list[int], tuple[Leaving, ...]]
"""The places of a round, first to last, and who was out in which order."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What is noted of how a round ended.

    ``front``: the seats that were not placed in another way, first to last. ``muffles``: who was muffled, each with who did it
    (-1: not known). ``false``: who was placed last by a ruling or for a false burn. ``side_out``: when the round is over.
    """

    front: tuple[int, ...]
    revolted: tuple[int, ...]
    muffles: tuple[tuple[int, int], ...]
    false: tuple[int, ...]
    side_out: str


def endings(noted: Noted) -> Iterator[Ending]:
    """Every way in which the round may have gone: its places, first to last, and who was out in which order.

    Those of the front go out in their order until the round is over, and those left take the free places (GJ-6.1).
    """
    playing = ALL & ~sum([BIT[seat] for seat in noted.revolted])
    return _on(noted, playing, noted.revolted[-1] if noted.revolted else -1, (), 0, 0, 0)


def _on(noted: Noted, playing: int, last: int, gone: tuple[Leaving, ...], out: int, muffled: int, false: int) -> Iterator[Ending]:
    """The same from where so many are out, muffled, and placed last."""
    all_below = muffled == len(noted.muffles) and false == len(noted.false)
    while not _over(playing, noted.side_out):
        if not all_below:
            yield from _below(noted, playing, gone, out, muffled, false)
        if out == len(noted.front):
            return
        last = noted.front[out]
        playing, gone, out = playing & ~BIT[last], (*gone, (last, FINISHED)), out + 1
    if all_below:
        yield _places(noted, out, last), gone


def _below(noted: Noted, playing: int, gone: tuple[Leaving, ...], out: int, muffled: int, false: int) -> Iterator[Ending]:
    """The ways on which somebody is placed from the bottom next."""
    if muffled < len(noted.muffles):
        seat, by = noted.muffles[muffled]
        left, now = playing & ~BIT[seat], (*gone, (seat, MUFFLED))
        if by < 0 or playing & BIT[by]:
            yield from _on(noted, left, seat, now, out, muffled + 1, false)
            if by >= 0 and noted.front[out : out + 1] == (by,):  # one set does both
                yield from _on(noted, left & ~BIT[by], by, (*now, (by, FINISHED)), out + 1, muffled + 1, false)
    if false < len(noted.false):
        seat = noted.false[false]
        yield from _on(noted, playing & ~BIT[seat], seat, (*gone, (seat, FALSE)), out, muffled, false + 1)


def _over(playing: int, side_out: str) -> bool:
    return COUNT[playing] <= 1 or side_out == "end" and not (playing & TEAM[0] and playing & TEAM[1])


def _places(noted: Noted, out: int, last: int) -> list[int]:
    """The places where so many of the front are out, and this seat was the last to leave (GJ-6.1, GJ-6.2)."""
    rest = sorted(noted.front[out:], key=lambda seat: (seat - last - 1) % 6)
    from_below = [*reversed([seat for seat, _ in noted.muffles]), *reversed(noted.false)]
    order = [*noted.front[:out], *rest, *from_below]
    for seat in noted.revolted:
        order.insert(revolted_place(order, seat) - 1, seat)
    return order


@lru_cache(maxsize=4096)
def possible_scores(places: tuple[int, ...], scoring: Scoring) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The scores of both sides that some order with these places gives; -1 is a place that is not known (GJ-6.3)."""
    missing = [seat for seat in range(6) if seat not in places]
    free = [at for at, seat in enumerate(places) if seat < 0]
    ours, theirs = ([seat for seat in missing if seat % 2 == side] for side in (0, 1))
    found = {tuple(scores(_filled(places, at, free, ours, theirs), scoring).items()) for at in combinations(free, len(ours))}
    return tuple(sorted(found))


def _filled(
    places: Sequence[int], taken: Sequence[int], free: Sequence[int], ours: Sequence[int], theirs: Sequence[int]
) -> list[int]:
    order, left = list(places), iter(theirs)
    for at in free:
        order[at] = ours[taken.index(at)] if at in taken else next(left)
    return order


def text(places: Sequence[int]) -> str:
    """Places as a record writes them, with ``?`` for one that is not known."""
    return " ".join(SEATS[seat] if seat >= 0 else "?" for seat in places)
