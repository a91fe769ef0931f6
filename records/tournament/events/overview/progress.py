"""How far an event has come: its rounds with what is in of each, and what the latest round changed in the standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from records.tournament.events.models import EventRound, Stage
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.tables import TableOverview
from referee.tournament.ranking.standings import Row

PLANNED, RUNNING, OVER = "planned", "running", "over"


class RoundOverview(NamedTuple):
    """A round of a stage with its tables; ``done`` of them have points."""

    stage: Stage
    number: int
    starts_at: datetime | None
    tables: Sequence[TableOverview]
    done: int

    @property
    def round(self) -> EventRound:
        """The round as it is stored."""
        return self.tables[0].table.round

    @property
    def state(self) -> str:
        """``over`` once every table has points, ``planned`` while none has a match and no clock was started, else ``running``."""
        if self.done == len(self.tables):
            return OVER
        begun = self.done or self.round.started_at or any(one.match for one in self.tables)
        return RUNNING if begun else PLANNED


class Change(NamedTuple):
    """What a round changed for an entrant: by how many places they rose, None where they had none before; the points it gave."""

    places: int | None
    points: Fraction

    @property
    def by(self) -> int:
        """How many places they rose or fell."""
        return abs(self.places or 0)


class LatestRound(NamedTuple):
    """The latest round of which anything counts, and what it changed, by entrant."""

    stage: Stage
    number: int
    changes: dict[str, Change]


def rounds_of(overview: EventOverview) -> list[RoundOverview]:
    """The rounds of an event in their order."""
    found: dict[tuple[int, int], list[TableOverview]] = {}
    for one in overview.tables:
        found.setdefault(one.place[:2], []).append(one)
    return [
        RoundOverview(some[0].stage, some[0].round, some[0].table.round.starts_at, some, sum(map(is_decided, some)))
        for _, some in sorted(found.items())
    ]


def is_decided(table: TableOverview) -> bool:
    """Whether a table has points."""
    return table.scores is not None and table.scores.points is not None


def current_round(rounds: Sequence[RoundOverview]) -> RoundOverview | None:
    """The round to look at now: the last one that is running, else the next one that is planned; None when all are over."""
    running = [one for one in rounds if one.state == RUNNING]
    return running[-1] if running else next((one for one in rounds if one.state == PLANNED), None)


def latest_round(overview: EventOverview) -> LatestRound | None:
    """What the latest round with points changed in the standings; None before there is one, or where it is the first."""
    counted = [one for one in overview.tables if is_decided(one)]
    latest = max(counted, key=lambda one: one.place[:2], default=None)
    if latest is None or all(one.place[:2] == latest.place[:2] for one in counted):
        return None
    before = overview.standings_before(*latest.place[:2]).rows
    changes = _changes(before, overview.standings.rows, {one.entrant for one in before if one.tables})
    return LatestRound(latest.stage, latest.round, changes)


def _changes(before: Iterable[Row], now: Iterable[Row], ranked: set[str]) -> dict[str, Change]:
    """The differences between two standings. ``ranked``: who had a place worth the name before, having played."""
    former = {row.entrant: row for row in before}
    return {
        row.entrant: Change(
            former[row.entrant].rank - row.rank if row.entrant in ranked else None,
            row.points - (former[row.entrant].points if row.entrant in former else 0),
        )
        for row in now
    }
