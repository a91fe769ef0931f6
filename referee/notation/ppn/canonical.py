"""A fast reader for matches in canonical form, which programs mostly write.

Whatever is not, to the letter, is left to ``ppn``, which reads every text and says what is wrong with it. A text is canonical
where its tags are known and stand in their order, each value is its own canonical form, and the moves stand eight to a line,
without comments; then the text itself is what the record is known by.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from referee.core.record import Move, Position, Record, Round, Scores
from referee.notation import faces, limits
from referee.notation.ppn import tags
from referee.notation.ppn.grammar import grammar_of
from referee.notation.ppn.moves import Grammar
from referee.notation.ppn.seats import Seats
from referee.notation.ppn.write import TOKENS_A_LINE

_OPENS: Final = '[PPN "1"]\n[Game "'
_ANY: Final = r'[^"\n]*+'
_BEFORE: Final = ("Round", "Dealer", "Leader", "Dice", "Break", "Draw", "Wall")
_AFTER: Final = ("Scores", "Places", "Start", "End", *tags.ROUND_TAGS)
"""The known tags of a round before and after those that go with seats, in their order."""


class _Form:
    """Patterns of the tags of a canonical text in which records name these seats."""

    def __init__(self, seats: Seats) -> None:
        seat = f"[{seats.letters}]"
        self.seats = seats
        self.values = {
            "PPN": "1",
            "Game": r'[^"\n]++',
            "Rules": r'[^"\n]++',
            "Base": "[1-9][0-9]{0,8}",
            "Round": "[1-9][0-9]{0,8}",
            "Dealer": seat,
            "Leader": seat,
            "Dice": "[1-6]++",
            "Wall": faces.SINGLE,
            "Places": rf"(?:{seat}|\?)(?: (?:{seat}|\?))*+",
            **dict.fromkeys(seats.tags["Hand."], faces.HAND),
        }
        """What a canonical value is like, of the tags that do not take any text."""
        self.head = self._tags(("PPN", "Game", "Rules", "Base", *tags.MATCH_TAGS, *seats.tags["Seat."], "Totals"), 2)
        self.header = self._tags((*_BEFORE, *seats.tags["Hand."], *seats.tags["Sit."], *_AFTER), 1)
        self.sits_at = len(_BEFORE) + len(seats.letters)

    def _tags(self, names: tuple[str, ...], least: int) -> re.Pattern[str]:
        """The tags that a part of a text opens with, past the first bracket; so many of them are always there."""
        each = [rf'{re.escape(name)} "({self.values.get(name, _ANY)})"\]' for name in names]
        always, others = r"\n\[".join(each[:least]), [rf"(?:\n\[{tag})?+" for tag in each[least:]]
        return re.compile("".join([always, *others, r"(?:\n(?!\n|\Z)|\Z)"]))

    def by_seat(self, values: Sequence[str | None]) -> dict[str, str]:
        """The values of tags by seat."""
        return {seat: value for seat, value in zip(self.seats.letters, values, strict=True) if value is not None}


@lru_cache(maxsize=64)
def _form(seats: Seats) -> _Form:
    return _Form(seats)


_SHORT: Final = limits.TAG_BYTES // 4
"""Characters that are not too many bytes, whatever they are."""


def read(text: str, first_line: int = 1) -> Record | None:
    """The record of a match in canonical form; None if the text is not canonical."""
    if not text.startswith(_OPENS) or text[-1] != "\n" or "{" in text or ";" in text or "\\" in text or "\r" in text:
        return None
    game = text[len(_OPENS) : text.find('"', len(_OPENS))]
    try:
        return _record(text, text.rstrip("\n"), first_line, grammar_of(game))
    except (KeyError, UnicodeEncodeError):
        return None


def _record(text: str, whole: str, first_line: int, grammar: Grammar) -> Record:
    """The record. Raises KeyError for anything that is not canonical."""
    form = _form(grammar.seats)
    head, *written = whole.split("\n\n[")
    opens = form.head.fullmatch(head, 1)
    if opens is None or len(head) > _SHORT or len(written) > limits.ROUNDS:
        raise KeyError(head)
    _, game, rules, base, *others = opens.groups()
    if rules and tags.rules_text(rules) != rules:
        raise KeyError(rules)
    rounds: list[Round] = []
    start, last, moves = len(head) + 2, 0, 0
    for left, part in enumerate(written, 1 - len(written)):
        end = start + len(part) + 3 if left else len(text)
        rounds.append(_round(part, last, Position(text, start, end, first_line), form, grammar))
        start, last, moves = end, rounds[-1].number, moves + len(rounds[-1].moves)
        if moves > limits.MATCH_MOVES:
            raise KeyError(moves)
    return Record(
        game,
        rules or "",
        None if base is None else int(base),
        {name: value for name, value in zip(tags.MATCH_TAGS, others, strict=False) if value is not None},
        form.by_seat(others[len(tags.MATCH_TAGS) : -1]),
        _scores(others[-1], form.seats),
        tuple(rounds),
        "",
        sha256(f"{whole}\n".encode()).hexdigest(),
    )


def _round(text: str, last: int, position: Position, form: _Form, grammar: Grammar) -> Round:
    """Read a round, whose number must be greater than the last one's."""
    header = form.header.match(text)
    if header is None or header.end() > _SHORT:
        raise KeyError(text)
    found = header.groups()
    number = int(found[0])
    _, dealer, leader, dice, break_, draw, wall = found[: len(_BEFORE)]
    scores, places, start, end, *others = found[-len(_AFTER) :]
    if number <= last or (places is not None and form.seats.places(places) is None):
        raise KeyError(number)
    return Round(
        number,
        _moves(text[header.end() :], grammar),
        dealer,
        leader,
        dice,
        break_,
        draw,
        wall,
        form.by_seat(found[len(_BEFORE) : form.sits_at]),
        form.by_seat(found[form.sits_at : -len(_AFTER)]) if "\n[Sit." in text else {},
        _scores(scores, form.seats),
        places,
        start,
        end,
        {},
        {name: value for name, value in zip(tags.ROUND_TAGS, others, strict=True) if value is not None},
        position,
    )


def _moves(text: str, grammar: Grammar) -> tuple[Move, ...]:
    """Read the moves of a round, eight a line."""
    if not text:
        return ()
    lines = text.split("\n")
    gaps = [line.count(" ") for line in lines]
    if gaps.pop() >= TOKENS_A_LINE or gaps.count(TOKENS_A_LINE - 1) < len(gaps) or len(lines) > limits.MOVES // TOKENS_A_LINE:
        raise KeyError(text)
    words = text.replace("\n", " ").split(" ")
    try:
        return tuple(map(grammar.canonical.__getitem__, words))
    except KeyError:
        return tuple([_move(word, grammar) for word in words])


def _move(token: str, grammar: Grammar) -> Move:
    """Parse a move that is not in the cache. Raises KeyError if the token is not canonical."""
    move = grammar.move(token)
    if move is None or move.token != token:
        raise KeyError(token)
    return move


def _scores(text: str | None, seats: Seats) -> Scores | None:
    found = None if text is None else seats.canonical_scores(text)
    if found is None and text is not None:
        raise KeyError(text)
    return found
