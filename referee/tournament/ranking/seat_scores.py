"""The scores of the people at one table of an event, by the verdict on its match and the rulings on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.tournament.ranking.rulings import Document, FindingKey, Scores, Settled
from referee.tournament.ranking.summary import Names, Seating


class SeatScores(NamedTuple):
    """The scores of a match by the names of its players.

    ``points`` are None while a round has no score or somebody seems to sit twice. ``sides`` are those who win and lose
    together: each alone, or a team. ``upheld`` counts the broken rules that an arbiter let stand. ``twice`` are names that
    stand at two seats at once.
    """

    stage: int
    round: int
    table: str
    match: str
    points: Mapping[str, int] | None
    wins: Mapping[str, int]
    upheld: Mapping[str, int]
    sides: frozenset[frozenset[str]]
    twice: frozenset[str] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The names of all players at the table."""
        return frozenset(name for side in self.sides for name in side)

    def side_of(self, name: str) -> frozenset[str]:
        """The players on the same side, including this one."""
        return frozenset(other for side in self.sides if name in side for other in side)


def seat_scores(
    place: tuple[int, int, str],
    match: str,
    seating: Seating,
    document: Document,
    settled: Settled,
    seated: Names | None = None,
) -> SeatScores:
    """What a match gave to whom. ``place`` is stage, round and table; ``document`` the verdict or its summary, to which the
    rulings are applied; ``seated`` says who sat where better than the record."""
    names = {number: {**seating.seats, **sits, **(seated or {})} for number, sits in seating.rounds.items()}
    whole = {**seating.seats, **(seated or {})}
    scores = {**settled.rounds, **({0: settled.totals} if settled.totals is not None else {})}
    by_round = [names.get(number, whole) for number in scores] or [whole]
    twice = frozenset(name for seating in by_round for name in _twice(seating))
    unknown = settled.without_score or twice
    return SeatScores(
        *place,
        match,
        None if unknown else _points(settled.rounds, settled.totals, names, whole),
        _wins(document, names),
        _upheld(settled.upheld, names, whole),
        _sides(settled.rounds, names, whole),
        twice,
    )


def waiting(place: tuple[int, int, str], match: str, names: Iterable[str] = ()) -> SeatScores:
    """The scores of a match that has no verdict yet: only the names."""
    return SeatScores(*place, match, None, {}, {}, frozenset(frozenset({name}) for name in names if name))


def _twice(names: Names) -> set[str]:
    return {name for name, times in Counter(names.values()).items() if name and times > 1}


def _points(
    rounds: Mapping[int, Scores | None], totals: Scores | None, names: Mapping[int, Names], whole: Names
) -> dict[str, int]:
    """The sums of the rounds, or the totals if those count; every seat of a side has the side's points."""
    points: Counter[str] = Counter()
    counting = [(whole, totals)] if totals is not None else [(names[number], scores) for number, scores in rounds.items()]
    for seating, scores in counting:
        for side, many in (scores or {}).items():
            for seat in side:
                if name := seating.get(seat):
                    points[name] += many
    return dict(sorted(points.items()))


def _wins(document: Document, names: Mapping[int, Names]) -> dict[str, int]:
    """Hands won, as the verdict lists them; in a game of places, rounds in which the side scored most."""
    wins: Counter[str] = Counter()
    for round_ in document["rounds"]:
        seating, computed = names.get(round_["round"], {}), round_["scores"]["computed"]
        if round_.get("places") is None:
            seats = [win["seat"] for win in round_.get("wins", ())]
        else:
            best = max((computed or {"": 0}).values())
            first = [side for side, many in (computed or {}).items() if many == best]
            seats = list(first[0]) if len(first) == 1 else []
        wins.update(seating[seat] for seat in seats if seat in seating)
    return dict(sorted(wins.items()))


def _upheld(findings: Iterable[FindingKey], names: Mapping[int, Names], whole: Names) -> dict[str, int]:
    found = Counter(name for key in findings for seat in key.seat if (name := names.get(key.round, whole).get(seat)))
    return dict(sorted(found.items()))


def _sides(rounds: Mapping[int, Scores | None], names: Mapping[int, Names], whole: Names) -> frozenset[frozenset[str]]:
    """The players who share one score; a player whose side is not known is alone."""
    sides: set[frozenset[str]] = set()
    for number, scores in rounds.items():
        seating = names.get(number, whole)
        sides |= {frozenset(seating[seat] for seat in side if seating.get(seat)) for side in scores or {}}
    known = {name for side in sides for name in side}
    everybody = {name for seating in (whole, *names.values()) for name in seating.values() if name}
    return frozenset(side for side in sides if side) | frozenset(frozenset({name}) for name in everybody - known)
