"""What a drawing is worth: how often people meet again, have a seat or a table again, sit with team-mates, sit out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from records.tournament.seating.drawing.task import Person, Round


class DrawCounts(NamedTuple):
    """The figures that are published with a drawing, of its rounds and those before it together."""

    people: int
    tables: int
    repeats: int
    """Meetings beyond the first, over all pairs; to sit on one side with a team-mate is none."""
    most: int
    """How often the two who meet most often meet."""
    seats: int
    """How often somebody has a seat beyond their even share of the seats."""
    same_table: int
    """How often somebody comes to a table number again."""
    team_mates: int
    """Meetings of people of one team on other sides."""
    sits_out: int
    """How often whoever sits out most does so, in the rounds of this drawing."""


def counts_of(
    people: Sequence[Person], sides: Sequence[str], seats: str, rounds: Sequence[Round], before: Iterable[Round] = ()
) -> DrawCounts:
    """The figures of a drawing."""
    known = {person.key: person for person in people}
    together: Counter[tuple[int, int]] = Counter()
    at_seat: Counter[tuple[int, int]] = Counter()
    at_table: Counter[tuple[int, int]] = Counter()
    side_of = {seats.index(seat): side for side in sides for seat in side}
    mates = 0
    for fresh, tables in [*((False, one) for one in before), *((True, one) for one in rounds)]:
        for index, table in enumerate(tables):
            for seat, person in enumerate(table):
                at_seat[person, seat] += 1
                at_table[person, index] += 1
            for (a, one), (b, other) in combinations(enumerate(table), 2):
                if one in known and other in known:
                    mate = bool(known[one].team) and known[one].team == known[other].team
                    if not mate or side_of[a] != side_of[b]:
                        together[min(one, other), max(one, other)] += 1
                    mates += fresh and mate and side_of[a] != side_of[b]
    played = {key: sum(at_seat[key, seat] for seat in range(len(seats))) for key in known}
    out = [sum(all(key not in table for table in tables) for tables in rounds) for key in known]
    return DrawCounts(
        people=len(people),
        tables=max((len(tables) for tables in rounds), default=0),
        repeats=sum(times - 1 for times in together.values()),
        most=max(together.values(), default=0),
        seats=sum(max(0, at_seat[key, seat] + -played[key] // len(seats)) for key in known for seat in range(len(seats))),
        same_table=sum(times - 1 for (person, _), times in at_table.items() if person in known),
        team_mates=mates,
        sits_out=max(out, default=0),
    )
