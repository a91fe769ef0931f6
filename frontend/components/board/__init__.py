"""The buttons that step through the moves on a board, in their order."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

TO_MARKS = frozenset(("before", "after"))
"""The buttons that go to what is marked; a board without marks has the others."""


class Step(NamedTuple):
    """A button that steps: its name in the script, what it says, its key, and the shape on it."""

    name: str
    label: str
    key: str
    shape: str


def steps() -> tuple[Step, ...]:
    """The buttons on both sides of the one that plays."""
    return (
        Step("first", _("To the deal"), "Home", "M5 5h2.5v14H5zM20 5v14L9 12z"),
        Step("before", _("Previous mark"), "PageUp", "M13 5v14L4 12zM22 5v14l-9-7z"),
        Step("back", _("One move back"), "ArrowLeft", "M17 5v14L6 12z"),
        Step("on", _("One move on"), "ArrowRight", "M7 5v14l11-7z"),
        Step("after", _("Next mark"), "PageDown", "M11 5v14l9-7zM2 5v14l9-7z"),
        Step("last", _("To the end"), "End", "M4 5v14l11-7zM16.5 5H19v14h-2.5z"),
    )
