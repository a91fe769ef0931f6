"""Parses the tokens of moves, once each, and keeps the results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from referee.core.record import Move
from referee.notation import limits
from referee.notation.faces import cards, is_cards, is_partly_seen, is_tiles, tiles
from referee.notation.ppn.seats import Seats
from referee.rulebook.verbs import ADDED, CARDS, FACES, NUMBER, PART, SETS, TILES, VALUE

NUMBERING: Final = re.compile(r"[0-9]+\.+")
"""A number before moves, which says nothing."""

BETWEEN: Final = {ADDED: "=", SETS: "/"}
"""What stands between the parts of what is behind a verb, where there may be several."""
_OF_PART: Final = {ADDED: TILES, SETS: CARDS}

KNOWN_AT_MOST: Final = 50_000
LONG: Final = 24
"""Tokens this long are not kept: no record is full of them."""


class Grammar:
    """The form of the moves in a game's records: the seats, and what may follow each verb.

    ``forms`` are the forms of ``referee.rulebook.verbs`` by verbs and by the signs of moves without one; a word that has none
    is a verb too, with anything behind it. ``spellings`` are verbs by what else may stand for them, ``phrases`` verbs with a word
    of a game's own behind them, or with nothing where a game says them alone. ``known`` are the moves met
    so far by the tokens that said them, ``canonical`` the same by their canonical tokens.
    """

    def __init__(
        self, seats: Seats, forms: Mapping[str, str], spellings: Mapping[str, str], phrases: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.seats = seats
        self.forms = dict(forms)
        self.spellings = dict(spellings)
        self.phrases = frozenset(phrases)
        self.known: dict[str, Move] = {}
        self.canonical: dict[str, Move] = {}
        seat, verb = f"[{seats.each}]", r"[^\W\d_][\w-]*"
        self._move = re.compile(
            rf"(?P<seat>{seat})(?:(?P<sign>[-+:])(?P<pieces>\S+)"
            rf"|(?P<mark>[.?])(?P<verb>{verb})(?:>(?P<other>{seat}))?(?::(?P<args>[^\s\[{{;]+))?)"
        )
        self._unsigned = re.compile(rf"(?P<seat>{seat})(?P<pieces>\S+)")
        self._beginning = re.compile(rf"(?P<seat>{seat})(?P<sign>[-+:.?])(?P<verb>{verb})?(?:>(?P<other>{seat}))?:?")

    def move(self, token: str) -> Move | None:
        """The move of a token, in canonical form; None if the token is no move."""
        known = self.known.get(token)
        if known is not None:
            return known
        read = self._read(token)
        if read is not None and len(self.known) < KNOWN_AT_MOST and len(token) < LONG:
            read = self.known[token] = self.canonical.setdefault(read.token, read)
        return read

    def moves(self, tokens: Iterable[str]) -> tuple[Move, ...]:
        """The moves of tokens. Raises ValueError for a token that is no move."""
        found = []
        for token in tokens:
            read = self.move(token)
            if read is None:
                raise ValueError(f"{token!r} is no move")
            found.append(read)
        return tuple(found)

    def begun(self, head: str, text: str) -> Move:
        """A move of which only the beginning is given (``E-``, ``A.gong>E:``); ``text`` stands for the rest.

        Raises ValueError where no move begins so.
        """
        found = self._beginning.fullmatch(head)
        if found is None:
            raise ValueError(f"no move begins with {head!r}")
        return Move(head + text, found["seat"], found["sign"], found["verb"] or "", found["other"] or "", text, (text,))

    def has(self, verb: str) -> bool:
        """Whether some game has this verb."""
        return verb in self.forms

    def says(self, verb: str, text: str) -> bool:
        """Whether some game has this verb with this very word behind it, or alone if the text is empty."""
        return (verb, text) in self.phrases

    def begins(self, token: str) -> bool:
        """Whether a text begins as a move does."""
        return self._beginning.match(token) is not None

    def unsigned(self, token: str) -> tuple[str, str] | None:
        """The seat and the tiles or cards of a token that lacks the sign between them (``E4p``, ``A777``); None for others."""
        found = self._unsigned.fullmatch(token) if len(token) <= limits.WORD else None
        if found is None or not (is_tiles(found["pieces"]) or is_cards(found["pieces"])):
            return None
        return found["seat"], found["pieces"]

    def _read(self, token: str) -> Move | None:
        found = self._move.fullmatch(token) if len(token) <= limits.WORD else None
        if found is None:
            return None
        seat, sign = self.seats.letter(found["seat"]), found["sign"]
        if sign is None:
            return self._called(seat, found["mark"], found["verb"], found["other"] or "", found["args"] or "")
        pieces = _argument(self.forms.get(sign, CARDS), found["pieces"])
        return None if pieces is None else Move(f"{seat}{sign}{pieces}", seat, sign, text=pieces, parts=(pieces,))

    def _called(self, seat: str, sign: str, word: str, whom: str, text: str) -> Move | None:
        """A call or an intent; None if its verb does not allow the rest of the token."""
        verb, other = self.spellings.get(word, word), self.seats.letter(whom)
        read = _arguments(self.forms.get(verb, ""), text) if text else ("", ())
        if read is None:
            return None
        behind, parts = read
        token = "".join([seat, sign, verb, *((">", other) if other else ()), *((":", behind) if text else ())])
        return Move(token, seat, sign, verb, other, behind, parts)


def _arguments(form: str, text: str) -> tuple[str, tuple[str, ...]] | None:
    """The arguments of a verb in canonical form, as a whole and in parts; None if they do not have the form."""
    between = BETWEEN.get(form)
    if between is None:
        read = cards(text) if form == CARDS and is_partly_seen(text) else _argument(form, text)
        return None if read is None else (read, (read,))
    parts = [_argument(_OF_PART[form], part) for part in text.split(between, -1 if form == SETS else 1)]
    found = tuple([part for part in parts if part is not None])
    return (between.join(found), found) if len(found) == len(parts) else None


def _argument(form: str, text: str) -> str | None:
    if form in (TILES, PART):
        return tiles(text) if is_tiles(text) else None
    if form == CARDS:
        return cards(text) if is_cards(text) else None
    if form not in (NUMBER, VALUE, FACES):
        return text
    if not text.isascii() or not text.isdigit():
        return None
    number = text if form == FACES else text.lstrip("0") or "0"
    return None if form == VALUE and len(number) > limits.DIGITS else number
