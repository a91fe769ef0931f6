"""Forgers of moves: each breaks one rule first in a legal match, and knows where and under which code.

They name the tokens that may be slipped in at a table, as each would be the first wrong move there. The record then stops
after the wrong move or goes on as it was played, as it happens with real records. What differs between games says ``Judge``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.mahjong.shapes import TILES
from tests.oracle.mahjong.table import SEATS, Table, tables
from tests.oracle.text import Match, Sheet

Found = tuple[int, int, str]
"""Round, move and code of the first finding."""
MANY = 40
_SEEN: dict[str, list[Any]] = {}
"""The tables of so many rounds: a round is looked at for many forgeries."""


class Judge:
    """What a game says of a table; each game has its own."""

    kinds: list[str] = TILES
    """The kinds of tiles in play."""
    absent: tuple[str, ...] = ()
    """Verbs of other games, with their arguments."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def wins(self, table: Table, seat: int, hand: list[str]) -> bool:
        """Whether the seat wins with this hand, the winning tile in it."""
        raise NotImplementedError

    def bound(self, table: Table) -> bool:
        """Whether a duty awaits somebody here, so that any other move neglects it."""
        return False

    def dealt(self, sheet: Sheet) -> Any:
        """The table of a round as it was dealt."""
        raise NotImplementedError

    def seen(self, sheet: Sheet) -> list[Any]:
        """The table before each move of a round, to be looked at only."""
        key = f"{type(self)} {self.options} {sheet.text(0)}"
        if key not in _SEEN:
            if len(_SEEN) == MANY:
                _SEEN.clear()
            _SEEN[key] = tables(self.dealt(sheet), sheet.moves)
        return _SEEN[key]

    def offered(self, table: Any, seat: int) -> int:
        """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
        raise NotImplementedError

    def may_win(self, table: Table) -> bool:
        """Whether some seat has the chance to win right now."""
        if table.phase == "act":
            return table.how != "claimed" and self.wins(table, table.seat, table.hands[table.seat])
        others = table.playing(table.seat) if table.tile else []
        return any(self.wins(table, seat, [*table.hands[seat], table.tile]) for seat in others)


Forger = Callable[[Any, Judge], Iterator[list[str]]]
RecordForger = Callable[[random.Random, Match, Judge], "Found | None"]


def with_count(table: Table, seat: int, number: int) -> list[str]:
    """The kinds of which a seat holds at least so many."""
    return sorted(tile for tile, held in Counter(table.hands[seat]).items() if held >= number)


def four(tile: str) -> str:
    return f".angang:{tile[0] * 4}{tile[1]}"


# -- who acts when ---------------------------------------------------------------------------------------------------


def not_your_turn(table: Table, judge: Judge) -> Iterator[list[str]]:
    front = table.wall[:1]
    if table.phase in ("act", "open"):
        allowed = {table.seat} if table.phase == "act" else {table.after(table.seat)}
        for seat in table.playing(*allowed):
            yield from ([f"{SEATS[seat]}-{tile}"] for tile in table.hands[seat][:2])
            yield from ([f"{SEATS[seat]}+{tile}"] for tile in front)


def must_draw_first(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        seat = table.after(table.seat)
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in table.hands[seat])


def must_discard(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act" and table.wall:
        yield [f"{SEATS[table.seat]}+{table.wall[0]}"]


# -- tiles and melds -------------------------------------------------------------------------------------------------


def tile_not_in_hand(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act":
        missing = [tile for tile in judge.kinds if tile not in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in missing)
        if table.how != "claimed" and table.wall:
            yield from ([SEATS[table.seat] + four(tile)] for tile in missing)
            own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in missing]
            yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)
    if table.phase == "open" and table.wall:
        for seat in table.playing(table.seat):
            held = table.hands[seat].count(table.tile)
            yield from ([f"{SEATS[seat]}.{verb}"] for verb, least in (("peng", 2), ("gang", 3)) if held < least)


def bad_claim_tiles(table: Table, judge: Judge) -> Iterator[list[str]]:
    seat = table.seat
    if table.phase == "act" and table.how != "claimed" and table.wall:
        pengs = {tile for kind, tile in table.melds[seat] if kind == "peng"}
        yield from ([f"{SEATS[seat]}.bugang:{tile}"] for tile in table.hands[seat] if tile not in pengs)
        for tile in with_count(table, seat, 3):
            other = next((held for held in table.hands[seat] if held[1] == tile[1] and held != tile), None)
            if other and other > tile:
                yield [f"{SEATS[seat]}.angang:{tile[0] * 3}{other}"]
    if table.phase == "open" and table.wall:
        for claimer in table.playing(seat):
            others = [tile for tile in table.hands[claimer] if tile != table.tile]
            yield from ([f"{SEATS[claimer]}.peng:{others[0]}{others[1]}"] for _ in others[1:2])


def chi_not_allowed(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        rank, suit = int(table.tile[0]), table.tile[1]
        for one, two in ((rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)):
            seat = table.after(table.seat)
            if f"{one}{suit}" in table.hands[seat] and f"{two}{suit}" in table.hands[seat]:
                yield [f"{SEATS[seat]}.chi:{one}{two}{suit}"]


def no_claimable_discard(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act":
        for seat in table.playing(table.seat):
            yield [f"{SEATS[seat]}.hu"]
            if table.how in ("drawn", "dealt"):
                yield [f"{SEATS[seat]}.peng"]
    if table.phase == "open":
        yield from ([f"{SEATS[table.seat]}.{verb}"] for verb in ("peng", "hu"))
    if table.phase == "open" and not table.wall and not judge.may_win(table):
        for seat in table.playing(table.seat):
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(table.hands[seat].count(table.tile) // 2))


def gang_after_claim(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act" and table.how == "claimed" and table.wall:
        yield from ([SEATS[table.seat] + four(tile)] for tile in with_count(table, table.seat, 4))
        own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)


def last_tile_gang(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.wall or judge.may_win(table):
        return
    if table.phase == "act" and table.how != "claimed":
        yield from ([SEATS[table.seat] + four(tile)] for tile in with_count(table, table.seat, 4))
        own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)
    if table.phase == "open":
        for seat in table.playing(table.seat):
            yield from ([f"{SEATS[seat]}.gang"] for _ in range(table.hands[seat].count(table.tile) // 3))


def claim_priority(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        for winner in table.playing(table.seat):
            if judge.wins(table, winner, [*table.hands[winner], table.tile]):
                for seat in table.playing(table.seat, winner):
                    held = table.hands[seat].count(table.tile)
                    for verb in ["peng"] * (held >= 2) + ["gang"] * (held >= 3):
                        yield [f"{SEATS[seat]}?{verb}", f"{SEATS[winner]}?hu", f"{SEATS[seat]}.{verb}"]


# -- wins ------------------------------------------------------------------------------------------------------------


def hands_to_win(table: Table) -> dict[int, list[str]]:
    """Who may look at a winning tile now, and the hand with it."""
    if table.phase == "act" and table.how != "claimed":
        return {table.seat: table.hands[table.seat]}
    if table.phase == "open" or (table.phase == "kong" and table.how == "added"):
        return {seat: [*table.hands[seat], table.tile] for seat in table.playing(table.seat)}
    return {}


def not_winning(table: Table, judge: Judge) -> Iterator[list[str]]:
    for seat, hand in hands_to_win(table).items():
        if not judge.wins(table, seat, hand):
            yield [f"{SEATS[seat]}.hu"]
    if table.phase == "act" and table.how == "claimed":
        yield [f"{SEATS[table.seat]}.hu"]
    if table.phase == "kong" and table.how in ("direct", "concealed"):
        yield from ([f"{SEATS[seat]}.hu"] for seat in table.playing(table.seat))


def but(forger: Forger, other: Forger) -> Forger:
    """The forger, but for what the other brings: that is another finding."""

    def forged(table: Any, judge: Judge) -> Iterator[list[str]]:
        missing = list(other(table, judge))
        yield from (tokens for tokens in forger(table, judge) if tokens not in missing)

    return forged


# -- words -----------------------------------------------------------------------------------------------------------


def unknown_verb(table: Table, judge: Judge) -> Iterator[list[str]]:
    yield from ([f"{SEATS[seat]}.{verb}"] for seat in table.playing() for verb in ("kan", "fly:3p"))


def not_in_game(table: Table, judge: Judge) -> Iterator[list[str]]:
    yield from ([f"{SEATS[seat]}.{verb}"] for seat in table.playing() for verb in judge.absent)


OF_MOVES: dict[str, Forger] = {
    "not-your-turn": not_your_turn,
    "must-draw-first": must_draw_first,
    "must-discard": must_discard,
    "tile-not-in-hand": tile_not_in_hand,
    "bad-claim-tiles": bad_claim_tiles,
    "chi-not-allowed": chi_not_allowed,
    "no-claimable-discard": no_claimable_discard,
    "gang-after-claim": gang_after_claim,
    "last-tile-gang": last_tile_gang,
    "claim-priority": claim_priority,
    "not-winning": not_winning,
    "unknown-verb": unknown_verb,
    "not-in-game": not_in_game,
}
"""What every game knows, as far as its own rules do not differ."""


def forge_move(dice: random.Random, match: Match, judge: Judge, code: str, forger: Forger) -> Found | None:
    """Slip in a wrong move of this code somewhere; None where the match has no occasion."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        left = next((at for at, move in enumerate(sheet.moves) if move.endswith(".tao")), len(sheet.moves) + 1)
        for at, table in enumerate(judge.seen(sheet)):
            if at < left and (code == "last-tile-gang" or not judge.bound(table)):
                places += [(number, at, tokens) for tokens in forger(table, judge)]
    if not places:
        return None
    number, at, tokens = dice.choice(places)
    sheet = match.sheets[number - 1]
    rest = sheet.moves[at + dice.randint(0, 1) :] if dice.random() < 0.5 else []
    sheet.moves = [*sheet.moves[:at], *tokens, *rest]
    return number, at + len(tokens), code


Forged = tuple[str, Found] | None
"""A match as text and its first finding; None where it offers no occasion."""


def forge(dice: random.Random, match: Match, judge: Judge, forger: tuple[str, Forger] | RecordForger) -> Forged:
    """Forge a match by a forger of moves, with the code of what it brings, or by one of records."""
    found = forge_move(dice, match, judge, *forger) if isinstance(forger, tuple) else forger(dice, match, judge)
    return (match.text(), found) if found else None
