"""An event as a whole, read at once: its tables with what each gave, the standings, and what is unresolved.

Everything follows from the current verdicts and the rulings that stand; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import QuerySet

import referee
from records.arbitration import as_law
from records.arranging import rules_of
from records.attaching import fitting, stage_for
from records.event import Entrant, Event, Stage, Table
from records.judging import record_of
from records.models import Match
from records.ruling import Ruling
from records.spelling import key_of
from referee.results.played import Played, played, waiting
from referee.results.rulings import FindingKey, Settled, findings_of, settle
from referee.results.standings import Standings, standings

MENTIONED = 200
"""Matches that fit an event and found no stage, of which as many are told."""


@dataclass(frozen=True)
class Seating:
    """A table with its match, what that gave to whom, and the rulings on it, superseded ones too."""

    stage: Stage
    round: int
    table: Table
    played: Played | None
    settled: Settled | None
    rulings: Sequence[Ruling]

    @property
    def match(self) -> Match | None:
        return self.table.match

    @property
    def place(self) -> tuple[int, int, str]:
        return self.stage.number, self.round, self.table.name


class Issue(NamedTuple):
    """Something to be seen to before results can be final: ``kind`` is what, the rest where.

    ``names`` are those that a table is unclear about. ``finding`` is set where a ruling answers it.
    """

    kind: str
    seating: Seating | None = None
    match: Match | None = None
    finding: FindingKey | None = None
    said: dict[str, Any] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class EventSheet:
    """Everything about an event."""

    event: Event
    stages: Sequence[Stage]
    seatings: Sequence[Seating]
    entrants: Sequence[Entrant]
    called: dict[str, str]
    """Which entrant, by name, a name at the tables means."""

    @cached_property
    def standings(self) -> Standings:
        """Who stands where, after the last stage that was begun."""
        return self.standings_after(None)

    def standings_after(self, last: int | None) -> Standings:
        """Who stands where after a stage."""
        rules = [rules_of(stage) for stage in self.stages if last is None or stage.number <= last]
        tables = [one.played for one in self.seatings if one.played and (last is None or one.stage.number <= last)]
        return standings(rules, tables, [entrant.name for entrant in self.entrants], self.called)

    @cached_property
    def issues(self) -> tuple[Issue, ...]:
        """What is unresolved, table by table in their order, then matches that found no stage."""
        found = [issue for seating in self.seatings for issue in _issues(seating, self.called)]
        return (*found, *(Issue("no-stage", match=match) for match in unplaced(self.event, self.stages)))


def sheet_of(event: Event) -> EventSheet:
    """Read an event, in as many queries whatever its size."""
    stages = list(event.stages.all())
    entrants = list(event.entrants.prefetch_related("spellings"))
    by_key = {spelling.key: entrant.name for entrant in entrants for spelling in entrant.spellings.all()}
    rulings: dict[Any, list[Ruling]] = {}
    for ruling in event.rulings.order_by("number"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    rows = sorted(tables_of(event), key=lambda table: (table.round.stage.number, table.round.number, natural(table.name)))
    seatings = [_seating(table, rulings.get(table.match_id, [])) for table in rows]
    names = {name for seating in seatings if seating.played for name in seating.played.names}
    called = {name: by_key[key] for name in sorted(names) if (key := key_of(name)) in by_key}
    return EventSheet(event, stages, seatings, entrants, called)


def tables_of(event: Event) -> QuerySet[Table]:
    """The tables of an event with their matches, records and verdicts."""
    tables = Table.objects.filter(event=event).select_related("round__stage", "match__current_judgement", "match__upload")
    return tables.prefetch_related("match__seats").defer("match__upload__source")


def natural(name: str) -> tuple[int, int, str]:
    """Tables by number where they have one, then by name."""
    return (0, int(name), name) if name.isdecimal() and len(name) < 10 else (1, 0, name)


def unplaced(event: Event, stages: Iterable[Stage]) -> list[Match]:
    """Matches that fit the event by their tags and no stage of it."""
    stages = list(stages)
    waiting_for_a_stage = fitting(event).select_related("current_judgement", "upload").defer("source", "upload__source")
    return [match for match in waiting_for_a_stage.order_by("created_at", "id")[:MENTIONED] if not stage_for(stages, match.stage)]


def _seating(table: Table, rulings: list[Ruling]) -> Seating:
    stage, round_ = table.round.stage, table.round.number
    place = (stage.number, round_, table.name)
    match = table.match
    if match is None:
        return Seating(stage, round_, table, None, None, ())
    record = record_of(match)
    judgement = match.current_judgement
    if judgement is None or isinstance(record, referee.NotationError):
        names = [*table.seated.values()] or [seat.name for seat in match.seats.all()]
        settled = settle(judgement.verdict) if judgement else None
        return Seating(stage, round_, table, waiting(place, str(match.pk), names), settled, rulings)
    laws = [as_law(ruling) for ruling in rulings]
    at_table = played(place, str(match.pk), record, judgement.verdict, laws, table.seated)
    return Seating(stage, round_, table, at_table, settle(judgement.verdict, laws), rulings)


def _issues(seating: Seating, called: dict[str, str]) -> Iterable[Issue]:
    match = seating.match
    if match is None or seating.played is None:
        yield Issue("no-match", seating)
        return
    if match.state != Match.State.JUDGED:
        yield Issue(match.state, seating, match)
    if match.current_judgement is not None and seating.settled is not None:
        yield from _of_verdict(seating, match, seating.settled)
    yield from _of_names(seating, match, called)


def _of_verdict(seating: Seating, match: Match, settled: Settled) -> Iterable[Issue]:
    assert match.current_judgement is not None
    if match.current_judgement.status == "unreadable":
        yield Issue("unreadable", seating, match)
        return
    findings = findings_of(match.current_judgement.verdict)
    for key in settled.unanswered:
        yield Issue("finding", seating, match, key, findings[key])
    for ruling in settled.missing:
        yield Issue("ruling", seating, match, ruling.finding)
    silent = {key.round for key in settled.unanswered}
    for number in settled.without_score:
        if number not in silent:
            yield Issue("no-score", seating, match, FindingKey(number))


def _of_names(seating: Seating, match: Match, called: dict[str, str]) -> Iterable[Issue]:
    assert seating.played is not None
    names = sorted(seating.played.names)
    if unknown := tuple(name for name in names if name not in called):
        yield Issue("unknown-name", seating, match, names=unknown)
    known = [called[name] for name in names if name in called]
    twice = sorted({one for one in known if known.count(one) > 1})
    if seating.played.twice or twice:
        yield Issue("same-name", seating, match, names=(*sorted(seating.played.twice), *twice))
    if not names:
        yield Issue("no-names", seating, match)
