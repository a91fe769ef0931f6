"""Single moves: each token is taken apart once, put into canonical form, and kept as the move that it says.

What records are full of is known beforehand, any other token from when it is first met on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.notation import limits
from referee.notation.faces import TILES, cards, is_cards, is_tiles, tiles
from referee.record import PLAY, Move

SEATS: Final = "ESWN"
ALL_SEATS: Final = "ABCDEFSWN"
"""Every seat of any game, in the order in which they are written: ``A`` to ``F``, or ``E S W N``."""

CHINESE_SEATS: Final = {"東": "E", "东": "E", "南": "S", "西": "W", "北": "N"}
CHINESE_VERBS: Final = {
    "吃": "chi",
    "碰": "peng",
    "杠": "gang",
    "槓": "gang",
    "暗杠": "angang",
    "暗槓": "angang",
    "补杠": "bugang",
    "補槓": "bugang",
    "補杠": "bugang",
    "补槓": "bugang",
    "胡": "hu",
    "过": "guo",
    "過": "guo",
    "亮": "liang",
    "报": "bao",
    "報": "bao",
    "扳": "ban",
    "逃": "tao",
    "让": "rang",
    "讓": "rang",
    "烧": "shao",
    "燒": "shao",
    "革命": "geming",
    "会": "hui",
    "會": "hui",
    "挑": "tiao",
    "明点": "mingdian",
    "明點": "mingdian",
    "预点": "yudian",
    "預點": "yudian",
    "贡": "gong",
    "貢": "gong",
    "还": "huan",
    "還": "huan",
    "买": "mai",
    "買": "mai",
    "罚": "fa",
    "罰": "fa",
    "骰": "dice",
    "鸟": "niao",
    "鳥": "niao",
}
VERBS: Final = frozenset(CHINESE_VERBS.values())
"""Every verb that the notation has."""

TILE_VERBS: Final = frozenset({"chi", "peng", "gang", "angang", "bugang", "niao"})
CARD_VERBS: Final = frozenset({"shao", "hui", "gong", "huan", "mai", "liang", "tiao"})
NUMBER_VERBS: Final = frozenset({"hu", "dice", "bao"})
BETWEEN: Final = {"bugang": "=", "tiao": "/"}
"""What stands between the parts of an argument, where a verb takes several."""

_SEAT: Final = "".join([ALL_SEATS, *CHINESE_SEATS])
_MOVE: Final = re.compile(
    rf"(?P<seat>[{_SEAT}])(?:(?P<sign>[-+])(?P<tiles>\S+)|:(?P<cards>\S+)"
    rf"|(?P<mark>[.?])(?P<verb>[^\W\d_][\w-]*)(?:>(?P<other>[{_SEAT}]))?(?::(?P<args>[^\s\[{{;]+))?)"
)
_BEGINNING: Final = re.compile(rf"(?P<seat>[{_SEAT}])(?P<sign>[-+:.?])(?P<verb>[^\W\d_][\w-]*)?(?:>(?P<other>[{_SEAT}]))?:?")
NUMBER: Final = re.compile(r"[0-9]+\.+")

CANONICAL: Final[dict[str, Move]] = {}
"""Moves met so far by their canonical tokens, and at first those that records are full of."""

KNOWN: Final[dict[str, Move]] = {}
"""The same by every token that was read as one of them: a text that holds only these needs no other reading."""

KNOWN_AT_MOST: Final = 50_000
LONG: Final = 24
"""Tokens this long are not kept: no record is full of them."""


def move(token: str) -> Move | None:
    """The move that a token says, in canonical form; None where it says none."""
    known = KNOWN.get(token)
    if known is not None:
        return known
    read = _read(token)
    if read is not None and len(KNOWN) < KNOWN_AT_MOST and len(token) < LONG:
        read = KNOWN[token] = CANONICAL.setdefault(read.token, read)
    return read


def moves(tokens: Iterable[str]) -> tuple[Move, ...]:
    """The moves that some tokens say. Raises ValueError where one says none."""
    found = []
    for token in tokens:
        read = move(token)
        if read is None:
            raise ValueError(f"{token!r} is no move")
        found.append(read)
    return tuple(found)


def begun(head: str, text: str) -> Move:
    """A move of which only the beginning is known (``E-``, ``A.gong>E:``); ``text`` stands for what will be behind it.

    Raises ValueError where no move begins so.
    """
    found = _BEGINNING.fullmatch(head)
    if found is None:
        raise ValueError(f"no move begins with {head!r}")
    return Move(head + text, found["seat"], found["sign"], found["verb"] or "", found["other"] or "", text, (text,))


def _read(token: str) -> Move | None:
    found = _MOVE.fullmatch(token)
    if found is None:
        return None
    seat = CHINESE_SEATS.get(found["seat"], found["seat"])
    if found["sign"]:
        return _laid(seat, found["sign"], tiles(found["tiles"])) if is_tiles(found["tiles"]) else None
    if found["cards"]:
        return _laid(seat, PLAY, cards(found["cards"])) if is_cards(found["cards"]) else None
    return _called(seat, found["mark"], found["verb"], found["other"] or "", found["args"] or "")


def _laid(seat: str, sign: str, text: str) -> Move:
    """A move without a word: tiles drawn or discarded, cards played."""
    return Move(f"{seat}{sign}{text}", seat, sign, text=text, parts=(text,))


def _called(seat: str, sign: str, word: str, whom: str, text: str) -> Move | None:
    """A call or an intent; None where behind it stands what its verb does not take."""
    verb, other = CHINESE_VERBS.get(word, word), CHINESE_SEATS.get(whom, whom)
    read = arguments(verb, text) if text else ("", ())
    if read is None:
        return None
    behind, parts = read
    token = "".join([seat, sign, verb, *((">", other) if other else ()), *((":", behind) if text else ())])
    return Move(token, seat, sign, verb, other, behind, parts)


def arguments(verb: str, text: str) -> tuple[str, tuple[str, ...]] | None:
    """What stands behind a verb in canonical form, whole and in its parts; None where the verb does not take it."""
    between = BETWEEN.get(verb)
    if between is None:
        read = _argument(verb, text)
        return None if read is None else (read, (read,))
    first, sign, rest = text.partition(between)
    parts = [_argument(verb, part) for part in (text.split(between) if between == "/" else (first, rest) if sign else (first,))]
    found = tuple(part for part in parts if part is not None)
    return (between.join(found), found) if len(found) == len(parts) else None


def _argument(verb: str, text: str) -> str | None:
    if verb in NUMBER_VERBS:
        if not text.isascii() or not text.isdigit():
            return None
        number = text if verb == "dice" else text.lstrip("0") or "0"
        return None if verb == "hu" and len(number) > limits.DIGITS else number
    if verb in TILE_VERBS:
        return tiles(text) if is_tiles(text) else None
    if verb in CARD_VERBS:
        return cards(text) if is_cards(text) else None
    return text


_COMMON: Final = (
    [f"{seat}{sign}{tile}" for seat in SEATS for sign in "+-" for tile in TILES]
    + [f"{seat}.{verb}" for seat in SEATS for verb in ("peng", "gang", "hu", "guo")]
    + [f"{seat}.hu:{value}" for seat in SEATS for value in (1, 2, 4, 8, 16, 32, 64)]
)
moves(_COMMON)
