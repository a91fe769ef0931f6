"""The penalty that is proposed: by an offence or a finding, and by the player's earlier penalties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from records.tournament.events.models import Entrant, Event, Table
from records.tournament.penalties.catalogues import catalogue_of
from records.tournament.penalties.models import Penalty
from referee.rulebook.penalties import Catalogue, Grade, Had, Offence, Proposal, propose


class Proposed(NamedTuple):
    """A proposal, the offence that it is for where it is one of the catalogue, whether a reminder made it heavier."""

    proposal: Proposal
    offence: Offence | None
    reminded: bool
    had: tuple[Penalty, ...]


def in_force(penalties: Iterable[Penalty]) -> list[Penalty]:
    """The penalties that no further entry cancels (PEN-2)."""
    given = list(penalties)
    cancelled = {one.cancels for one in given}
    return [one for one in given if one.cancels is None and one.number not in cancelled]


def proposal_for(
    event: Event, entrant: Entrant, table: Table | None, offence: Offence | None, grade: Grade | None = None
) -> Proposed:
    """The penalty that is proposed to give to an entrant at a table for an offence, or for something of another grade."""
    catalogue = catalogue_of(event)
    usual = grade or (catalogue.grade(offence.grades[0]) if offence else None) or catalogue.grades[0]
    amount = offence.amount if offence and usual.code == offence.grades[0] else None
    given = in_force(event.penalties.filter(entrant=entrant).order_by("number"))
    reminded = offence is not None and offence.code in event.reminders
    had = [Had(one.grade, Fraction(one.amount) if one.amount else None, _same(one, table)) for one in given]
    proposal = propose(catalogue, usual, amount, had, event.warnings_lapse, reminded)
    return Proposed(proposal, offence, reminded, tuple(given))


def _same(penalty: Penalty, table: Table | None) -> bool:
    """Whether a penalty was given in the match of this table."""
    if table is None:
        return False
    return penalty.table_id == table.pk or (penalty.match is not None and penalty.match == table.match_id)


def offence_of_finding(catalogue: Catalogue, finding: Mapping[str, Any]) -> Offence | None:
    """The offence that a finding proposes; the verdict's own penalty for it comes first, where it is a grade of the catalogue."""
    found = catalogue.proposed_by(str(finding["code"]))
    penalty = finding.get("penalty")
    if penalty and catalogue.grade(str(penalty)) and (found is None or found.grades[0] != penalty):
        return next((one for one in catalogue.offences if one.grades[0] == penalty), found)
    return found
