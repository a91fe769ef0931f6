"""The overview of an event: its tables with their results, the standings, and what is unresolved.

Everything follows from the current verdicts and the rulings that stand; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from records.archive.players.aliases import key_of
from records.tournament.events.models import Entrant, Event, Ruling, Stage
from records.tournament.events.overview.issues import Issue, issues_at, unplaced
from records.tournament.events.overview.placing import PlacedAppeal, PlacedPenalty, placed_appeals, placed_penalties
from records.tournament.events.overview.tables import TableOverview, tables_with_results
from records.tournament.events.settings import rules_of
from referee.core.verdict import Checked
from referee.tournament.ranking.standings import Standings, standings


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
    penalties: Sequence[PlacedPenalty] = ()
    """All penalties, cancelled ones and those that cancel included."""
    appeals: Sequence[PlacedAppeal] = ()
    """All appeals, with their answers."""
    waiting: Sequence[int] = ()
    """The stages of the appeals that are not answered."""
    by_key: Mapping[str, str] = field(default_factory=dict)
    """The entrant's name for each name key that means one."""
    outside: bool = False
    """Whether it is told to somebody outside, who is told no aliases."""
    house: frozenset[str] = frozenset()
    """The names at the tables that mean somebody who fills a seat for the house, and is ranked nowhere."""

    def shown(self, name: str) -> str:
        """A name at a table as the reader is shown it: outside the entrant's name where it means one."""
        return self.by_key.get(key_of(name), name) if self.outside else name

    @property
    def standings(self) -> Standings:
        """The standings after the last stage that has begun."""
        return self.standings_after(None)

    def standings_after(self, last: int | None) -> Standings:
        """The standings after a stage, worked out when they are first asked for."""
        if last not in self._known:
            self._known[last] = self._standings(last)
        return self._known[last]

    @cached_property
    def _known(self) -> dict[int | None, Standings]:
        return {}

    def standings_before(self, stage: int, round_: int) -> Standings:
        """The standings as they were before this round of this stage."""
        return self._standings(None, before=(stage, round_))

    def _standings(
        self, last: int | None, teams: dict[str, str] | None = None, before: tuple[int, int] | None = None
    ) -> Standings:
        rules = [rules_of(stage) for stage in self.stages if last is None or stage.number <= last]
        counted = [one for one in self.tables if before is None or one.place[:2] < before]
        tables = [one.scores for one in counted if one.scores and (last is None or one.stage.number <= last)]
        entrants = [entrant.name for entrant in self.entrants]
        given = [
            one.as_engine_penalty()
            for one in self.penalties
            if (last is None or one.place[0] <= last) and (before is None or one.place[:2] < before)
        ]
        return standings(rules, tables, entrants, self.entrant_names, teams, given if self.event.penalties_count else ())

    def undecided_after(self, last: int | None) -> list[tuple[int, int, str]]:
        """Stage, round and name of the tables without points in the stages that have begun: those that wait for a verdict, and
        those without a match."""
        found = [one for one in self.tables if last is None or one.stage.number <= last]
        begun = max((one.stage.number for one in found if one.match), default=0)
        undecided = {(one.stage, one.round, one.table) for one in self.standings_after(last).undecided}
        undecided |= {one.place for one in found if one.match is None and one.stage.number <= begun}
        return [one.place for one in found if one.place in undecided]

    def provisional_after(self, last: int | None) -> bool:
        """Whether the standings after a stage may still change: a table has no points, or an appeal is not answered."""
        waiting = any(last is None or stage <= last for stage in self.waiting)
        return waiting or bool(self.undecided_after(last))

    def checked_after(self, last: int | None) -> Checked:
        """How many rounds behind the standings after a stage were checked, of how many."""
        return Checked.together(one.checked for one in self.tables if last is None or one.stage.number <= last)

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
        found = [issue for table in self.tables for issue in issues_at(table, self.entrant_names, self.house)]
        found += [Issue("appeal", one.at, one.at.match, appeal=one.row) for one in self.appeals if one.answer is None]
        return (*found, *(Issue("no-stage", match=match) for match in unplaced(self.event, self.stages)))

    @property
    def decisions(self) -> list[Issue]:
        """Those of the issues that wait for a person, the oldest first."""
        return sorted((one for one in self.issues if one.waits_for_a_person), key=lambda one: one.since)


def overview_of(event: Event) -> EventOverview:
    """Read an event, with the same number of queries whatever its size and without any record."""
    stages = list(event.stages.all())
    everybody = list(event.entrants.all())
    entrants = [entrant for entrant in everybody if not entrant.house]
    of_house = {entrant.name for entrant in everybody if entrant.house}
    by_key = dict(event.aliases.values_list("key", "entrant__name"))
    rulings: dict[Any, list[Ruling]] = {}
    for ruling in event.rulings.order_by("number"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    tables = tables_with_results(event, stages, rulings)
    names = {name for table in tables if table.scores for name in table.scores.names}
    meant = {name: by_key[key] for name in sorted(names) if (key := key_of(name)) in by_key}
    entrant_names = {name: entrant for name, entrant in meant.items() if entrant not in of_house}
    house = frozenset(meant) - frozenset(entrant_names)
    there = {one.table.match_id for one in tables}
    detached = [ruling for match, theirs in rulings.items() if match not in there for ruling in theirs]
    appeals = placed_appeals(event, tables)
    return EventOverview(
        event,
        stages,
        tables,
        entrants,
        entrant_names,
        detached,
        placed_penalties(event, tables, entrants, entrant_names),
        appeals,
        [one.at.stage.number for one in appeals if one.answer is None],
        by_key,
        house=house,
    )
