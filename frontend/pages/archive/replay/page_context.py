"""The context of a replay's page around the board: the steps below it, and the tabs beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _

from frontend.components.board import steps
from records.wording.verdict_sheet import VerdictSheet

if TYPE_CHECKING:
    from frontend.components.matches.links import Links


class Tab(NamedTuple):
    """A tab beside the board, with the number of findings in it."""

    name: str
    label: str
    flags: int = 0


def tabs(findings: int) -> tuple[Tab, ...]:
    """The tabs, of which the first is open where the address names none."""
    return (
        Tab("moves", _("Moves")),
        Tab("review", _("Review")),
        Tab("findings", _("Findings"), findings),
        Tab("points", _("Points")),
    )


def page_context(links: Links, sheet: VerdictSheet, number: int, move: int, tab: str | None) -> dict[str, Any] | None:
    """The context of the page, standing at a move, with this ``tab`` open; None where the match has no such round."""
    shown = next((round_ for round_ in sheet.rounds if round_["round"] == number), None)
    if shown is None:
        return None
    beside = tabs(len(shown["findings"]))
    return {
        "match": links.match,
        "at": links,
        "sheet": sheet,
        "round": shown,
        "number": number,
        "move": move,
        "steps": steps(),
        "tabs": beside,
        "tab": tab if tab in [one.name for one in beside] else beside[0].name,
        "following": next((round_ for round_ in sheet.rounds if round_["round"] > number), None),
        "flagged": bool(shown["findings"]),
        "places": json.dumps(sheet.places),
        "board": links.board(number),
        "frames": links.frames(number),
        "review": links.review(number),
    }
