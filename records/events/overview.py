"""The overview of an event: its tables with their results, the standings, and what is unresolved.

Everything follows from the current verdicts and the rulings that stand; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import referee
from records.events.match_assignment import fitting, stage_for
from records.events.models import Entrant, Event, EventRound, Ruling, Stage, Table
from records.events.rulings import as_engine_ruling
from records.events.settings import rules_of
from records.matches.models import Judgement, Match, MatchSeat, VerdictSummary
from records.matches.replay import record_of
from records.players.name_key import key_of
from referee.results.ranking import rulings as law
from referee.results.ranking.rulings import FindingKey
from referee.results.ranking.seat_scores import SeatScores, waiting
from referee.results.ranking.standings import Standings, standings
from referee.results.ranking.summary import seating_in, summary_of
from referee.results.ranking.table_result import TableResult, from_stored_form, table_result_of

MENTIONED = 200
"""How many matches without a stage are listed at most."""


@dataclass(frozen=True)
class TableOverview:
    """A table with its match, its result, and the rulings on it, superseded ones included."""

    stage: Stage
    round: int
    table: Table
    result: TableResult | None
    rulings: Sequence[Ruling]

    @property
    def match(self) -> Match | None:
        return self.table.match

    @property
    def scores(self) -> SeatScores | None:
        """The points of everybody at the table."""
        return self.result.played if self.result else None

    @property
    def place(self) -> tuple[int, int, str]:
        return self.stage.number, self.round, self.table.name


class Issue(NamedTuple):
    """Something to resolve before the results can be final: ``kind`` says what, the other fields where.

    ``names`` are those that a table is unclear about. ``finding`` is set where a ruling answers it.
    """

    kind: str
    table: TableOverview | None = None
    match: Match | None = None
    finding: FindingKey | None = None
    document: dict[str, Any] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class EventOverview:
    """An event with everything that its pages and its results need."""

    event: Event
    stages: Sequence[Stage]
    tables: Sequence[TableOverview]
    entrants: Sequence[Entrant]
    entrant_names: dict[str, str]
    """The entrant's name for each name at the tables that means one."""
    detached_rulings: Sequence[Ruling] = ()
    """Rulings on matches that were taken out of the event: they count no more, and stay on record."""

    @cached_property
    def standings(self) -> Standings:
        """The standings after the last stage that has begun."""
        return self.standings_after(None)

    def standings_after(self, last: int | None) -> Standings:
        """The standings after a stage."""
        return self._standings(last)

    def _standings(self, last: int | None, teams: dict[str, str] | None = None) -> Standings:
        rules = [rules_of(stage) for stage in self.stages if last is None or stage.number <= last]
        tables = [one.scores for one in self.tables if one.scores and (last is None or one.stage.number <= last)]
        return standings(rules, tables, [entrant.name for entrant in self.entrants], self.entrant_names, teams)

    def undecided_after(self, last: int | None) -> list[tuple[int, int, str]]:
        """Stage, round and name of the tables without points in the stages that have begun: those that wait for a verdict, and
        those without a match. While there are any, the standings are provisional."""
        found = [one for one in self.tables if last is None or one.stage.number <= last]
        begun = max((one.stage.number for one in found if one.match), default=0)
        waiting = {(one.stage, one.round, one.table) for one in self.standings_after(last).undecided}
        empty = {one.place for one in found if one.match is None and one.stage.number <= begun}
        return [one.place for one in found if one.place in waiting | empty]

    @cached_property
    def teams(self) -> dict[str, str]:
        """The team of each entrant who has one, by name."""
        return {entrant.name: entrant.team for entrant in self.entrants if entrant.team}

    def teams_after(self, last: int | None) -> Standings | None:
        """The standings of the teams after a stage, or after the last one; None where nobody has a team."""
        return self._standings(last, self.teams) if self.teams else None

    @cached_property
    def issues(self) -> tuple[Issue, ...]:
        """Everything unresolved, table by table, then the matches without a stage."""
        found = [issue for table in self.tables for issue in _issues(table, self.entrant_names)]
        return (*found, *(Issue("no-stage", match=match) for match in unplaced(self.event, self.stages)))


