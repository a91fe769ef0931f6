"""What may come next in a draft, in words: moves to pick or put together, and what speaks against those that break a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from frontend.calculator import field
from frontend.moves import call, shown, term, told, wish
from frontend.said import said
from frontend.verdicts import clause_of, seat_word
from referee import Game, games
from referee.layout import PARTS, Blank, LaysOut
from referee.notation import begun
from referee.offers import Choices
from referee.record import CALL, INTENT, Move
from referee.rulebook import Rules
from referee.rulebook.clauses import Words
from referee.rulebook.options import write
from referee.verdict import Finding

NUMBERED = ("dice", "bao")
"""Verbs behind which figures stand that are no pieces."""


def tables() -> dict[str, Any]:
    """What the page has to know of every game before anything is written: presets, options, seats, the names of pieces."""
    return {game.id: _table(game) for game in games()}


def _table(game: Game) -> dict[str, Any]:
    book = game.rulebook
    presets = {}
    for preset in book.presets:
        rules = book.rules(preset.name)
        presets[preset.name] = {
            "said": said({"zh": preset.zh, "en": preset.en}),
            "seats": game.seats(rules) if isinstance(rules, Rules) else "",
            "usual": {option.name: write(rules.values[option.name]) for option in book.options}
            if isinstance(rules, Rules)
            else {},
        }
    return {
        "presets": presets,
        "base": book.base,
        "options": [field(option, book.presets[0], "") for option in book.options],
        "seats": {seat: said(name) for seat, name in book.words.seats.items()},
        "names": {piece: said(name) for piece, name in book.words.tiles.items()},
    }


def laid_out(game: Game, rules: Rules) -> dict[str, Any] | None:
    """What the header of a round is made of; None where the game does not say."""
    if not isinstance(game, LaysOut):
        return None
    layout = game.layout(rules)
    places = [{"value": value, "said": _break(game, value)} for value in layout.breaks]
    sides = [{"side": side, "said": side_word(game, side)} for side in game.sides(rules)]
    return {**layout._asdict(), "breaks": places, "sides": sides}


def side_word(game: Game, side: str) -> str:
    """A seat, or the seats of a team together."""
    return " ".join(seat_word(game, seat) for seat in side)


def _break(game: Game, value: str) -> str:
    seat, _, stack = value.partition(" ")
    return f"{seat_word(game, seat)} {stack}".strip()


def offered(game: Game, found: Choices) -> dict[str, Any]:
    """All of it as the page shows it."""
    words = game.rulebook.words
    return {
        "offers": [_offer(move, words) for move in _shown(found)],
        "against": [{**_offer(move, words), **_why(game, finding)} for move, finding in found.breaches],
        "blanks": [_blank(blank, words) for blank in found.blanks],
    }


def _shown(found: Choices) -> Iterator[Move]:
    """The legal moves; of those that may be of any number of pieces, which are better put together, only with all alike."""
    free = tuple(blank.head for blank in found.blanks if blank.usual and blank.least < blank.most)
    legal = {move.token for move in found.legal}
    for move in found.legal:
        if not free or not move.token.startswith(free) or move.token + move.token[-1] not in legal:
            yield move


def _offer(move: Move, words: Words) -> dict[str, Any]:
    """A move to pick: the sentence for it, and for who sees its seat already what is called and with which pieces."""
    sentence = told(move, words)[0]
    if move.sign == INTENT:
        return {"token": move.token, "said": sentence, "call": sentence, "faces": []}
    faces = list(words.pieces(shown(move))) if move.verb not in NUMBERED else []
    if any(piece not in words.tiles for piece in faces):
        faces = []
    spoken = " ".join(filter(None, (_called(move, words), "" if faces else term(shown(move)))))
    return {"token": move.token, "said": sentence, "call": spoken, "faces": faces}


def _called(move: Move, words: Words) -> str:
    """What is called, and to whom."""
    if move.other in words.seats:
        return f"{call(move.verb)} → {said(words.seats[move.other])}"
    return call(move.verb) if move.sign == CALL else ""


def _why(game: Game, finding: Finding) -> dict[str, Any]:
    clause = clause_of(game, finding.clause)
    return {"why": said(finding.message), "clause": clause["id"], "link": clause["link"], "law": clause["text"]}


def _blank(blank: Blank, words: Words) -> dict[str, Any]:
    move = begun(blank.head, "…")
    return {
        **blank._asdict(),
        "said": _("calls out") if move.sign in (CALL, INTENT) and not move.verb else told(move, words)[0],
        "call": _called(move, words),
        "pieces": [{"piece": piece, "n": number, **_piece(piece, words, move.verb)} for piece, number in blank.pieces.items()],
    }


def _piece(piece: str, words: Words, verb: str) -> dict[str, str]:
    """What a piece is called, and as which tile or card it is drawn; a word is not drawn."""
    suits = {
        "h": _("%(rank)s of hearts"),
        "d": _("%(rank)s of diamonds"),
        "s": _("%(rank)s of spades"),
        "c": _("%(rank)s of clubs"),
    }
    if verb in NUMBERED:
        return {"said": piece, "face": ""}
    if piece in words.tiles:
        return {"said": said(words.tiles[piece]), "face": piece}
    if piece[-1] in suits and piece[:-1] in words.tiles:
        return {"said": suits[piece[-1]] % {"rank": said(words.tiles[piece[:-1]])}, "face": piece[:-1]}
    called, _colon, tiles = piece.partition(":")
    return {"said": _("next set") if piece == PARTS else wish(called, tiles, words) if call(called) else term(piece), "face": ""}
