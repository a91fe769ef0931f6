"""What is asked of a score sheet, as an open page asks it: entering, striking out, confirming, objecting, closing, finishing, new
links.
"""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal
from records.tournament.sheets.confirming import close, confirm, object_to
from records.tournament.sheets.entering import Answer, changed, enter, reopen, strike
from records.tournament.sheets.entries import BYTES
from records.tournament.sheets.finishing import finish
from records.tournament.sheets.models import ScoreSheet
from records.tournament.sheets.writers import Writer, renew_links

ACTIONS = ("enter", "strike", "confirm", "object", "close", "finish", "reopen", "links")
LARGEST = 2**31 - 1
REQUEST_BYTES = 2 * BYTES
"""The size of a request at most."""


def act(writer: Writer, data: bytes) -> Answer:
    """Do what a request asks: ``do`` is one of ACTIONS, with ``round`` and ``version``, ``entry`` or ``text``.

    Raises Refusal: 403, 404, 409, 413, 422, 429.
    """
    asked = _asked(data)
    return changed(writer, lambda sheet: _changed(writer, sheet, asked))


def _changed(writer: Writer, sheet: ScoreSheet, asked: dict[str, Any]) -> Answer:
    number, version, text = asked["round"], asked["version"], asked["text"]
    match asked["do"]:
        case "enter":
            return enter(writer, sheet, number, version, asked["entry"])
        case "strike":
            return strike(writer, sheet, number, version)
        case "confirm":
            return confirm(writer, sheet, number, version)
        case "object":
            return object_to(writer, sheet, number, version, text)
        case "close":
            return close(writer, sheet, number, version, text)
        case "finish":
            return finish(writer, sheet)
        case "reopen":
            return reopen(writer, sheet)
    return renew_links(writer)


def _asked(data: bytes) -> dict[str, Any]:
    """The request, with what it leaves out. Raises Refusal (413, 422)."""
    if len(data) > REQUEST_BYTES:
        raise Refusal("too-large", _("Expected at most {most:,} bytes."), 413, most=REQUEST_BYTES)
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise Refusal("invalid-request", _("Expected JSON."), 422) from None
    if not isinstance(given, dict) or given.get("do") not in ACTIONS:
        raise Refusal("invalid-request", _("Expected do as one of {known}."), 422, known=ACTIONS)
    asked: dict[str, Any] = {"round": 0, "version": 0, "text": "", "entry": None} | given
    for name in ("round", "version"):
        if type(asked[name]) is not int or not 0 <= asked[name] <= LARGEST:
            raise Refusal("invalid-request", _("Expected {name} from 0 to {most}."), 422, name=name, most=LARGEST)
    if not isinstance(asked["text"], str):
        raise Refusal("invalid-request", _("Expected a text as text."), 422)
    return asked