def overview_of(event: Event) -> EventOverview:
    """Read an event, with the same number of queries whatever its size and without any record."""
    stages = list(event.stages.all())
    entrants = list(event.entrants.all())
    by_key = dict(event.aliases.values_list("key", "entrant__name"))
    rulings: dict[Any, list[Ruling]] = {}
    for ruling in event.rulings.order_by("number"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    rows = tables_of(event, stages)
    results = _results(rows, rulings)
    tables = [
        TableOverview(table.round.stage, table.round.number, table, results.get(table.match_id), rulings.get(table.match_id, ()))
        for table in rows
    ]
    names = {name for table in tables if table.scores for name in table.scores.names}
    entrant_names = {name: by_key[key] for name in sorted(names) if (key := key_of(name)) in by_key}
    there = {row.match_id for row in rows}
    detached = [ruling for match, theirs in rulings.items() if match not in there for ruling in theirs]
    return EventOverview(event, stages, tables, entrants, entrant_names, detached)


def tables_of(event: Event, stages: Iterable[Stage]) -> list[Table]:
    """The tables of an event in order, with rounds, matches and judgements, without records and verdicts."""
    by_stage = {stage.pk: stage for stage in stages}
    rounds = {round_.pk: round_ for round_ in EventRound.objects.filter(stage__in=by_stage)}
    tables = Table.objects.filter(event=event).select_related("match__current_judgement__summary")
    unread = ("match__source", "match__current_judgement__verdict", "match__current_judgement__summary__document")
    found = list(tables.defer(*unread))
    for table in found:
        table.round = rounds[table.round_id]
        table.round.stage = by_stage[table.round.stage_id]
    return sorted(found, key=lambda table: (table.round.stage.number, table.round.number, natural(table.name)))


def entrants_of(event: Event) -> list[Entrant]:
    """The entrants of an event, with their aliases and players."""
    return list(event.entrants.select_related("alias__player").prefetch_related("aliases"))


def records_of(matches: Iterable[Match]) -> dict[Any, referee.Record | referee.NotationError]:
    """The records of matches, by match."""
    stored = Match.objects.filter(pk__in={match.pk for match in matches}).only("source", "first_line", "form")
    return {match.pk: record_of(match) for match in stored}


def natural(name: str) -> tuple[int, int, str]:
    """A sort key for table names: by number where they have one, then by name."""
    return (0, int(name), name) if name.isdecimal() and len(name) < 10 else (1, 0, name)


def unplaced(event: Event, stages: Iterable[Stage]) -> list[Match]:
    """Matches whose tags fit the event and none of its stages."""
    stages = list(stages)
    waiting_for_a_stage = fitting(event).select_related("current_judgement").defer("source", "current_judgement__verdict")
    return [match for match in waiting_for_a_stage.order_by("created_at", "id")[:MENTIONED] if not stage_for(stages, match.stage)]


def _results(tables: Iterable[Table], rulings: Mapping[Any, Sequence[Ruling]]) -> dict[Any, TableResult]:
    """What came of the tables that have a match, by match. What follows from the match alone is stored with its judgement; the
    summary is read where there is a ruling or the seats were named by hand."""
    found: dict[Any, TableResult] = {}
    more: list[Table] = []
    for table in tables:
        stored = getattr(table.match.current_judgement, "summary", None) if table.match else None
        if stored and stored.table_result and not table.seated and table.match_id not in rulings:
            found[table.match_id] = from_stored_form(_place(table), str(table.match_id), stored.table_result)
        elif table.match:
            more.append(table)
    if more:
        ids = [table.match_id for table in more]
        summaries = _summaries([table.match.current_judgement_id for table in more if table.match])
        names: dict[Any, list[str]] = {}
        for match, name in MatchSeat.objects.filter(match__in=ids).order_by("id").values_list("match", "name"):
            names.setdefault(match, []).append(name)
        for table in more:
            laws = [as_engine_ruling(ruling) for ruling in rulings.get(table.match_id, ())]
            found[table.match_id] = _result(table, summaries.get(table.match_id), laws, names.get(table.match_id, []))
    return found


def _result(table: Table, summary: dict[str, Any] | None, laws: Sequence[law.Ruling], names: Sequence[str]) -> TableResult:
    seating = seating_in(summary) if summary else None
    if summary is None or seating is None:
        return TableResult(waiting(_place(table), str(table.match_id), table.seated.values() or names))
    return table_result_of(_place(table), str(table.match_id), seating, summary, laws, table.seated)


def _summaries(judged: Iterable[int | None]) -> dict[Any, dict[str, Any]]:
    """The summaries of these judgements, by match. Of those that were stored before there were any, worked out anew until the
    sweeper has come to them."""
    ids = {judgement for judgement in judged if judgement}
    rows = list(VerdictSummary.objects.filter(pk__in=ids).values_list("judgement", "judgement__match", "document"))
    found = {match: document for _, match, document in rows}
    if old := ids - {judgement for judgement, _, _ in rows}:
        for judgement in Judgement.objects.filter(pk__in=old).select_related("match"):
            found[judgement.match_id] = summary_of(record_of(judgement.match), judgement.verdict)
    return found


def _place(table: Table) -> tuple[int, int, str]:
    return table.round.stage.number, table.round.number, table.name


def _issues(table: TableOverview, entrant_names: dict[str, str]) -> Iterable[Issue]:
    match = table.match
    if match is None or table.result is None:
        yield Issue("no-match", table)
        return
    if match.state != Match.State.JUDGED:
        yield Issue(match.state, table, match)
    if match.current_judgement is not None:
        yield from _of_verdict(table, match, match.current_judgement, table.result)
    yield from _of_names(table, match, entrant_names)


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


def _of_names(table: TableOverview, match: Match, entrant_names: dict[str, str]) -> Iterable[Issue]:
    assert table.scores is not None
    names = sorted(table.scores.names)
    if unknown := tuple(name for name in names if name not in entrant_names):
        yield Issue("unknown-name", table, match, names=unknown)
    known = [entrant_names[name] for name in names if name in entrant_names]
    twice = sorted({one for one in known if known.count(one) > 1})
    if table.scores.twice or twice:
        yield Issue("same-name", table, match, names=(*sorted(table.scores.twice), *twice))
    if not names:
        yield Issue("no-names", table, match)
