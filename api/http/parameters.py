"""Query parameters: each is one of its values, or left out; anything else is a 400 problem that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rest_framework.request import Request

from api.http.problems import Problem, localized

TRUE, FALSE = ("1", "true"), ("", "0", "false")
DAY = re.compile(r"[0-9]{4}([.-][0-9]{1,2}([.-][0-9]{1,2})?)?")
"""A year, a month of it, or a day, as records write them."""


def refused(name: str, zh: str, en: str) -> Problem:
    """The problem with a parameter: what was expected of it."""
    return Problem(400, "invalid-parameter", localized({"zh": f"參數 {name}：{zh}", "en": f"Parameter {name}: {en}"}), field=name)


def text(request: Request, name: str) -> str:
    """Any text; empty where it is left out."""
    value: str = request.query_params.get(name, "")
    return value.replace("\x00", "")


def choice(request: Request, name: str, values: Iterable[str], default: str = "") -> str:
    """One of these values. Raises a 400 problem."""
    value = request.query_params.get(name) or default
    known = list(values)
    if value != default and value not in known:
        raise refused(name, f"應為 {'、'.join(known)} 之一。", f"expected one of {', '.join(known)}.")
    return value


def number(request: Request, name: str, least: int = 0) -> int | None:
    """A whole number from ``least`` on, None where it is left out. Raises a 400 problem."""
    value = request.query_params.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) <= 100 and int(value) >= least):
        raise refused(name, f"應為 {least} 以上的整數。", f"expected a whole number from {least} on.")
    return int(value)


def flag(request: Request, name: str) -> bool:
    """``1`` or ``true``, ``0`` or ``false``; false where it is left out. Raises a 400 problem."""
    value = request.query_params.get(name, "").lower()
    if value not in TRUE + FALSE:
        raise refused(name, "應為 1、true、0 或 false。", "expected 1, true, 0 or false.")
    return value in TRUE


def day(request: Request, name: str) -> str:
    """A day, a month or a year as records write them: ``2026.10.04``; empty where it is left out. Raises a 400 problem."""
    value: str = request.query_params.get(name, "")
    if value and not DAY.fullmatch(value):
        raise refused(name, "應為 YYYY.MM.DD。", "expected YYYY.MM.DD.")
    return value
