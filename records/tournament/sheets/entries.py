"""A round of a score sheet as it is entered, and the record that all rounds make: with a database or without."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

import referee
from records.core import sandbox
from records.core.entered_text import require_fit
from records.core.errors import Refusal
from records.core.languages import Sentence
from records.core.rules_line import game_of
from referee.notation.json_form import parse_json, write_json

Document = dict[str, Any]

BYTES = 8 * 1024
"""The size of the entry of a round at most."""
ROUNDS = 200
"""The rounds of a sheet at most."""
KINDS = ("sheet", "scores")
"""What the ``Kind`` of a round may be on a sheet."""
TAGS = 32
"""The tags of a round at most."""
POINTS = 10**15
"""The points of a side in a round are fewer: the sums of a whole sheet can be written down then."""
UNFIT = frozenset({"hands", "wall", "comments"})
"""What a round of moves has and a sheet has not."""


class Terms(Protocol):
    """By which rules a sheet is kept, and the points of one unit: None where it is as the game has it."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def rules(self) -> str:
        """A preset and options, as a record has them."""

    @property
    def base(self) -> int | None:
        """The points of one unit."""


def seats_of(game: str, rules: str) -> str:
    """The seats of a table by these rules, in order of play. Raises Refusal (422)."""
    found, parsed = game_of(game, rules)
    return found.seats(parsed)


def checked_entry(terms: Terms, number: int, given: Any, *, scores: bool = True) -> Document:
    """A round as it was entered, in canonical form; with ``scores`` it must have the points of every side.

    Raises Refusal (413, 422) for one that is none of a sheet.
    """
    try:
        entry = _read(terms, number, given)
    except RecursionError:
        raise _no_entry(_("an object of one round"), "[[[…") from None
    if scores:
        _require_scores(terms, entry)
    return entry


def _read(terms: Terms, number: int, given: Any) -> Document:
    """The round as it is written in a record of it. Raises Refusal (413, 422)."""
    if not isinstance(given, dict):
        raise _no_entry(_("an object of one round"), type(given).__name__)
    if len(json.dumps(given)) > BYTES:
        raise Refusal("too-large", _("A round has at most {most:,} bytes."), 413, most=BYTES)
    require_fit(given)
    if unfit := sorted(UNFIT & set(given)):
        raise _no_entry(_("a round of a score sheet"), unfit)
    if not isinstance(given.get("tags", {}), dict) or len(given.get("tags", {})) > TAGS:
        raise _no_entry(Sentence(_("at most {most} tags"), most=TAGS), "tags")
    if given.get("tags", {}).get("Kind") not in KINDS:
        raise _no_entry(Sentence(_("a Kind of {known}"), known=KINDS), str(given.get("tags", {}).get("Kind"))[:20])
    try:
        record = parse_json(record_text(terms, [{**given, "round": number}]))
    except referee.NotationError as error:
        raise Refusal(error.code, error.message, 422) from error
    entry: Document = write_json(record)["rounds"][0]  # type: ignore[assignment,index]
    return entry


def _require_scores(terms: Terms, entry: Mapping[str, Any]) -> None:
    """Raises Refusal (422) where a round does not give every side its points: they are what everybody confirms."""
    game, rules = game_of(terms.game, terms.rules)
    sides = sorted(game.sides(rules))
    scores: Mapping[str, int] = entry.get("scores", {})
    if (found := sorted(scores)) != sides:
        raise _no_entry(Sentence(_("points of {sides}"), sides=sides), found or "–")
    for points in scores.values():
        if abs(points) >= POINTS:
            raise _no_entry(_("points of fewer than 16 digits"), points)


def _no_entry(expected: Any, found: Any) -> Refusal:
    return Refusal("invalid-entry", _("Expected {expected}, found {found}."), 422, expected=expected, found=found)


def totals_of(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The sums of the points of these rounds, as they were entered."""
    totals: Counter[str] = Counter()
    for entry in entries:
        totals.update(entry.get("scores", {}))
    return dict(totals)


def record_text(terms: Terms, rounds: Iterable[Document], **more: Any) -> str:
    """A record of these rounds in JSON form; ``more``: what else it says."""
    rules: dict[str, Any] = {"rules": terms.rules} if terms.rules else {}
    if terms.base is not None:
        rules["base"] = terms.base
    return json.dumps({"ppn": 1, "game": terms.game, **rules, **more, "rounds": [*rounds]})


def verdict_on(terms: Terms, rounds: Mapping[int, Document], **more: Any) -> dict[str, Any] | None:
    """The verdict on these rounds by their numbers; None where there are none. Raises Busy, TooCostly."""
    if not rounds:
        return None
    text = record_text(terms, [rounds[number] for number in sorted(rounds)], **more)
    written = bytearray()
    sandbox.write_verdicts([text.encode()], written.extend, simplified=False)
    verdict: dict[str, Any] = json.loads(written)[0]
    return verdict


def canonical(text: str) -> bytes:
    """The canonical PPN text of a record in JSON form."""
    return referee.write(parse_json(text)).encode()
