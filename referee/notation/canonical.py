"""Reads a match whose text is canonical already: what a program wrote mostly is, and it needs no more than this.

Whatever is not, to the letter, is left to ``ppn``, which reads every text and says what is wrong with it. A text is canonical
where its tags are known and stand in their order, each value is its own canonical form, and the moves stand eight to a line,
without comments; then the text itself is what the record is known by.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from referee.notation import limits, tags
from referee.notation.tokens import ALL_SEATS, CANONICAL
from referee.notation.write import TOKENS_A_LINE
from referee.record import Position, Record, Round, Scores

_OPENS: Final = '[PPN "1"]\n[Game "'
_HANDS, _SITS, _SEATS = ([f"{tag}.{seat}" for seat in ALL_SEATS] for tag in ("Hand", "Sit", "Seat"))
_OF_MATCH: Final = {name: place for place, name in enumerate(
    ("PPN", "Game", "Rules", "Base", *tags.MATCH_TAGS, *_SEATS, "Totals"), 1)}  # fmt: skip
_OF_ROUND: Final = {name: place for place, name in enumerate((
    "Round", "Dealer", "Leader", "Dice", "Break", "Draw", "Wall", *_HANDS, *_SITS, "Scores", "Places", "Start", "End"), 1)
}  # fmt: skip
"""The known tags of a match and of a round, each with its place in their order."""
_READ: Final[dict[str, tags.Reader]] = {
    "Base": tags.whole, "Dealer": tags.seat, "Leader": tags.seat, "Dice": tags.dice, "Wall": tags.wall_text,
    "Places": tags.places, **dict.fromkeys(_HANDS, tags.hand),
}  # fmt: skip
"""How the values that have a form are read."""
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
    found, moves = _parted(head[1:], _OF_MATCH)
    if moves or not found["Game"] or found.get("Rules") == "" or len(written) > limits.ROUNDS:
        raise KeyError(head)
    base = found.get("Base")
    rounds: list[Round] = []
    start, last = len(head) + 2, 0
    for left, part in enumerate(written, 1 - len(written)):
        end = start + len(part) + 3 if left else len(text)
        rounds.append(_round(part, last, Position(text, start, end, first_line)))
        start, last = end, rounds[-1].number
    return Record(
        found["Game"], found.get("Rules", ""), None if base is None else int(base),
        {name: found[name] for name in tags.MATCH_TAGS if name in found},
        {name[5:]: value for name, value in found.items() if name[:5] == "Seat."},
        _scores(found.get("Totals")), tuple(rounds), "", sha256(f"{whole}\n".encode()).hexdigest(),
    )  # fmt: skip


def _round(text: str, last: int, position: Position) -> Round:
    """A round, whose number is to be greater than the last one's."""
    found, moves = _parted(text, _OF_ROUND)
    number = tags.round_number(found["Round"])
    if number <= last:
        raise KeyError(number)
    return Round(
        number, _moves(moves), found.get("Dealer"), found.get("Leader"), found.get("Dice"), found.get("Break"),
        found.get("Draw"), found.get("Wall"),
        {name[5:]: value for name, value in found.items() if name[:5] == "Hand."},
        {name[4:]: value for name, value in found.items() if name[:4] == "Sit."} if "\n[Sit." in text else {},
        _scores(found.get("Scores")), found.get("Places"), found.get("Start"), found.get("End"), {}, {}, position,
    )  # fmt: skip


def _parted(text: str, places: dict[str, int]) -> tuple[dict[str, str], str]:
    """The tags that a text opens with, past the first bracket, and the moves after them."""
    header, _, moves = (text[:-2], "", "") if text[-2:] == '"]' else text.rpartition('"]\n')
    written = header.split('"]\n[')
    if header.count('"') != 2 * len(written) - 1 or header.count("\n") >= len(written):
        raise KeyError(header)
    found: dict[str, str] = {}
    last = 0
    for one in written:
        name, _, value = one.partition(' "')
        place, read = places[name], _READ.get(name)
        if place <= last or len(value) > _SHORT or (read is not None and read(value) != value):
            raise KeyError(one)
        found[name], last = value, place
    return found, moves


def _moves(text: str) -> tuple[str, ...]:
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
