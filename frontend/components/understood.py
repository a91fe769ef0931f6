"""How files of other formats were understood, shown before anything of them is stored, with a form for what they leave open."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from records.archive import matches
from records.core import errors, sandbox
from records.wording import game_words
from referee.core import registry
from referee.notation import Hints
from referee.notation.converters import ASSUMED, COMPARED, DIFFERS, GAME, LEFT_OUT, READ, ROUND, SEATS

KINDS = {
    DIFFERS: _("Totals that differ"),
    ASSUMED: _("What was assumed"),
    LEFT_OUT: _("What was left out"),
    COMPARED: _("Totals compared"),
    READ: _("What was read"),
}
ANSWERS = {GAME: "game", SEATS: "seat", ROUND: "keep"}
"""The field of a form that answers a question about one of its files, whose number stands behind: ``seat-0``."""


class Understood(NamedTuple):
    """How a file of a form is understood: its number among them, its name, its matches, how many more it has, and the answers
    that the form has so far."""

    number: int
    name: str
    matches: Sequence[dict[str, Any]]
    more: int
    answers: Sequence[tuple[str, str]]
    error: str
    """Why it cannot be previewed; empty where it can."""

    @property
    def questions(self) -> Sequence[dict[str, Any]]:
        """What the file leaves open, each thing once, though several matches leave it open."""
        found: dict[tuple[str, ...], dict[str, Any]] = {}
        for one in (one for match in self.matches for one in match["questions"]):
            found.setdefault((one["about"], *one["names"], *(one["choices"] if one["about"] == ROUND else ())), one)
        return [one | _choices(one) for one in found.values()]

    @property
    def answered(self) -> Sequence[tuple[str, str]]:
        """The answers to what is not asked again."""
        again = {f"{ANSWERS[one['about']]}-{self.number}" for one in self.questions if one["about"] != ROUND}
        return [(name, value) for name, value in self.answers if name not in again]

    @property
    def shown(self) -> Sequence[dict[str, Any]]:
        """The matches with their games, the words of the seats, and their notes by kind."""
        return [match | _record(match["record"]) | {"by_kind": _by_kind(match["notes"])} for match in self.matches]


def _choices(question: dict[str, Any]) -> dict[str, Any]:
    """The games of a question that may be meant; the seats with their words, and for each name the one that is proposed; the
    rows of one number."""
    choices, every = question["choices"], registry.games()
    if question["about"] == GAME:
        return {"games": [game for game in every if game.id in choices or not choices]}
    if question["about"] == ROUND:
        return {"rows": list(zip(choices, question["shown"], strict=True))}
    game = next((game for game in every if set(choices) <= set(game.rulebook.words.seats)), None)
    words = [(seat, game_words.word(game, "seats", seat)) for seat in choices]
    return {"words": words, "proposed": list(zip(question["names"], choices, strict=True))}


def _record(record: dict[str, Any] | None) -> dict[str, Any]:
    game = registry.find(record["game"]) if record else None
    seats = record["seats"].items() if record else ()
    return {"game": game, "people": [(game_words.word(game, "seats", seat), name) for seat, name in seats]}


def _by_kind(notes: Sequence[dict[str, Any]]) -> list[tuple[Any, list[dict[str, Any]]]]:
    found = [(label, [note for note in notes if note["kind"] == kind]) for kind, label in KINDS.items()]
    return [(label, those) for label, those in found if those]


def previews(request: HttpRequest, files: Sequence[Any], hints_of: Callable[[int], Hints]) -> dict[str, Any] | None:
    """What the form shows of its files before it stores them. None where nothing was noted and nothing is left open, and where
    the reader has looked at these very files by these answers (``store`` is the hash of both) and told all. Raises Busy."""
    found, looked_at = [], hashlib.sha256()
    for number, file in enumerate(files):
        data, hints, preview, error = file.read(), None, None, ""
        file.seek(0)
        try:
            hints = hints_of(number)
            preview = matches.preview(data, hints)
        except sandbox.Busy:
            raise
        except errors.Refusal as refusal:
            error = str(refusal)
        looked_at.update(data)
        looked_at.update(repr(hints).encode())
        told, more = (preview["matches"], preview["more"]) if preview else ((), 0)
        names = [f"{name}-{number}" for name in ANSWERS.values()]
        answers = [(name, value) for name in names for value in request.POST.getlist(name) if value]
        found.append(Understood(number, file.name or "", told, more, answers, error))
    digest = looked_at.hexdigest()
    asks = any(one.questions for one in found)
    if not asks and (request.POST.get("store") == digest or not any(match["notes"] for one in found for match in one.matches)):
        return None
    wrong = any(match["error"] for one in found for match in one.matches)
    return {"files": found, "asks": asks, "digest": digest, "refused": wrong and request.user.is_authenticated}
