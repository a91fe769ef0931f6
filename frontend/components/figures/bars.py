"""Figures as rows of bars, each with its name and one or several values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.wording.finding_text import finding_text
from records.wording.game_words import word
from referee import Game

LISTED = 12
"""The fans and broken rules of a club that its page lists."""


class Bar(NamedTuple):
    """A value: how it is written, and how long its bar is; None where it has none."""

    text: str
    percent: float | None = None


class Row(NamedTuple):
    """A figure: its name with a note to it, its values, and where it leads to."""

    name: str
    bars: Sequence[Bar]
    note: str = ""
    link: str = ""


def share(some: int, of: int) -> int | None:
    """How many of a hundred, rounded; None of nothing."""
    return round(100 * some / of) if of else None


def rates(*beside: Mapping[str, Any]) -> list[Row]:
    """Rounds and what came of them: of a player, and of the club beside."""
    rows = [
        Row(_("Rounds"), [Bar(str(one["rounds"])) for one in beside]),
        Row(_("Won"), [_rate(one["won"], one["rounds"]) for one in beside]),
    ]
    if any(one["value"] is not None for one in beside):
        most = max(one["value"] or 0 for one in beside)
        rows += [
            Row(_("Dealt in"), [_rate(one["dealt_in"], one["rounds"]) for one in beside]),
            Row(_("Average value of a win"), [_measured(one["value"], most) for one in beside]),
        ]
    if any(one["checked"] for one in beside):
        ready = [_rate(one["ready"], one["checked"]) for one in beside]
        ready = [
            bar._replace(text=f"{bar.text} ({one['ready']}/{one['checked']})") if one["checked"] else bar
            for bar, one in zip(ready, beside, strict=True)
        ]
        rows.append(Row(_("Ready where that was checked at the end"), ready))
    return rows


def fans(game: Game | None, *beside: Mapping[str, Any]) -> list[Row]:
    """The fans that the first of these won with most often, and in how many of a hundred wins; of the others the same fans."""
    rows = []
    for fan in beside[0]["fans"][:LISTED]:
        times = [_times(one["fans"], fan) for one in beside]
        bars = [_rate(n, one["wins"]) for n, one in zip(times, beside, strict=True)]
        rows.append(Row(word(game, "fans", fan["code"]), bars, _count(fan["times"])))
    return rows


def broken(game: Game | None, *beside: Mapping[str, Any], who: str = "", links: bool = False) -> list[Row]:
    """The rules that the first of these broke most often, and how often in a hundred rounds; of the others the same rules."""
    listed = beside[0]["broken"][:LISTED]
    rates = [
        [100 * _times(one["broken"], rule) / one["rounds_of_all"] if one["rounds_of_all"] else None for one in beside]
        for rule in listed
    ]
    most = max((rate or 0 for row in rates for rate in row), default=0)
    return [
        Row(
            finding_text(rule["clause"], rule["code"], game=game, who=who),
            [_measured(rate and round(rate, 1), most) for rate in row],
            f"{rule['clause']} · {_count(rule['times'])}",
            rule["code"] if links else "",
        )
        for rule, row in zip(listed, rates, strict=True)
    ]


def _rate(some: int, of: int) -> Bar:
    percent = share(some, of)
    return Bar("–" if percent is None else f"{percent} %", percent)


def _measured(value: float | None, most: float) -> Bar:
    return Bar("–") if value is None else Bar(str(value), round(100 * value / most, 1) if most > 0 else None)


def _times(rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> int:
    same = (one["times"] for one in rows if (one["code"], one.get("clause")) == (row["code"], row.get("clause")))
    return next(same, 0)


def _count(times: int) -> str:
    return ngettext("once", "%(n)s times", times) % {"n": times}
