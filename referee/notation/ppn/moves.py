"""Single moves: recognised when they are canonical already, otherwise read and put into canonical form.

What records are full of is known beforehand, any other token from when it is first met on.
"""

from __future__ import annotations

import re
from typing import Final

from referee.notation import limits
from referee.notation.faces import TILES, cards, is_cards, is_tiles, tiles

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

TILE_VERBS: Final = frozenset({"chi", "peng", "gang", "angang", "niao"})
CARD_VERBS: Final = frozenset({"shao", "hui", "gong", "huan", "mai", "liang"})
NUMBER_VERBS: Final = frozenset({"hu", "dice", "bao"})

_COMMON: Final = (
    [f"{seat}{sign}{tile}" for seat in SEATS for sign in "+-" for tile in TILES]
    + [f"{seat}.{verb}" for seat in SEATS for verb in ("peng", "gang", "hu", "guo")]
    + [f"{seat}.hu:{value}" for seat in SEATS for value in (1, 2, 4, 8, 16, 32, 64)]
)

_SEAT: Final = "".join([ALL_SEATS, *CHINESE_SEATS])
_MOVE: Final = re.compile(
    rf"(?P<seat>[{_SEAT}])(?:(?P<sign>[-+])(?P<tiles>\S+)|:(?P<cards>\S+)"
    rf"|(?P<mark>[.?])(?P<verb>[^\W\d_][\w-]*)(?:>(?P<other>[{_SEAT}]))?(?::(?P<args>[^\s\[{{;]+))?)"
)
NUMBER: Final = re.compile(r"[0-9]+\.+")

CANONICAL: Final = {token: token for token in _COMMON}
"""Canonical tokens met so far, and at first those that records are full of."""

KNOWN: Final = dict(CANONICAL)
"""Tokens met so far and what they are canonically: a text that holds only these needs no other reading."""

KNOWN_AT_MOST: Final = 50_000
LONG: Final = 24
"""Tokens this long are not kept: no record is full of them."""


def move(token: str) -> str | None:
    """The canonical form of a move, None where the token is none."""
    known = KNOWN.get(token)
    if known is not None:
        return known
    canonical = _move(token)
    if canonical is not None and len(KNOWN) < KNOWN_AT_MOST and len(token) < LONG:
        canonical = KNOWN[token] = CANONICAL.setdefault(canonical, canonical)
    return canonical


def _move(token: str) -> str | None:
    found = _MOVE.fullmatch(token)
    if found is None:
        return None
    seat = CHINESE_SEATS.get(found["seat"], found["seat"])
    if found["sign"]:
        return f"{seat}{found['sign']}{tiles(found['tiles'])}" if is_tiles(found["tiles"]) else None
    if found["cards"]:
        return f"{seat}:{cards(found['cards'])}" if is_cards(found["cards"]) else None
    verb = CHINESE_VERBS.get(found["verb"], found["verb"])
    other = f">{CHINESE_SEATS.get(found['other'], found['other'])}" if found["other"] else ""
    if not found["args"]:
        return f"{seat}{found['mark']}{verb}{other}"
    args = arguments(verb, found["args"])
    return None if args is None else f"{seat}{found['mark']}{verb}{other}:{args}"


def arguments(verb: str, text: str) -> str | None:
    """A verb's arguments in canonical form, None where they are none that the verb takes."""
    if verb in NUMBER_VERBS:
        if not text.isascii() or not text.isdigit():
            return None
        number = text if verb == "dice" else text.lstrip("0") or "0"
        return None if verb == "hu" and len(number) > limits.DIGITS else number
    if verb in TILE_VERBS:
        return tiles(text) if is_tiles(text) else None
    if verb == "bugang":
        added, sign, stood = text.partition("=")
        good = is_tiles(added) and (not sign or is_tiles(stood))
        return f"{tiles(added)}{sign}{tiles(stood) if sign else ''}" if good else None
    if verb in CARD_VERBS:
        return cards(text) if is_cards(text) else None
    if verb == "tiao":
        sets = text.split("/")
        return "/".join(map(cards, sets)) if all(map(is_cards, sets)) else None
    return text
