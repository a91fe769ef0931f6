"""What stands beside the board of a replay: its tabs."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _


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
