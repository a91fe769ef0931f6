"""The tables of an event in their order, each with its match, its result and the rulings on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from records.archive.matches.models import Match
from records.tournament.events.models import Event, EventRound, Ruling, Stage, Table
from records.tournament.events.overview.results import results_of
from referee.tournament.ranking.seat_scores import SeatScores
from referee.tournament.ranking.table_result import TableResult

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
