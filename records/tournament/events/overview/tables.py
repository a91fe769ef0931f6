"""The tables of an event in their order, each with its match, its result and the rulings on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from records.archive.matches.judging.models import Judgement, VerdictSummary
from records.archive.matches.models import Match, MatchSeat
from records.archive.matches.replay import record_of
from records.tournament.events.models import Event, EventRound, Ruling, Stage, Table
from records.tournament.events.rulings import as_engine_ruling
from referee.core.verdict import Checked
from referee.tournament.ranking import rulings as law
from referee.tournament.ranking.seat_scores import SeatScores, waiting
from referee.tournament.ranking.summary import seating_in, summary_of
from referee.tournament.ranking.table_result import TableResult, from_stored_form, table_result_of

UNREAD = (
    "match__source",
    "match__current_judgement__verdict",
    "match__current_judgement__summary__document",
    *(f"match__{column}" for column in ("search_event", "search_stage", "search_table", "error")),
    *(f"match__{column}" for column in ("state_since", "waiting_since", "enqueued_at", "attempts", "bulk")),
)
"""What is not fetched of the match at a table: the long columns, those to search by, and those of the queue."""


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
    def checked(self) -> Checked:
        """How many rounds of its match were checked, of how many."""
        judgement = self.match.current_judgement if self.match else None
        return judgement.checked if judgement else Checked(0, 0)

    @property
    def place(self) -> tuple[int, int, str]:
        return self.stage.number, self.round, self.table.name


def tables_with_results(event: Event, stages: Iterable[Stage], rulings: Mapping[Any, Sequence[Ruling]]) -> list[TableOverview]:
    """The tables of an event with what came of them. ``rulings``: those of the event, by match."""
    rows = tables_of(event, stages)
    results = results_of(rows, rulings)
    return [
        TableOverview(table.round.stage, table.round.number, table, results.get(table.match_id), rulings.get(table.match_id, ()))
        for table in rows
    ]


def tables_of(event: Event, stages: Iterable[Stage]) -> list[Table]:
    """The tables of an event in order, with rounds, matches and judgements, without records and verdicts."""
    by_stage = {stage.pk: stage for stage in stages}
    rounds = {round_.pk: round_ for round_ in EventRound.objects.filter(stage__in=by_stage)}
    tables = Table.objects.filter(event=event).select_related("match__current_judgement__summary")
    found = list(tables.defer(*UNREAD))
    for table in found:
        table.round = rounds[table.round_id]
        table.round.stage = by_stage[table.round.stage_id]
        if table.match is not None and table.match.is_held:  # nobody is told yet what came of it
            table.match.current_judgement, table.match.state = None, Match.State.PENDING
    return sorted(found, key=lambda table: (table.round.stage.number, table.round.number, natural(table.name)))


def natural(name: str) -> tuple[int, int, str]:
    """A sort key for table names: by number where they have one, then by name."""
    return (0, int(name), name) if name.isdecimal() and len(name) < 10 else (1, 0, name)


def results_of(tables: Iterable[Table], rulings: Mapping[Any, Sequence[Ruling]]) -> dict[Any, TableResult]:
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
