"""How a stage counts, as choices in words: what the form shows of a stage, and what it says of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from records.core.languages import localized
from records.tournament.models import Stage
from referee.tournament.ranking.standings import DEFAULT, PLACEMENT, SCORE
from referee.tournament.ranking.tie_breaks import TIE_BREAKS

OWN = "own"
PRESETS = {"4-2-1-0": ["4", "2", "1", "0"], "3-2-1-0": ["3", "2", "1", "0"]}
"""Points of the places that are often used, by the name of the choice."""
PLACES = 6
"""Fields for points of one's own; of a stage that gives points for more places, as many as it has."""


class Choice(NamedTuple):
    """An entry of a pick-list: what is sent, what is read, whether it is the present one."""

    value: str
    text: str
    chosen: bool


class TieBreakRow(NamedTuple):
    """A tie-break in the list to be ordered: its name, what is read of it, whether it counts."""

    name: str
    title: str
    definition: str
    example: str
    counts: bool


class StageForm(NamedTuple):
    """The fields of the form of a stage. A stage that is to be added has no number, and the usual choices."""

    stage: Stage | None
    points: list[Choice]
    places: list[str]
    carry: list[Choice]
    tie_breaks: list[TieBreakRow]
    cut: bool


def stage_form(stage: Stage | None = None, given: Mapping[str, Any] | None = None) -> StageForm:
    """The choices of a stage; with those that were ``given`` in the place of its own."""
    if given:
        stage = copy(stage) if stage else Stage(number=0)
        for name, value in given.items():
            setattr(stage, name, value)
    places = list(stage.placement) if stage else []
    preset = next((name for name, points in PRESETS.items() if points == places), OWN)
    points = SCORE if stage is None or stage.points == SCORE else preset
    return StageForm(
        stage,
        [Choice(value, text, value == points) for value, text in points_named().items()],
        places + [""] * (PLACES - len(places)),
        _carries(stage.carry if stage else "1"),
        _tie_breaks(stage.tie_breaks if stage else DEFAULT),
        stage.cut if stage else False,
    )


def points_named() -> dict[str, str]:
    """What can count at a table, in words."""
    return {
        SCORE: _("the points of the table, as refereed"),
        "4-2-1-0": _("the place at the table: 4, 2, 1, 0"),
        "3-2-1-0": _("the place at the table: 3, 2, 1, 0"),
        OWN: _("the place at the table: points of your own"),
    }


def _carries(carry: str) -> list[Choice]:
    known = {"1": _("all points"), "2/3": _("two thirds"), "1/2": _("half"), "1/3": _("one third"), "0": _("nothing")}
    known.setdefault(carry, carry)
    return [Choice(value, text, value == carry) for value, text in known.items()]


def _tie_breaks(chosen: Sequence[str]) -> list[TieBreakRow]:
    """Every tie-break, those that count first and in their order."""
    names = [*(name for name in chosen if name in TIE_BREAKS), *(name for name in TIE_BREAKS if name not in chosen)]
    examples = _examples()
    return [
        TieBreakRow(
            name,
            localized(TIE_BREAKS[name].title),
            localized(TIE_BREAKS[name].definition),
            examples.get(name, ""),
            name in chosen,
        )
        for name in names
    ]


def _examples() -> dict[str, str]:
    """An example for each tie-break."""
    return {
        "points": _("18 points rank above 15. Points carried over count too."),
        "head-to-head": _("Ann and Bo have 12 points each. Where they met, Ann got 8 and Bo 3: Ann ranks higher."),
        "table-points": _("Both have 8 points for their places. Ann's tables add up to +41, Bo's to +17: Ann ranks higher."),
        "tables-won": _("Ann had the most points at three tables, Bo at two: Ann ranks higher."),
        "rounds-won": _("Ann won 11 rounds, Bo 9: Ann ranks higher."),
        "best-table": _("Ann's best table was +32, Bo's +28: Ann ranks higher."),
        "strength": _("Ann's opponents have 90 points together, Bo's 74: Ann ranks higher."),
        "last-round": _("In the last round Ann got 4, Bo 2: Ann ranks higher."),
        "fewest-findings": _("One finding stands against Ann, two against Bo: Ann ranks higher."),
    }


def read_stage(request: HttpRequest) -> dict[str, Any]:
    """What the form says of a stage; of what it does not speak nothing is changed."""
    post = request.POST
    given: dict[str, Any] = {name: post[name] for name in ("name", "tag", "carry") if name in post}
    given |= read_points(request)
    if "order" in post:
        given["cut"] = "cut" in post
        given["tie_breaks"] = _ordered(request)
    return given


def read_points(request: HttpRequest) -> dict[str, Any]:
    """What the form says counts at a table."""
    post = request.POST
    given: dict[str, Any] = {}
    counted = post.get("points", "")
    if counted:
        given["points"] = SCORE if counted == SCORE else PLACEMENT
    if counted in PRESETS:
        given["placement"] = PRESETS[counted]
    elif counted == OWN:
        given["placement"] = _filled_in([value.strip() for value in post.getlist("place")])
    return given


def _filled_in(places: list[str]) -> list[str]:
    """The points of the places up to the last that was filled in; one left empty between gives none."""
    while places and not places[-1]:
        places.pop()
    return [_fraction(value) or "0" for value in places]


def _fraction(value: str) -> str:
    """A figure as it is stored: ``2.5`` is ``5/2``."""
    whole, point, rest = value.replace(",", ".").partition(".")
    if not point or not (whole.isdecimal() and rest.isdecimal() and len(rest) < 4):
        return value
    return f"{whole}{rest}/{10 ** len(rest)}"


def _ordered(request: HttpRequest) -> list[str]:
    """The tie-breaks that count, in their order; a button without script moves one by a place."""
    order, chosen = request.POST.getlist("order"), set(request.POST.getlist("tie_breaks"))
    for button, by in (("up", -1), ("down", 1)):
        name = request.POST.get(button, "")
        if name in order:
            at = order.index(name)
            to = min(max(at + by, 0), len(order) - 1)
            order.insert(to, order.pop(at))
            chosen.add(name)
    return [name for name in order if name in chosen]
