"""Query parameters: any value that is not allowed is a 400 problem that names the parameter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

import referee
from records.archive import matches
from records.core.errors import Refusal
from records.core.languages import Message, Sentence
from referee.notation import Hints

HINTS = [
    OpenApiParameter("game", str, description="the game, where a file of another format does not say it, as mjai events do not"),
    OpenApiParameter("rules", str, description="its rules, where such a file does not say them"),
]
ASKED = [
    OpenApiParameter("seat", str, many=True, description="`E:NAME`, the seat of a name in a spreadsheet, once for each name"),
    OpenApiParameter("keep", str, many=True, description="the cell of the number of a round that counts, of two with one number"),
]
PREVIEW = OpenApiParameter("preview", bool, description="how a file of another format is understood, instead of its verdicts")
WORDS = OpenApiParameter("words", bool, description="what a page says of it, in your language")
TRUE, FALSE = ("1", "true"), ("", "0", "false")


def refused(name: str, expected: Message, **facts: Any) -> Refusal:
    """The refusal of a parameter with an invalid value."""
    reason = Sentence(expected, **facts)
    return Refusal("invalid-parameter", _("Parameter {field}: {reason}"), 400, field=name, reason=reason)


def text(request: Request, name: str) -> str:
    """A text; empty where it is left out."""
    value: str = request.query_params.get(name, "")
    return value.replace("\x00", "")


def choice(request: Request, name: str, values: Iterable[str], default: str = "") -> str:
    """One of these values. Raises Refusal (400)."""
    value = request.query_params.get(name) or default
    known = list(values)
    if value != default and value not in known:
        raise refused(name, _("expected one of {known}."), known=known)
    return value


def hints(request: Request) -> Hints:
    """What a body of another format does not say: its ``game``, ``rules``, seats and rounds. Raises Refusal: 400 for an unknown
    game, 422 for rules that are too long and a seat that is told otherwise than as ``E:NAME``."""
    game = choice(request, "game", (game.id for game in referee.games()))
    seats, keep = (request.query_params.getlist(name) for name in ("seat", "keep"))
    return matches.hints_of(game, text(request, "rules"), seats, keep)


def number(request: Request, name: str, least: int = 0) -> int | None:
    """A whole number of at least ``least``; None where it is left out. Raises Refusal (400)."""
    value = request.query_params.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) <= 100 and int(value) >= least):
        raise refused(name, _("expected a whole number from {least} on."), least=least)
    return int(value)


def flag(request: Request, name: str) -> bool:
    """True for ``1`` or ``true``, false for ``0`` or ``false`` or where it is left out. Raises Refusal (400)."""
    value = request.query_params.get(name, "").lower()
    if value not in TRUE + FALSE:
        raise refused(name, _("expected 1, true, 0 or false."))
    return value in TRUE


def day(request: Request, name: str) -> str:
    """A day, month or year, such as ``2026.10.04``; empty where it is left out. Raises Refusal (400)."""
    value: str = request.query_params.get(name, "")
    if value and matches.days_of(value) is None:
        raise refused(name, _("expected YYYY.MM.DD."))
    return value
