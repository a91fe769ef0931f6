"""Forgers: each takes a legal match and breaks one rule of 四川麻將 first, and knows where and under which code.

A forger of moves names the tokens that may be slipped in at a table, as each would be the first wrong move there. The record
then stops after the wrong move or goes on as it was played, as it happens with real records.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.shapes import TILES, readings
from tests.oracle.sichuan import worth
from tests.oracle.sichuan_match import Match, Sheet
from tests.oracle.table import SEATS, Table, tables

Found = tuple[int, int, str]
"""Round, move and code of the first finding."""
Forger = Callable[[Table, dict[str, Any]], Iterator[list[str]]]


def may_win(table: Table, options: dict[str, Any]) -> bool:
    """Whether some seat has the chance to win right now."""
    if table.phase == "act":
        return table.how != "claimed" and worth(table.hands[table.seat], table.melds[table.seat], options) > 0
    others = table.playing(table.seat) if table.tile else []
    return any(worth([*table.hands[seat], table.tile], table.melds[seat], options) for seat in others)


def fits(hand: list[str], melds: list[tuple[str, str]]) -> bool:
    """Whether the tiles have the shape of a win, whatever their suits."""
    found = readings(tuple(sorted(hand))) if len(hand) + 3 * len(melds) == 14 else []
    return any(pair is not None or not melds for pair, _ in found)


def with_count(table: Table, seat: int, number: int) -> list[str]:
    """The kinds of which a seat holds at least so many."""
    return sorted(tile for tile, held in Counter(table.hands[seat]).items() if held >= number)


def four(tile: str) -> str:
    return f".angang:{tile[0] * 4}{tile[1]}"


# -- who acts when ---------------------------------------------------------------------------------------------------


def not_your_turn(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    front = table.wall[:1]
    if table.phase in ("act", "open"):
        allowed = {table.seat} if table.phase == "act" else {table.after(table.seat)}
        for seat in table.playing(*allowed):
            yield from ([f"{SEATS[seat]}-{tile}"] for tile in table.hands[seat][:2])
            yield from ([f"{SEATS[seat]}+{tile}"] for tile in front)


def must_draw_first(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        seat = table.after(table.seat)
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in table.hands[seat])


def must_discard(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "act" and table.wall:
        yield [f"{SEATS[table.seat]}+{table.wall[0]}"]


# -- tiles and melds -------------------------------------------------------------------------------------------------


def tile_not_in_hand(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "act":
        missing = [tile for tile in TILES if tile not in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in missing)
        if table.how != "claimed" and table.wall:
            yield from ([SEATS[table.seat] + four(tile)] for tile in missing)
            own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in missing]
            yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)
    if table.phase == "open" and table.wall:
        for seat in table.playing(table.seat):
            held = table.hands[seat].count(table.tile)
            yield from ([f"{SEATS[seat]}.{verb}"] for verb, least in (("peng", 2), ("gang", 3)) if held < least)


def bad_claim_tiles(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
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
            other = [tile for tile in table.hands[claimer] if tile != table.tile]
            yield from ([f"{SEATS[claimer]}.peng:{other[0]}{other[1]}"] for _ in other[1:2])


def chi_not_allowed(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        rank, suit = int(table.tile[0]), table.tile[1]
        for one, two in ((rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)):
            seat = table.after(table.seat)
            if f"{one}{suit}" in table.hands[seat] and f"{two}{suit}" in table.hands[seat]:
                yield [f"{SEATS[seat]}.chi:{one}{two}{suit}"]


def no_claimable_discard(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "act":
        for seat in table.playing(table.seat):
            yield [f"{SEATS[seat]}.hu"]
            if table.how in ("drawn", "dealt"):
                yield [f"{SEATS[seat]}.peng"]
    if table.phase == "open":
        yield from ([f"{SEATS[table.seat]}.{verb}"] for verb in ("peng", "hu"))
    if table.phase == "open" and not table.wall and not may_win(table, options):
        for seat in table.playing(table.seat):
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(table.hands[seat].count(table.tile) // 2))


def gang_after_claim(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "act" and table.how == "claimed" and table.wall:
        yield from ([SEATS[table.seat] + four(tile)] for tile in with_count(table, table.seat, 4))
        own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)


def last_tile_gang(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.wall or may_win(table, options):
        return
    if table.phase == "act" and table.how != "claimed":
        yield from ([SEATS[table.seat] + four(tile)] for tile in with_count(table, table.seat, 4))
        own = [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in table.hands[table.seat]]
        yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in own)
    if table.phase == "open":
        for seat in table.playing(table.seat):
            yield from ([f"{SEATS[seat]}.gang"] for _ in range(table.hands[seat].count(table.tile) // 3))


def claim_priority(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    if table.phase == "open" and table.wall:
        for winner in table.playing(table.seat):
            if worth([*table.hands[winner], table.tile], table.melds[winner], options):
                for seat in table.playing(table.seat, winner):
                    held = table.hands[seat].count(table.tile)
                    for verb in ["peng"] * (held >= 2) + ["gang"] * (held >= 3):
                        yield [f"{SEATS[seat]}?{verb}", f"{SEATS[winner]}?hu", f"{SEATS[seat]}.{verb}"]


# -- wins ------------------------------------------------------------------------------------------------------------


def false_wins(table: Table, fitting: bool) -> Iterator[list[str]]:
    """Wins with hands of three suits that fit but for this, or with hands that do not fit."""
    hands = {}
    if table.phase == "act" and table.how != "claimed":
        hands = {table.seat: table.hands[table.seat]}
    elif table.phase == "open" or (table.phase == "kong" and table.how == "added"):
        hands = {seat: [*table.hands[seat], table.tile] for seat in table.playing(table.seat)}
    for seat, hand in hands.items():
        if fits(hand, table.melds[seat]) == fitting and not worth(hand, table.melds[seat], {"max_fan": None}):
            yield [f"{SEATS[seat]}.hu"]


def three_suits(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    yield from false_wins(table, fitting=True)


def not_winning(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    yield from false_wins(table, fitting=False)
    if table.phase == "act" and table.how == "claimed":
        yield [f"{SEATS[table.seat]}.hu"]
    if table.phase == "kong" and table.how in ("direct", "concealed"):
        yield from ([f"{SEATS[seat]}.hu"] for seat in table.playing(table.seat))


# -- words -----------------------------------------------------------------------------------------------------------


def unknown_verb(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    yield from ([f"{SEATS[seat]}.{verb}"] for seat in table.playing() for verb in ("kan", "fly:3p"))


def not_in_game(table: Table, options: dict[str, Any]) -> Iterator[list[str]]:
    verbs = ("liang", "bao", "ban:sixi", "dice:34", "niao:3p7s", "geming", "shao:KKX")
    yield from ([f"{SEATS[seat]}.{verb}"] for seat in table.playing() for verb in verbs)


OF_MOVES: dict[str, Forger] = {
    "not-your-turn": not_your_turn, "must-draw-first": must_draw_first, "must-discard": must_discard,
    "tile-not-in-hand": tile_not_in_hand, "bad-claim-tiles": bad_claim_tiles, "chi-not-allowed": chi_not_allowed,
    "no-claimable-discard": no_claimable_discard, "gang-after-claim": gang_after_claim, "last-tile-gang": last_tile_gang,
    "claim-priority": claim_priority, "three-suits": three_suits, "not-winning": not_winning,
    "unknown-verb": unknown_verb, "not-in-game": not_in_game,
}  # fmt: skip


def forced(table: Table, options: dict[str, Any]) -> bool:
    """Whether somebody must win right now (SCM-2.3)."""
    if not may_win(table, options) or options["forced_win"] == "off":
        return False
    return len(table.wall) <= 4 or any(len(hand) <= 5 for hand in table.hands)


def forge_move(dice: random.Random, match: Match, code: str) -> Found | None:
    """Slip in a wrong move of this code somewhere; None where the match has no occasion."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, table in enumerate(seen(sheet)):
            lied = sheet.moves[at].endswith(".tao") or any(move.endswith(".tao") for move in sheet.moves[:at])
            if not lied and (code == "last-tile-gang" or not forced(table, match.options)):
                places += [(number, at, tokens) for tokens in OF_MOVES[code](table, match.options)]
    if not places:
        return None
    number, at, tokens = dice.choice(places)
    sheet = match.sheets[number - 1]
    rest = sheet.moves[at + dice.randint(0, 1) :] if dice.random() < 0.5 else []
    sheet.moves = [*sheet.moves[:at], *tokens, *rest]
    return number, at + len(tokens), code


def seen(sheet: Sheet) -> list[Table]:
    return tables(sheet.hands, sheet.wall or [], sheet.dealer, sheet.moves)
