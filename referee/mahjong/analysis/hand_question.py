"""Reading a question about one hand from JSON; errors say what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple, cast

from referee.core.game.hand_specification import QueryError, shown
from referee.core.texts import Texts
from referee.core.verdict import JSON
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import HONOURS, NAMES, RANK, SUIT, UNSEEN, kinds
from referee.mahjong.table.ruleset import Ruleset

TEXTS = Texts(__file__)
MELDS = {"chi": "chi", "peng": "peng", "gang": "direct", "angang": "concealed", "bugang": "added"}
"""The words of melds, and the kinds that they are."""
STEPS = {"chi": (0, 1, 2), "peng": (0, 0, 0), "gang": (0, 0, 0, 0), "angang": (0, 0, 0, 0), "bugang": (0, 0, 0, 0)}
"""The tiles of a meld, as steps from its lowest."""
WAYS = ("draw", "discard", "rob")
LONGEST = 200
"""The characters of tiles that are read at most: no hand has more than fourteen."""


class Question(NamedTuple):
    """A hand and what is asked about it: its value with ``win``, or (None) the value of every tile that it waits for. ``dealer``:
    whether the winner deals; None where nothing is said of it."""

    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int | None
    by: str
    flags: frozenset[str]
    readings: bool
    dealer: bool | None = None


def read(query: Mapping[str, JSON], ruleset: Ruleset, known: Collection[str]) -> Question:
    """Read a question; ``known`` are the circumstances that ``flags`` may name. Raises QueryError."""
    hand = _tiles(query.get("hand", ""), "hand")
    melds = tuple(read_meld(text, ruleset) for text in _texts(query.get("melds", []), "melds"))
    if len(hand) + 3 * len(melds) != ruleset.hand:
        raise _wrong_size(len(hand), len(melds), ruleset.hand)
    win = None if _switch(query, "waits") else _one_tile(query.get("win", ""))
    _within_copies(ruleset, [*hand, *([] if win is None else [win])], melds)
    dealer = _switch(query, "dealer") if "dealer" in query else None
    return Question(hand, melds, win, _way(query), frozenset(_flags(query, known)), _switch(query, "readings"), dealer)


def _flags(query: Mapping[str, JSON], known: Collection[str]) -> list[str]:
    flags = _texts(query.get("flags", []), "flags")
    unknown = ", ".join(sorted(set(flags) - set(known)))
    if unknown:
        raise QueryError("flags", TEXTS("flags", allowed=", ".join(known), got=shown(unknown)))
    return flags


def _way(query: Mapping[str, JSON]) -> str:
    by = query.get("by", "draw")
    if not isinstance(by, str) or by not in WAYS:
        raise QueryError("by", TEXTS("way", allowed=", ".join(WAYS), got=shown(by)))
    return by


def _switch(query: Mapping[str, JSON], field: str) -> bool:
    value = query.get(field, False)
    if not isinstance(value, bool):
        raise QueryError(field, TEXTS("switch", field=field, got=shown(value)))
    return value


def _one_tile(value: JSON) -> int:
    win = _tiles(value, "win")
    if len(win) != 1:
        raise QueryError("win", TEXTS("one-tile", got=shown(value)))
    return win[0]


def _tiles(value: JSON, field: str) -> tuple[int, ...]:
    """The kinds of an MPSZ text. Raises QueryError for any other value, and for unseen tiles."""
    try:
        found = kinds(value) if isinstance(value, str) and len(value) <= LONGEST else [UNSEEN]
    except KeyError:
        found = [UNSEEN]
    if UNSEEN in found:
        raise QueryError(field, TEXTS("tiles", got=shown(value)))
    return tuple(found)


def _texts(value: JSON, field: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise QueryError(field, TEXTS("list", field=field, got=shown(value)))
    return cast(list[str], value)


def read_meld(text: str, ruleset: Ruleset) -> Meld:
    """``chi:345p``, ``peng:555p``, ``gang:5555p`` …; with a ghost in it, ``peng:55p7z``."""
    word, _, rest = text.partition(":")
    known = [word for word in STEPS if word != "chi" or ruleset.chi]
    tiles = tuple(sorted(_tiles(rest, "melds")))
    if word not in known or not _forms(word, tiles, ruleset.ghost):
        raise QueryError("melds", TEXTS("meld", words=" ".join(known), got=shown(text)))
    return Meld(MELDS[word], tiles[0], tiles)


def _forms(word: str, tiles: tuple[int, ...], ghost: int | None) -> bool:
    """Whether the tiles form such a meld: its natural tiles are of one kind, and it has at least one."""
    steps = STEPS[word]
    if len(tiles) != len(steps):
        return False
    lowest = tiles[0]
    if word == "chi":
        return SUIT[lowest] != HONOURS and RANK[lowest] <= 7 and tiles == tuple(lowest + step for step in steps)
    return lowest != ghost and all(tile in (lowest, ghost) for tile in tiles)


def _within_copies(ruleset: Ruleset, hand: list[int], melds: tuple[Meld, ...]) -> None:
    held = Counter([*hand, *(tile for meld in melds for tile in meld.tiles)])
    for kind, count in sorted(held.items()):
        copies = ruleset.copies[kind]
        if not copies:
            raise QueryError("hand", TEXTS("not-in-play", name=NAMES[kind]))
        if count > copies:
            raise QueryError("hand", TEXTS("too-many", name=NAMES[kind], count=count, copies=copies))


def _wrong_size(tiles: int, melds: int, size: int) -> QueryError:
    wanted = max(0, size - 3 * melds)
    return QueryError("hand", TEXTS("wrong-size", wanted=wanted, melds=melds, tiles=tiles))
