"""Reads a match whose text is canonical already: what a program wrote mostly is, and it needs no more than this.

Whatever is not, to the letter, is left to ``ppn``, which reads every text and says what is wrong with it. A text is canonical
where its tags are known and stand in their order, each value is its own canonical form, and the moves stand eight to a line,
without comments; then the text itself is what the record is known by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from referee.notation import faces, limits
from referee.notation.ppn import tags
from referee.notation.ppn.moves import ALL_SEATS, CANONICAL
from referee.notation.ppn.write import TOKENS_A_LINE
from referee.record import Move, Position, Record, Round, Scores

_OPENS: Final = '[PPN "1"]\n[Game "'
_SEAT: Final = f"[{ALL_SEATS}]"
_ANY: Final = r'[^"\n]*+'
_HANDS, _SITS, _SEATS = ([f"{tag}.{seat}" for seat in ALL_SEATS] for tag in ("Hand", "Sit", "Seat"))
_FORMS: Final[Mapping[str, str]] = {
    "PPN": "1",
    "Game": r'[^"\n]++',
    "Rules": r'[^"\n]++',
    "Base": "[1-9][0-9]{0,8}",
    "Round": "[1-9][0-9]{0,8}",
    "Dealer": _SEAT,
    "Leader": _SEAT,
    "Dice": "[1-6]++",
    "Wall": faces.SINGLE,
    "Places": f"{_SEAT}(?: {_SEAT})*+",
    **dict.fromkeys(_HANDS, faces.HAND),
}
"""What a canonical value is like, of the tags that do not take any text."""
_OF_MATCH: Final = ("PPN", "Game", "Rules", "Base", *tags.MATCH_TAGS, *_SEATS, "Totals")
_OF_ROUND: Final = (
    "Round",
    "Dealer",
    "Leader",
    "Dice",
    "Break",
    "Draw",
    "Wall",
    *_HANDS,
    *_SITS,
    "Scores",
    "Places",
    "Start",
    "End",
)
"""The known tags of a match and of a round, in their order."""


def _tags(names: tuple[str, ...], least: int) -> re.Pattern[str]:
    """The tags that a part of a text opens with, past the first bracket; so many of them are always there."""
    each = [rf'{re.escape(name)} "({_FORMS.get(name, _ANY)})"\]' for name in names]
    always, others = r"\n\[".join(each[:least]), [rf"(?:\n\[{tag})?+" for tag in each[least:]]
    return re.compile("".join([always, *others, r"(?:\n(?!\n|\Z)|\Z)"]))


_HEAD: Final = _tags(_OF_MATCH, 2)
_HEADER: Final = _tags(_OF_ROUND, 1)
_HANDS_AT: Final = _OF_ROUND.index(_HANDS[0])
_SITS_AT: Final = _OF_ROUND.index(_SITS[0])
_SHORT: Final = limits.TAG_BYTES // 4
"""Characters that are not too many bytes, whatever they are."""


def read(text: str, first_line: int = 1) -> Record | None:
    """The record of a match that is written canonically, but for empty lines after it; None where this is no such text."""
    if not text.startswith(_OPENS) or text[-1] != "\n" or "{" in text or ";" in text or "\\" in text or "\r" in text:
        return None
    try:
        return _record(text, text.rstrip("\n"), first_line)
    except (KeyError, UnicodeEncodeError):
        return None


def _record(text: str, whole: str, first_line: int) -> Record:
    """Raises KeyError for what is not canonical."""
    head, *written = whole.split("\n\n[")
    opens = _HEAD.fullmatch(head, 1)
    if opens is None or len(head) > _SHORT or len(written) > limits.ROUNDS:
        raise KeyError(head)
    _, game, rules, base, *others = opens.groups()
    rounds: list[Round] = []
    start, last = len(head) + 2, 0
    for left, part in enumerate(written, 1 - len(written)):
        end = start + len(part) + 3 if left else len(text)
        rounds.append(_round(part, last, Position(text, start, end, first_line)))
        start, last = end, rounds[-1].number
    return Record(
        game,
        rules or "",
        None if base is None else int(base),
        {name: value for name, value in zip(tags.MATCH_TAGS, others, strict=False) if value is not None},
        _by_seat(others[len(tags.MATCH_TAGS) : -1]),
        _scores(others[-1]),
        tuple(rounds),
        "",
        sha256(f"{whole}\n".encode()).hexdigest(),
    )


def _round(text: str, last: int, position: Position) -> Round:
    """A round, whose number is to be greater than the last one's."""
    header = _HEADER.match(text)
    if header is None or header.end() > _SHORT:
        raise KeyError(text)
    found = header.groups()
    number = int(found[0])
    _, dealer, leader, dice, break_, draw, wall = found[:_HANDS_AT]
    scores, places, start, end = found[-4:]
    if number <= last or (places is not None and tags.places(places) is None):
        raise KeyError(number)
    return Round(
        number,
        _moves(text[header.end() :]),
        dealer,
        leader,
        dice,
        break_,
        draw,
        wall,
        _by_seat(found[_HANDS_AT:_SITS_AT]),
        _by_seat(found[_SITS_AT:-4]) if "\n[Sit." in text else {},
        _scores(scores),
        places,
        start,
        end,
        {},
        {},
        position,
    )


def _by_seat(values: Sequence[str | None]) -> dict[str, str]:
    """What tags say of seats, a value for each that has one."""
    return {seat: value for seat, value in zip(ALL_SEATS, values, strict=True) if value is not None}


def _moves(text: str) -> tuple[Move, ...]:
    """The moves of a round, eight to a line."""
    if not text:
        return ()
    lines = text.split("\n")
    gaps = [line.count(" ") for line in lines]
    if gaps.pop() >= TOKENS_A_LINE or gaps.count(TOKENS_A_LINE - 1) < len(gaps) or len(lines) > limits.MOVES // TOKENS_A_LINE:
        raise KeyError(text)
    return tuple(map(CANONICAL.__getitem__, " ".join(lines).split(" ")))


def _scores(text: str | None) -> Scores | None:
    found = None if text is None else tags.canonical_scores(text)
    if found is None and text is not None:
        raise KeyError(text)
    return found
