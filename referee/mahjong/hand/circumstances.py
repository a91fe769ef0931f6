"""The circumstances of a win, and the moments of a round at which each can be.

Two things that are said of one win exclude each other if they share no moment: heaven is the dealer's dealt hand, the last
tile is drawn at the end. A record of moves is replayed and has one moment. What is only told, on a score sheet or in a question
about a hand, is held to this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    EARTH,
    HEAVEN,
    LAST_TILE,
    ON_REPLACEMENT,
    ROBBING,
    SELF_DRAWN,
)

DEALT: Final = 1 << 0
"""The dealer has the dealt fourteen tiles (MJ-1.3)."""
FIRST_DRAW: Final = 1 << 1
"""Another seat has drawn for the first time, and has no meld."""
DRAWN: Final = 1 << 2
"""Any other draw from the front of the wall."""
LAST_DRAWN: Final = 1 << 3
"""The same, and the wall is empty now."""
REPLACED: Final = 1 << 4
"""The seat has drawn the replacement after its own kong (MJ-2.4)."""
LAST_REPLACED: Final = 1 << 5
"""The same, and the wall is empty now (MJ-2.5)."""
FIRST_DISCARD: Final = 1 << 6
"""The dealer's first discard is on offer."""
DISCARDED: Final = 1 << 7
"""Any other discard is on offer."""
LAST_DISCARD: Final = 1 << 8
"""The same, and the wall is empty (MJ-2.6)."""
KONG_LAID: Final = 1 << 9
"""A kong that can be robbed is being laid (MJ-3.4). The wall is not empty, since its replacement is to be drawn (MJ-2.5)."""
ANY: Final = (1 << 10) - 1

START: Final = DEALT | FIRST_DRAW | FIRST_DISCARD
"""The winner has no meld yet."""
AFTER_OWN_KONG: Final = REPLACED | LAST_REPLACED
WALL_EMPTY: Final = LAST_DRAWN | LAST_REPLACED | LAST_DISCARD
WAYS: Final[Mapping[str, int]] = {
    "draw": DEALT | FIRST_DRAW | DRAWN | LAST_DRAWN | AFTER_OWN_KONG,
    "discard": FIRST_DISCARD | DISCARDED | LAST_DISCARD,
    "rob": KONG_LAID,
}
"""The moments of each way of winning."""
FED: Final = "fed"
"""How a draw counts that is paid like a discard: the replacement of a direct kong, where who fed it pays once (TBL-6)."""

DEALER: Final = "dealer"
NOT_DEALER: Final = "not-dealer"
MELDS: Final = "melds"
NO_KONG: Final = "no-kong"
LEFT: Final = "left"
CONDITIONS: Final[Mapping[str, int]] = {
    DEALER: ANY & ~(FIRST_DRAW | FIRST_DISCARD),
    NOT_DEALER: ANY & ~DEALT,
    MELDS: ANY & ~START,
    NO_KONG: ANY & ~AFTER_OWN_KONG,
}
"""What else is known of a winner: who deals, that melds lie on the table, that none of them is a kong."""


class Circumstance(NamedTuple):
    """A circumstance that every mahjong game knows: its flag of a hand, the moments at which it can be, and the ways of winning
    that it goes with where a game does not name others."""

    hand_flag: int
    moments: int
    ways: tuple[str, ...]


KNOWN: Final[Mapping[str, Circumstance]] = {
    "tianhu": Circumstance(HEAVEN, DEALT, ("draw",)),
    "dihu": Circumstance(EARTH, FIRST_DRAW | FIRST_DISCARD, ("draw",)),
    "gangshanghua": Circumstance(ON_REPLACEMENT, AFTER_OWN_KONG, ("draw",)),
    "gangshangpao": Circumstance(AFTER_KONG, WAYS["discard"] | KONG_LAID, ("discard",)),
    "haidi": Circumstance(LAST_TILE, LAST_DRAWN | LAST_REPLACED, ("draw",)),
    "haidipao": Circumstance(LAST_TILE, LAST_DISCARD, ("discard",)),
}
"""In the order in which they hold, where two that are told exclude each other."""

NATURAL: Final = 4
"""How many tiles of its kind a kong has that is being robbed …"""
BESIDE_GHOSTS: Final = 2
"""… and where ghosts may stand in: the tile that was claimed, and one of the seat's own."""

_HOW: Final[Mapping[str, int]] = {"draw": SELF_DRAWN, "rob": ROBBING, "discard": 0, FED: 0}
_MOMENTS: Final = {**WAYS, FED: AFTER_OWN_KONG}


@lru_cache(maxsize=4096)
def hand_flags_of(by: str, flags: frozenset[str]) -> int:
    """The hand flags of a win by ``draw``, ``discard`` or ``rob`` in these circumstances; words of a game's own have none."""
    return _HOW[by] | sum(one.hand_flag for word, one in KNOWN.items() if word in flags and one.moments & _MOMENTS[by])


def of_ways(ways: Iterable[str]) -> int:
    """The moments of these ways of winning."""
    found = 0
    for way in ways:
        found |= WAYS[way]
    return found


def excluding(moments: int, so: Mapping[str, int]) -> str | None:
    """The first of the things that are ``so``, each with its moments, that shares none with these moments, else the first that
    leaves none beside those before it. None if all can be together."""
    alone = next((thing for thing, others in so.items() if not moments & others), None)
    if alone is not None:
        return alone
    for thing, others in so.items():
        moments &= others
        if not moments:
            return thing
    return None


def told(by: str, dealer: bool | None, melds: bool, kong: bool) -> dict[str, int]:
    """What is known of a win besides its circumstances, each with its moments: the way of winning, who deals, where that is said,
    whether the winner has melds and a kong."""
    found = {by: WAYS[by]}
    conditions = {DEALER: dealer is True, NOT_DEALER: dealer is False, MELDS: melds, NO_KONG: not kong}
    return found | {name: CONDITIONS[name] for name, holds in conditions.items() if holds}


def in_order(flags: Iterable[str]) -> list[str]:
    """Circumstances in the order in which they hold, those of a game's own last, by name."""
    given = set(flags)
    return [*[flag for flag in KNOWN if flag in given], *sorted(given - KNOWN.keys())]


def most_held(ghosts: bool) -> int:
    """How many tiles of its kind the winner can have beside the tile of a robbed kong: the kong has all four but for ghosts."""
    return NATURAL - (BESIDE_GHOSTS if ghosts else NATURAL)


# -- tiles left in the wall ----------------------------------------------------------------------------------------------------

_MELDS: Final = 4


def _early(seats: int) -> Mapping[int, int]:
    """How many tiles can have left the wall at the most: none; for four kongs of the dealer, with dice two each; two draws of
    others at first and after each claim and win, a replacement for each kong, and the own draw.

    The other seats can have so many melds, and all but two may have won before; each lets the turn pass over a seat.
    """
    claims, wins = _MELDS * (seats - 1), seats - 2
    return {DEALT: 0, FIRST_DISCARD: _MELDS * 2, FIRST_DRAW: seats - 2 + (seats - 2) * (claims + wins) + claims + 1}


def with_left(left: int, wall: int, seats: int) -> int:
    """The moments with so many tiles left in a wall that had so many after the deal to so many seats. With all of them left
    nobody has drawn."""
    if left == 0:
        return WALL_EMPTY
    found = ANY & ~WALL_EMPTY
    for moment, most in _early(seats).items():
        if wall - left > most:
            found &= ~moment
    return found & (DEALT | FIRST_DISCARD | DISCARDED | KONG_LAID) if left == wall else found
