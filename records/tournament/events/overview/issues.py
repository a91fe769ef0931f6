"""What is unresolved at an event: findings without a ruling, names that mean nobody, matches without a stage."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple, cast

import referee
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import Match
from records.archive.matches.replay import record_of
from records.tournament.events.models import Event, Stage
from records.tournament.events.overview.tables import TableOverview
from records.tournament.tables.match_assignment import fitting, stage_for
from referee.tournament.ranking.rulings import FindingKey
from referee.tournament.ranking.table_result import TableResult

MENTIONED = 200
"""How many matches without a stage are listed at most."""


class Issue(NamedTuple):
    """Something to resolve before the results can be final: ``kind`` says what, the other fields where.

    ``names`` are those that a table is unclear about. ``finding`` is set where a ruling answers it, ``appeal`` where an arbiter
    has to answer an appeal.
    """

    kind: str
    table: TableOverview | None = None
    match: Match | None = None
    finding: FindingKey | None = None
    document: dict[str, Any] | None = None
    names: tuple[str, ...] = ()
    appeal: Any = None

    @property
    def waits_for_a_person(self) -> bool:
        """Whether somebody has to decide something here: not where a table is still to be played or a verdict to come."""
        return self.kind not in ("no-match", Match.State.PENDING, Match.State.JUDGING)

    @property
    def since(self) -> datetime:
        """Since when it waits for a person: when the appeal was made, or the match came in."""
        if self.appeal is not None:
            return cast(datetime, self.appeal.at)
        assert self.match is not None, self.kind
        return self.match.created_at


def issues_at(table: TableOverview, entrant_names: dict[str, str], house: frozenset[str]) -> Iterable[Issue]:
    """What is unresolved at a table. ``entrant_names``: the entrants whom the names at the tables mean; ``house``: the names of
    those who sit for the house."""
    match = table.match
    if match is None or table.result is None:
        yield Issue("no-match", table)
        return
    if match.state != Match.State.JUDGED:
        yield Issue(match.state, table, match)
    if match.current_judgement is not None:
        yield from _of_verdict(table, match, match.current_judgement, table.result)
    yield from _of_names(table, match, entrant_names, house)


def _of_verdict(table: TableOverview, match: Match, judgement: Judgement, result: TableResult) -> Iterable[Issue]:
    if judgement.status == "unreadable":
        yield Issue("unreadable", table, match)
        return
    for key, finding in result.unanswered.items():
        yield Issue("finding", table, match, key, dict(finding))
    for ruling in result.missing:
        yield Issue("ruling", table, match, ruling.finding)
    silent = {key.round for key in result.unanswered}
    for number in result.without_score:
        if number not in silent:
            yield Issue("no-score", table, match, FindingKey(number))


def _of_names(table: TableOverview, match: Match, entrant_names: dict[str, str], house: frozenset[str]) -> Iterable[Issue]:
    assert table.scores is not None
    names = sorted(table.scores.names)
    if unknown := tuple(name for name in names if name not in entrant_names and name not in house):
        yield Issue("unknown-name", table, match, names=unknown)
    known = [entrant_names[name] for name in names if name in entrant_names]
    twice = sorted({one for one in known if known.count(one) > 1})
    if table.scores.twice or twice:
        yield Issue("same-name", table, match, names=(*sorted(table.scores.twice), *twice))
    if not names:
        yield Issue("no-names", table, match)


def unplaced(event: Event, stages: Iterable[Stage]) -> list[Match]:
    """Matches whose tags fit the event and none of its stages."""
    stages = list(stages)
    waiting_for_a_stage = fitting(event).select_related("current_judgement").defer("source", "current_judgement__verdict")
    return [match for match in waiting_for_a_stage.order_by("created_at", "id")[:MENTIONED] if not stage_for(stages, match.stage)]


def records_of(matches: Iterable[Match]) -> dict[Any, referee.Record | referee.NotationError]:
    """The records of matches, by match."""
    stored = Match.objects.filter(pk__in={match.pk for match in matches}).only("source", "first_line", "form")
    return {match.pk: record_of(match) for match in stored}
