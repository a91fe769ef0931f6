"""A move in words: the sentence for it in its game's terms, and what the player calls out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import localized, reader_language
from referee.core.game.rulings import FINE, fine
from referee.core.record import DISCARD, DRAW, INTENT, PLAY, Move
from referee.core.replay import UNSEEN
from referee.rulebook import Rulebook
from referee.rulebook.verbs import ADDED, CARDS, SETS, TILES, VALUE

PIECES = frozenset({TILES, ADDED, CARDS, SETS})
"""The forms of what stands behind a verb that are pieces of the game."""
SET = "/"
"""What parts the sets of a form that has several."""


def call(verb: str, book: Rulebook) -> str:
    """What a player calls out with a verb; empty for a move made in silence."""
    found = book.verbs.get(verb)
    return localized(found.call) if found and found.call else ""


def term(word: str, book: Rulebook) -> str:
    """The argument of a verb in the reader's language; unchanged where the rulebook has no word for it."""
    terms, points = book.words.of("terms"), fine(word)
    if points and FINE in terms:
        return localized(terms[FINE]).format(n=points)
    return localized(terms[word]) if word in terms else word


def wish(verb: str, tiles: str, book: Rulebook) -> str:
    """What a player wishes to call, and with which tiles if the record says so."""
    return f"{call(verb, book)} {_named_pieces(book, tiles, 'set')}".rstrip()


def sentence_and_call(move: Move, book: Rulebook) -> tuple[str, dict[str, str] | None]:
    """The sentence for a move, and what its seat calls out, if anything."""
    seat, verb, called = _named_pieces(book, move.seat, "seat"), book.verbs.get(move.verb or move.sign), call(move.verb, book)
    if move.sign == INTENT and called:
        return _("%(seat)s wants: %(call)s") % {"seat": seat, "call": wish(move.verb, move.text, book)}, None
    if verb is None:
        return _("%(seat)s says “%(words)s”") % {"seat": seat, "words": move.words}, None
    facts = {
        "seat": seat,
        "other": _named_pieces(book, move.other, "seat"),
        "tiles": _named_pieces(book, pieces_shown(move, book), "set"),
        "text": book.words.value(move.text, reader_language()) if verb.form == VALUE else term(move.text, book),
    }
    return localized(verb.sentence(move.text, move.other)).format_map(facts), {
        "seat": move.seat,
        "said": called,
    } if called else None


def sentences(moves: Iterable[Move], book: Rulebook) -> list[str]:
    """Sentences for moves of which one may be made: one for all discards of a seat, and one for its draws."""
    groups: dict[tuple[str, str], list[Move]] = {}
    for move in moves:
        groups.setdefault((move.seat, move.sign if move.sign in (DRAW, DISCARD) else move.token), []).append(move)
    return [_sentence_of(group, book) for group in groups.values()]


def _sentence_of(alike: list[Move], book: Rulebook) -> str:
    """The sentence for moves of which each draws or discards another piece; of several that may be drawn none is named."""
    first = alike[0]
    pieces = UNSEEN if first.sign == DRAW and len(alike) > 1 else "".join(move.text for move in alike)
    return sentence_and_call(replace(first, text=pieces), book)[0]


def shorthand(move: Move, book: Rulebook) -> dict[str, Any]:
    """A move as a list shows it in little room: its seat, the word that is called out, the single pieces it shows, and whether
    they are drawn. There is neither word nor piece for a move that only a sentence can tell."""
    verb, word = book.verbs.get(move.verb or move.sign), call(move.verb, book)
    shown = move.sign in (DRAW, DISCARD, PLAY) or (verb is not None and verb.form in PIECES)
    return {
        "seat": move.seat,
        "word": f"{word}?" if word and move.sign == INTENT else word,
        "pieces": [piece for piece in book.words.pieces(pieces_shown(move, book)) if piece != SET] if shown else [],
        "drawn": move.sign == DRAW,
    }


def pieces_shown(move: Move, book: Rulebook) -> str:
    """The tiles or cards that a move shows; for a ghost the ghost itself, not the tile that it stands for."""
    verb = book.verbs.get(move.verb)
    return move.parts[0] if verb and verb.form == ADDED and move.parts else move.text


def _named_pieces(book: Rulebook, text: str, form: str) -> str:
    """Seats by their names, or the pieces of a ``set``, equal ones once with their number."""
    return book.words.say(text, form, reader_language()) if text else ""
