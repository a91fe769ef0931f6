"""A score sheet that one device keeps: the form of its rounds, what the referee says of them, and the record that they make.

The sheet itself lies in the browser, which sends all of it with every question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

import referee
from frontend.in_browser.context import BrowserRequest, as_json
from frontend.pages.entry.page_context import tables
from frontend.pages.tournament.sheets.form import form_of, texts_of_script
from records.core.errors import Refusal
from records.core.languages import localized
from records.core.rules_line import game_of
from records.tournament.sheets.entries import Document, canonical, checked_entry, record_text, totals_of, verdict_on
from records.wording.score_sheet import refereed

SAVED_BYTES = 4 * 1024 * 1024
"""The size of a saved sheet at most: more than that of as many rounds as a sheet may have."""


class KeptSheet(NamedTuple):
    """A sheet as the browser keeps it: by which rules, what its record says besides (``tags``, ``seats``), and its rounds."""

    game: str
    rules: str
    base: int | None
    said: dict[str, Any]
    rounds: dict[int, Any]


def sheet(request: BrowserRequest) -> HttpResponse:
    """The page of the sheet; with ``?ask=`` the answer to a question of its script."""
    if question := QUESTIONS.get(request.GET.get("ask", "")):
        return question(request)
    page = {
        "words": {**texts_of_script(), **_texts()},
        "tables": tables(),
        "addresses": {"sheet": reverse("pages:sheet"), "upload": reverse("pages:upload")},
    }
    return render(request, "in_browser/sheet.html", {"page": page, "games": referee.games()})


def answered(view: Callable[[KeptSheet, Mapping[str, Any]], HttpResponse]) -> Callable[[BrowserRequest], HttpResponse]:
    """Decorates a view that answers the page's script, given a sheet and what else is asked; what is refused is told as JSON."""

    @wraps(view)
    def wrapper(request: BrowserRequest) -> HttpResponse:
        asked = json.loads(request.read())
        given = asked["sheet"]
        kept = KeptSheet(
            given["game"],
            given["rules"],
            given["base"],
            {name: given[name] for name in ("tags", "seats") if given[name]},
            {round_["number"]: round_["entry"] for round_ in given["rounds"]},
        )
        try:
            return view(kept, asked)
        except Refusal as refusal:
            return as_json({"line": str(refusal)}, refusal.status)
        except referee.NotationError as error:
            return as_json({"line": localized(error.message)}, 422)

    return wrapper


@answered
def form(kept: KeptSheet, _asked: Mapping[str, Any]) -> HttpResponse:
    """What a round is entered with. Raises Refusal (422) for a game or rules that are none."""
    game_of(kept.game, kept.rules)
    return as_json({"form": form_of(kept.game, kept.rules)})


@answered
def check(kept: KeptSheet, asked: Mapping[str, Any]) -> HttpResponse:
    """What the referee says of the sheet, with an ``entry`` in the place of its ``round`` where one is given. Raises Refusal."""
    given = kept.rounds if asked["entry"] is None else {**kept.rounds, asked["round"]: asked["entry"]}
    rounds = {number: checked_entry(kept, number, entry, scores=False) for number, entry in given.items()}
    return as_json(refereed(kept, verdict_on(kept, rounds, **kept.said)))


@answered
def record(kept: KeptSheet, asked: Mapping[str, Any]) -> HttpResponse:
    """The record of the sheet in PPN, or in JSON where the ``form`` is that. Raises Refusal (422)."""
    entries: list[Document] = [checked_entry(kept, number, entry) for number, entry in sorted(kept.rounds.items())]
    text = canonical(record_text(kept, entries, totals=totals_of(entries), **kept.said))
    if asked["form"] == "json":
        document = referee.write_json(referee.parse(text))
        return HttpResponse(json.dumps(document, ensure_ascii=False, indent=2) + "\n", content_type="application/json")
    return HttpResponse(text, content_type="text/x-ppn; charset=utf-8")


def saved(request: BrowserRequest) -> HttpResponse:
    """A sheet that was saved as a file, as the page keeps it. Refuses (422) what is none, and rounds of moves."""
    try:
        found = referee.parse(request.read(SAVED_BYTES))
        document: Document = referee.write_json(found)
        terms = KeptSheet(found.game, document.get("rules", ""), document.get("base"), {}, {})
        game_of(terms.game, terms.rules)
        rounds = [
            {"number": one["round"], "version": 1, "entry": checked_entry(terms, one["round"], one)} for one in document["rounds"]
        ]
    except Refusal as refusal:
        return as_json({"line": str(refusal)}, 422)
    except referee.NotationError as error:
        return as_json({"line": localized(error.message)}, 422)
    header = referee.write(found._replace(rounds=(), totals=None))
    return as_json({"header": header, "tags": document.get("tags", {}), "rounds": rounds})


def _texts() -> dict[str, str]:
    """The texts of the page's script beyond those of every sheet."""
    return {
        "usual": _("default:"),
        "tableAdds": _("What your table adds"),
        "kept": _("Kept in this browser."),
        "notKept": _("This browser keeps nothing: save the match as a file."),
        "unreachable": _("The referee cannot be reached. Please try again."),
        "verify": _("Verify"),
        "savePPN": _("Save as PPN"),
        "saveJSON": _("Save as JSON"),
        "startAgain": _("Start a new sheet"),
        "goOn": _("Go on with it"),
        "delete": _("Delete"),
        "deleteAsk": _("Delete this sheet? Save it as a file first to keep it."),
        "roundsOf": _("Rounds: {n}"),
    }


QUESTIONS = {"form": form, "check": check, "record": record, "saved": saved}
