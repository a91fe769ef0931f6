"""Match assignment: which match belongs to which table of an event, by the match's tags or by hand.

Matches attach where they are stored, and once more whenever an event is made or changed, under the event's lock: of two
uploads at once the second sees where the first has sat down. What was taken out by hand stays out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet
from django.dispatch import receiver

from records.archive.matches.deletion import that_count
from records.archive.matches.models import Match, MatchSeat
from records.archive.matches.uploading import matches_stored
from records.archive.players.aliases import key_of
from records.core.db import PAGE
from records.core.db.fields import LINE
from records.core.entered_text import shown_form
from records.tournament.events.entrants import add_names
from records.tournament.events.lock import changed
from records.tournament.events.models import Event, EventRound, Stage, Table
from records.tournament.tables.planned_seats import seats_of


@receiver(matches_stored)
def attach_new(sender: Any, club_id: int | None, matches: Sequence[Match], placed: bool = False, **kwargs: Any) -> None:
    """Receiver that attaches newly stored matches to the events of their club that they fit, unless they are ``placed``."""
    tags = {match.event for match in matches if match.event}
    if club_id is None or placed or not tags:
        return
    events = Event.objects.filter(club_id=club_id, tag__in=tags).select_for_update().order_by("pk")
    for event in events:
        attach(event, [match for match in matches if fits(event, match)])


def attach_waiting(event: Event) -> int:
    """Attach every match of the club that fits an event and is at none of its tables; returns their number. The event is locked
    already."""
    # Locked: of somebody who deletes one meanwhile either sees it at its table, or it is seen here to be gone.
    waiting = list(fitting(event).select_for_update(of=("self",), no_key=True))
    return attach(event, waiting)


def fitting(event: Event) -> QuerySet[Match]:
    """The matches of the club whose tags fit an event and that are neither at its tables nor excluded."""
    matches = Match.objects.filter(club_id=event.club_id, event=event.tag).defer("source")
    if not event.tag:
        return matches.none()
    if event.game:
        matches = matches.filter(game=event.game)
    vague = Q(date="") | Q(date__contains="?")
    if event.starts:
        matches = matches.filter(vague | Q(date__gte=event.starts))
    if event.ends:
        matches = matches.filter(vague | Q(date__lte=event.ends))
    attached = Table.objects.filter(event=event, match__isnull=False).values("match")
    return matches.exclude(pk__in=attached).exclude(pk__in=event.excluded_matches.values("match"))


def fits(event: Event, match: Match) -> bool:
    """Whether a match's tags fit an event: the same conditions as in ``fitting``."""
    vague = not match.date or "?" in match.date
    in_time = vague or (event.starts <= match.date and (not event.ends or match.date <= event.ends))
    return bool(event.tag) and match.event == event.tag and event.game in ("", match.game) and in_time


def stage_for(stages: Iterable[Stage], tag: str) -> Stage | None:
    """The stage with this tag, else the stage without a tag, else None."""
    by_tag = {stage.tag: stage for stage in stages}
    return by_tag.get(tag) or by_tag.get("")


def attach(event: Event, matches: Collection[Match]) -> int:
    """Attach matches to tables of an event, the earliest first; returns how many found a stage. Of a match with several versions
    the one that counts is attached."""
    stages = list(event.stages.all())
    by_stage: dict[int, tuple[Stage, list[Match]]] = {}
    for match in sorted(that_count(matches), key=lambda match: (match.date, match.created_at, match.ordinal, match.sha256)):
        stage = stage_for(stages, match.stage)
        if stage is not None:
            by_stage.setdefault(stage.pk, (stage, []))[1].append(match)
    names = names_of([match.pk for _, going in by_stage.values() for match in going])
    for stage, going in by_stage.values():
        _assign_tables(event, stage, going, names)
    if by_stage:
        changed(event.pk)
    if event.open:
        add_names(event, [name for sitting in names.values() for name in sitting])
    return sum(len(going) for _, going in by_stage.values())


