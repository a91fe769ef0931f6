"""Every move that might be written at a table of mahjong, and whether its game's second reading allows it there.

Where a table cannot say (words without effect, positions that a duty or an intent hangs over) the answer is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.mahjong.forgery import Judge
from tests.oracle.mahjong.ghost_shapes import GHOST
from tests.oracle.mahjong.table import SEATS, tiles_of

Says = bool | None


def moves(game: str, table: Any, kinds: list[str]) -> Iterator[str]:
    """Draws, discards, melds, wins and declarations of every seat, of every kind of tile."""
    for seat in SEATS[: len(table.hands)]:
        yield from (f"{seat}+{tile}" for tile in dict.fromkeys([*table.wall[:1], *table.wall[-1:]]))
        yield from (f"{seat}-{tile}" for tile in kinds)
        yield from (f"{seat}.{verb}" for verb in ("peng", "gang", "hu", *DECLARATIONS.get(game, ())))
        for tile in kinds:
            yield from (f"{seat}.angang:{tile[0] * 4}{tile[1]}", f"{seat}.bugang:{tile}")
            yield from (f"{seat}.{verb}" for verb in (of_ghosts(tile, tile == table.tile) if game == "luzhou" else ()))
        if game == "hengyang":
            pairs = [(low, high, suit) for suit in "mps" for low in range(1, 9) for high in (low + 1, low + 2) if high < 10]
            yield from (f"{seat}.chi:{low}{high}{suit}" for low, high, suit in pairs)


DECLARATIONS = {"kawuxing": ("liang",), "luzhou": ("bao",), "hengyang": ("ban:queyimen", "ban:sixi", "ban:liuliushun")}


def of_ghosts(tile: str, lies_there: bool) -> Iterator[str]:
    """Melds of a kind with ghosts in them."""
    if tile != GHOST:
        yield from (f"angang:{tile[0] * (4 - ghosts)}{tile[1]}{GHOST * ghosts}" for ghosts in (1, 2, 3))
        yield f"bugang:{GHOST}={tile}"
    if lies_there:
        yield from (f"peng:{tile}{GHOST}", f"gang:{tile}{tile}{GHOST}", f"gang:{tile}{GHOST}{GHOST}", f"peng:{GHOST}{GHOST}")


def may(game: str, table: Any, judge: Judge, token: str) -> Says:
    """Whether this move is allowed right now."""
    if table.phase not in ("act", "open", "kong"):
        return None
    seat, what = SEATS.index(token[0]), token[1:]
    verb, _, arguments = what[1:].partition(":")
    if what[0] == "+":
        return may_draw(game, table, seat, what[1:])
    if what[0] == "-":
        return may_discard(game, table, seat, what[1:])
    return OF[game](table, judge, seat, verb, arguments)


def may_draw(game: str, table: Any, seat: int, tile: str) -> Says:
    """The next seat the first tile of the wall, who has laid a kong the last one (MJ-1.4, MJ-2.1)."""
    if not table.wall:
        return False
    following = {"luzhou": "next_to_draw", "hengyang": "asked"}.get(game)
    after = getattr(table, following)() if following else table.after(table.seat)
    return {"open": (after, table.wall[0]), "kong": (table.seat, table.wall[-1])}.get(table.phase) == (seat, tile)


def may_discard(game: str, table: Any, seat: int, tile: str) -> Says:
    """Who is in turn a tile of the hand, a locked hand the tile drawn (MJ-2.1, MJ-2.2, KWX-3.2, LZG-4.7, HYM-2.4)."""
    if table.phase != "act" or seat != table.seat or tile not in table.hands[seat]:
        return False
    declared = {"kawuxing": "shown", "luzhou": "reported"}.get(game)
    locked = table.how in ("drawn", "replaced") and declared is not None and seat in getattr(table, declared)
    return None if table.how == "diced" else tile == table.tile or not (locked or table.how == "sea")


def holds(table: Any, seat: int, tiles: list[str]) -> bool:
    """Whether these are in the hand."""
    return not Counter(tiles) - Counter(table.hands[seat])


def lies_there(table: Any, seat: int, verb: str) -> bool:
    """Whether a discard of another lies there, and the hand matches it."""
    held: int = table.hands[seat].count(table.tile)
    return table.phase == "open" and seat != table.seat and held >= {"peng": 2, "gang": 3}[verb]


def of_kawuxing(table: Any, judge: Judge, seat: int, verb: str, arguments: str) -> Says:
    """KWX-2 and KWX-3; whether a word may go before the showing is not asked here."""
    if verb == "liang":
        spoken = "".join(table.moves[-1:]).endswith(".guo")
        return None if seat in table.shown or table.phase == "kong" or spoken else table.may_show(seat)
    if verb == "hu":
        return table.free_win(seat) > 0
    if verb == "peng":
        return lies_there(table, seat, verb) and seat not in table.shown
    if verb == "gang":
        return lies_there(table, seat, verb) and bool(table.wall) and table.may_kong(seat, "direct", table.tile)
    kind = "concealed" if verb == "angang" else "added"
    return seat == table.seat and (kind, tiles_of(arguments)[0]) in table.own_kongs()


def of_sichuan(table: Any, judge: Judge, seat: int, verb: str, arguments: str) -> Says:
    """SCM-2; where somebody must win, another move is a finding of its own."""
    own, wall, hand = seat == table.seat and table.phase == "act" and table.how != "claimed", bool(table.wall), table.hands[seat]
    if judge.bound(table):
        return None
    if verb == "hu":
        offered = table.phase == "open" or table.phase == "kong" and table.how == "added"
        others = offered and seat != table.seat and seat not in table.out
        return own and judge.wins(table, seat, hand) or others and judge.wins(table, seat, [*hand, table.tile])
    if verb in ("peng", "gang"):
        return lies_there(table, seat, verb) and seat not in table.out and wall
    tile = tiles_of(arguments)[0]
    held = hand.count(tile) == 4 if verb == "angang" else ("peng", tile) in table.melds[seat] and tile in hand
    return own and wall and held


def of_hengyang(table: Any, judge: Judge, seat: int, verb: str, arguments: str) -> Says:
    """HYM-2 and HYM-3."""
    if verb == "ban":
        return None if table.phase == "kong" else arguments in table.may_ban(seat)
    if verb == "hu":
        return table.win_of(seat) is not None
    if table.declined:
        return None
    if verb in ("chi", "peng", "gang"):
        return f".{verb}:{arguments}".rstrip(":") in table.claims(seat)
    return seat == table.seat and table.phase == "act" and f".{verb}:{arguments}" in table.own_kongs()


def of_luzhou(table: Any, judge: Judge, seat: int, verb: str, arguments: str) -> Says:
    """LZG-2 and LZG-4.6; what a reported hand may lay as a kong is not asked here."""
    if verb == "bao":
        return None if seat in table.reported or table.phase == "kong" else table.may_report(seat)
    if verb == "hu":
        return table.free(seat) > 0
    named, _, stands = arguments.partition("=")
    own = tiles_of(named) or [table.tile] * (2 if verb == "peng" else 3)
    if not holds(table, seat, own):
        return False
    if verb in ("peng", "gang"):
        others = table.phase == "open" and seat != table.seat and seat not in table.won and table.left > 0
        fits = others and table.tile in own and table.tile != GHOST
        return None if fits and seat in table.reported and verb == "gang" else fits and seat not in table.reported
    if seat != table.seat or not table.may_kong():
        return False
    peng = any((meld.kind, meld.tile) == ("peng", stands or own[0]) for meld in table.melds[seat])
    return None if seat in table.reported else set(own) != {GHOST} if verb == "angang" else peng


OF: dict[str, Callable[[Any, Judge, int, str, str], Says]] = {
    "kawuxing": of_kawuxing,
    "luzhou": of_luzhou,
    "sichuan": of_sichuan,
    "hengyang": of_hengyang,
}
