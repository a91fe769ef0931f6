"""The document that the replay board draws: the frames of a round, with all texts beside them.

The board knows no rules and no game: how seats, moves and points are called, what to mark and what clauses say is put here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.core.languages import for_reader, localized, reader_language
from records.wording.game_words import place, severity, word, words
from records.wording.move_text import sentence_and_call, sentences, shorthand
from records.wording.rules_words import clause_of
from referee import Game, Move
from referee.chinese import ENGLISH
from referee.core import registry
from referee.notation import grammar_of
from referee.rulebook import CORE, Rulebook
from referee.rulebook.clauses import BETWEEN_TEAMS, Words

SAID = 8
"""How many of the moves that the rules allowed are told; the others are counted."""
NOTHING: Mapping[int, Sequence[Move]] = MappingProxyType({})
MARKS = ("finding", "win", "kong")
"""The kinds of mark on the moves of a round, by precedence: a move that has two of them shows the first."""


def document(
    frames: list[dict[str, Any]], verdict: dict[str, Any] | None, allowed: Mapping[int, Sequence[Move]] = NOTHING
) -> dict[str, Any]:
    """The frames of a round, each with the sentence for its move, the call, and its marks; where ``allowed`` has moves that the
    rules allowed in the place of the frame's, with these in words."""
    game = registry.find(frames[0]["game"])
    book = game.rulebook if game else CORE
    marked = _marked(verdict, frames[0]["round"])
    for frame in frames:
        frame["said"], frame["call"], frame["short"] = _texts(frame["token"], book)
        if moves := allowed.get(frame["move"]):
            frame["allowed"] = _allowed(moves, book)
        frame["mark"] = "finding" if frame["findings"] else marked.get(frame["move"])
        for finding in frame["findings"]:
            clause = clause_of(game, finding["clause"])
            finding.update(said=localized(finding["message"]), law=clause["text"], link=clause["link"])
            finding["severity_said"] = severity(finding["severity"])
        for line in frame["ledger"]:
            line.update(reason_said=word(game, "reasons", line["reason"]), link=clause_of(game, line["clause"])["link"])
    return {"frames": for_reader(frames), "words": words_of(game)}


def dressed(shown: dict[str, Any]) -> dict[str, Any]:
    """A frame of a live table, with the sentence for its move and what else the board says of it."""
    if shown["frame"] is None:
        return shown
    return {**shown, "frame": document([shown["frame"]], None)["frames"][0]}


def words_of(game: Game | None) -> dict[str, Any]:
    """What the board of a game says beside its frames."""
    book = game.rulebook if game else CORE
    return {**_words(game), "seats": seat_names(book.words), "tiles": words(game, "tiles")}


def _allowed(moves: Sequence[Move], book: Rulebook) -> str:
    """The moves that the rules allowed, in one sentence."""
    said = sentences(moves, book)
    listed = localized(BETWEEN_TEAMS).join(said[:SAID])
    if (more := len(said) - SAID) > 0:
        listed = ngettext("%(moves)s; and one more", "%(moves)s; and %(n)d more", more) % {"moves": listed, "n": more}
    return _("What the rules allow here: %(moves)s") % {"moves": listed}


def _texts(token: str | None, book: Rulebook) -> tuple[str, dict[str, str] | None, dict[str, Any] | None]:
    """The sentence for a frame's move, what its seat calls out, and its shorthand."""
    made = grammar_of(book.id).move(token) if token else None
    return (*sentence_and_call(made, book), shorthand(made, book)) if made else (token or _("the deal"), None, None)


def _marked(verdict: dict[str, Any] | None, number: int) -> dict[int, str]:
    """The kind of mark of every move of a round that its verdict mentions, by the number of the move."""
    found: dict[int, str] = {}
    for round_ in verdict["rounds"] if verdict else ():
        if round_["round"] == number:
            for kind, key in zip(MARKS, ("findings", "wins", "kongs"), strict=True):
                for one in round_.get(key, ()):
                    found.setdefault(one["move"], kind)
    return found


def seat_names(words: Words) -> dict[str, dict[str, str]]:
    """The name of every seat, and one character of it for small discs."""
    english = reader_language() == ENGLISH
    return {
        seat: {"said": localized(name), "short": seat if english else localized(name)[0]} for seat, name in words.seats.items()
    }


def _words(game: Game | None) -> dict[str, Any]:
    return {
        "wall": _("wall"),
        "deal": _("the deal"),
        "ready": _("ready"),
        "dealer": _("dealer"),
        "leader": _("leads first"),
        "cards": _("{n} cards"),
        "places": [place(game, int(number)) for number in (game.rulebook if game else CORE).words.of("places")],
        "move": _("Move {n} of {all}: {said}"),
        "bank": _("the bank"),
        "pays": _("{from} pays {to} {points}"),
        "waits": _("{seat} is ready for {tiles}"),
        "finding": _("finding"),
        "win": _("win"),
        "kong": _("kong"),
        "wallCount": _("tiles in the wall: {n}"),
        "score": _("{seat} {points}"),
        "held": _("hand: {tiles}"),
        "took": _("just drawn: {tiles}"),
        "shown": _("the hand lies open"),
        "locked": _("the hand is locked"),
        "wonOn": _("won: {tiles}"),
        "laid": _("laid down: {tiles}"),
        "threw": _("discards: {tiles}"),
        "readyFor": _("ready for: {tiles}"),
        "inTurn": _("to move"),
        "toBeat": _("to be beaten, of {seat}: {tiles}"),
        "unseen": _("not seen"),
        "middle": _("In the middle"),
        "before": _("The table before move {n}"),
        "after": _("The table after move {n}"),
        "melds": words(game, "melds", "kongs"),
        "marks": words(game, "marks"),
        "tones": dict((game.rulebook if game else CORE).words.tones),
    }