def names_of(match_ids: Sequence[Any]) -> dict[Any, list[str]]:
    """The names in each match, as its record has them."""
    names: dict[Any, list[str]] = {}
    for start in range(0, len(match_ids), PAGE):
        rows = MatchSeat.objects.filter(match__in=match_ids[start : start + PAGE]).values_list("match", "name")
        for match, name in rows.order_by("id"):
            names.setdefault(match, []).append(name)
    return names


@dataclass
class SeatingPlan:
    """The tables of a stage: which of them have a match in which round, who sits there, and who is planned to."""

    tables: dict[int, dict[str, Table]] = field(default_factory=dict)
    sitting: dict[int, set[str]] = field(default_factory=dict)
    planned: dict[tuple[int, str], set[int]] = field(default_factory=dict)
    """The entrants who are to sit at a table, by round and name."""
    entrants: dict[str, int] = field(default_factory=dict)
    """The entrant whom a name key means; read only where there is a plan."""

    def place(self, name: str, people: set[str]) -> tuple[int, str]:
        """The table that is planned for these people; else the first round in which none of them plays and the table is free,
        without a name the first free table for which nobody is planned."""
        if planned := self._planned_for(name, people):
            return planned
        number = 1
        while self.sitting.get(number, set()) & people or (name and self._is_taken(number, name)):
            number += 1
        return number, name or self._free_table(number)

    def _planned_for(self, name: str, people: set[str]) -> tuple[int, str] | None:
        """The earliest table without a match, of this name where it has one, at which more than half of these people are to
        sit."""
        known = {entrant for one in people if (entrant := self.entrants.get(key_of(one)))}
        for number, table in sorted(self.planned, key=lambda at: at[0]):
            most = 2 * len(known & self.planned[number, table]) > len(people)
            free = not self._is_taken(number, table) and not self.sitting.get(number, set()) & people
            if most and free and name in ("", table):
                return number, table
        return None

    def _is_taken(self, number: int, name: str) -> bool:
        table = self.tables.get(number, {}).get(name)
        return table is not None and table.match_id is not None

    def _free_table(self, number: int) -> str:
        name = 1
        while self._is_taken(number, str(name)) or (number, str(name)) in self.planned:
            name += 1
        return str(name)


def seating_plan_of(stage: Stage) -> SeatingPlan:
    """The seating plan of a stage, read from the database."""
    plan = SeatingPlan()
    rows = list(Table.objects.filter(round__stage=stage).select_related("round"))
    names = names_of([table.match_id for table in rows if table.match_id])
    for table in rows:
        plan.tables.setdefault(table.round.number, {})[table.name] = table
        plan.sitting.setdefault(table.round.number, set()).update(names.get(table.match_id, []))
    seated = seats_of(rows)
    plan.planned = {
        (table.round.number, table.name): {entrant.pk for entrant in seated[table.pk].values()}
        for table in rows
        if table.pk in seated
    }
    if plan.planned:
        plan.entrants = dict(stage.event.aliases.values_list("key", "entrant"))
    return plan


def _assign_tables(event: Event, stage: Stage, matches: Sequence[Match], names: dict[Any, list[str]]) -> None:
    plan = seating_plan_of(stage)
    rounds = {round_.number: round_ for round_ in stage.rounds.all()}
    new: list[Table] = []
    filled: list[Table] = []
    for match in matches:
        people = {name for name in names.get(match.pk, []) if name}
        number, name = plan.place(shown_form(match.table), people)
        if number not in rounds:
            rounds[number] = EventRound.objects.create(stage=stage, number=number)
        table = plan.tables.setdefault(number, {}).get(name)
        if table is None:
            table = plan.tables[number][name] = Table(event=event, round=rounds[number], name=name[:LINE])
            new.append(table)
        else:
            filled.append(table)
        table.match = match
        plan.sitting.setdefault(number, set()).update(people)
    Table.objects.bulk_create(new, batch_size=PAGE)
    Table.objects.bulk_update(filled, ["match"], batch_size=PAGE)
