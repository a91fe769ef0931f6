"""Why a drawing is refused, in words: what was expected, what came, and what would help."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from django.utils.translation import gettext_lazy as _

from records.core.db.fields import storable
from records.core.errors import Refusal
from records.core.languages import Sentence
from records.tournament.seating.drawing import Fault, Misfit

MENTIONED = 10
"""Faults of a prescription that are told of at most."""

_MISFITS = {
    "nobody": _("Nobody is on the list to be seated; enter people first."),
    "too-few": _("A table needs {seats} people, there are {people}: {missing} more are needed."),
    "uneven": _(
        "{people} people do not fill tables of {seats}: {over} are left over beside {tables} tables. "
        "Add {missing} substitutes, or let {over} sit out in turn."
    ),
    "too-many": _(
        "{people} people are more than {tables} tables of {seats} hold: {over} too many. "
        "Give more tables, or let {over} sit out in turn."
    ),
    "team-too-large": _(
        "The team “{team}” has {members} people and there are {tables} tables: some would have to sit together. "
        "Divide the team, or do not keep teams apart."
    ),
    "team-size": _(
        "The team “{team}” has {members} people, a side has {side}. Change the team, or draw the sides by another method."
    ),
    "no-team": _("{members} people are of no team; every team needs {side} people."),
    "too-many-groups": _("{people} people in {members} groups do not fill a table of {seats} each; at most {tables} groups do."),
}

_FAULTS = {
    "cells": _("neither the tables of a round nor “round, table, people …” ({found} cells)"),
    "number": _("the round or table is out of range: {found}"),
    "table-twice": _("this table of this round was given before: {found}"),
    "nobody": _("nobody on the list is “{found}”"),
    "seats": _("{found} people at this table, which is not the number of its seats"),
    "twice": _("{found} is there twice in one round"),
    "round-missing": _("round {found} is missing"),
}


def of_misfit(found: Misfit) -> Refusal:
    """The refusal of people who cannot be seated, with the figures and a proposal."""
    message = _MISFITS["no-team" if found.kind == "team-size" and not found.team else found.kind]
    return Refusal(
        f"seating-{found.kind}",
        message,
        422,
        people=found.people,
        seats=found.seats,
        tables=found.tables,
        over=found.over,
        missing=found.missing,
        team=storable(found.team, 60),
        members=found.members,
        side=found.members + found.missing,
    )


def of_faults(faults: Iterable[Fault]) -> Refusal:
    """The refusal of a prescribed plan, line by line."""
    found = list(faults)
    told = [_told(fault) for fault in found[:MENTIONED]]
    if len(found) > MENTIONED:
        told.append(Sentence(_("and {number} more"), number=len(found) - MENTIONED))
    listed = reduce(lambda one, other: Sentence(_("{one}; {other}"), one=one, other=other), told)
    return Refusal("seating-prescription", _("{faults}."), 422, faults=listed)


def _told(fault: Fault) -> Sentence:
    said = Sentence(_FAULTS[fault.kind], found=storable(fault.found, 60))
    return Sentence(_("Line {line}: {fault}"), line=fault.line, fault=said) if fault.line else said
