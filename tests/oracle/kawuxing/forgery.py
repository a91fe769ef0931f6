"""Forged matches of 卡五星: what only this game knows, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.kawuxing.match import match
from tests.oracle.kawuxing.scoring import completes, kinds_of, waits
from tests.oracle.kawuxing.table import KawuxingTable
from tests.oracle.mahjong import beside, forgery, forgery_of_records
from tests.oracle.mahjong.forgery import Found, Judge, RecordForger, four, with_count
from tests.oracle.mahjong.table import SEATS, Table
from tests.oracle.text import Match, Sheet


class GameJudge(Judge):
    """What 卡五星 says of a table."""

    absent = ("bao", "ban:sixi", "dice:34", "niao:3p7s", "tao", "geming", "shao:KKX")

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.kinds = kinds_of(options)

    def dealt(self, sheet: Sheet) -> KawuxingTable:
        return KawuxingTable([list(hand) for hand in sheet.hands], list(sheet.wall or []), sheet.dealer, options=self.options)

    def offered(self, table: KawuxingTable, seat: int) -> int:
        return table.free_win(seat)

    def wins(self, table: Table, seat: int, hand: list[str]) -> bool:
        return completes(hand, table.melds[seat], table.options)


KawuxingForger = Callable[..., Iterator[list[str]]]
"""As ``Forger``, of the game's own table."""


def of_unshown(forger: Callable[..., Iterator[list[str]]]) -> KawuxingForger:
    """The moves of players whose hands lie not open: what binds those is another finding."""

    def found(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
        yield from (tokens for tokens in forger(table, judge) if SEATS.index(tokens[-1][0]) not in table.shown)

    return found


# -- wins ------------------------------------------------------------------------------------------------------------


def not_winning(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """Hands that do not fit, tiles that cannot be won on, and a win in the turn of a peng (MJ-2.3, KWX-2.8)."""
    for seat in table.playing():
        own = seat == table.seat
        asked = own if table.phase == "act" else not own and table.phase in ("open", "kong")
        if asked and not table.win_of(seat)[0]:
            yield [f"{SEATS[seat]}.hu"]


def missed_win_lock(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-2.7."""
    for seat in table.playing():
        if table.offered() and table.win_of(seat)[0] and not table.free_win(seat) and not table.is_too_small(seat):
            yield [f"{SEATS[seat]}.hu"]


def win_too_small(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-4.22."""
    yield from ([f"{SEATS[seat]}.hu"] for seat in table.playing(table.seat) if table.is_too_small(seat))


def claim_priority(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """A meld before a win that was declared."""
    if table.phase == "open" and table.wall:
        for winner in table.playing(table.seat):
            for seat in table.playing(table.seat, winner) if table.free_win(winner) else []:
                held = table.hands[seat].count(table.tile) if seat not in table.shown else 0
                for verb in ["peng"] * (held >= 2) + ["gang"] * (held >= 3):
                    yield [f"{SEATS[seat]}?{verb}", f"{SEATS[winner]}?hu", f"{SEATS[seat]}.{verb}"]


# -- kongs -----------------------------------------------------------------------------------------------------------


def held_fourths(table: Table) -> list[str]:
    """The tiles in the hand of the seat in turn that belong to an own peng."""
    return [tile for kind, tile in table.melds[table.seat] if kind == "peng" and tile in table.hands[table.seat]]


def late_gang(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """A tile that was kept back, or never used, is added (KWX-2.4, KWX-2.5)."""
    if table.phase == "act" and table.how != "claimed" and table.wall:
        yield from ([f"{SEATS[table.seat]}.bugang:{tile}"] for tile in held_fourths(table) if tile != table.tile)


def gang_after_claim(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-2.6."""
    if table.phase == "act" and table.how == "claimed" and table.wall:
        yield from ([SEATS[table.seat] + four(tile)] for tile in with_count(table, table.seat, 4))


def last_tile_gang(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-2.3."""
    seat = table.seat
    if not table.wall and table.phase == "act" and table.how != "claimed":
        yield from ([SEATS[seat] + four(tile)] for tile in with_count(table, seat, 4))
        yield from ([f"{SEATS[seat]}.bugang:{tile}"] for tile in held_fourths(table) if tile == table.tile)
    if not table.wall and table.phase == "open":
        for other in table.playing(seat):
            yield from ([f"{SEATS[other]}.gang"] for _ in range(table.hands[other].count(table.tile) // 3))


def no_claimable_discard(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """As everywhere, but the last discard can be melded (KWX-2.3)."""
    if table.wall or table.phase == "act":
        yield from forgery.no_claimable_discard(table, judge)


# -- shown hands -----------------------------------------------------------------------------------------------------


def hand_locked(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-3.2."""
    seat = table.seat
    if table.phase == "act" and seat in table.shown and table.wall:
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in sorted(set(table.hands[seat])) if tile != table.tile)
        yield from (
            [SEATS[seat] + four(tile)] for tile in with_count(table, seat, 4) if not table.may_kong(seat, "concealed", tile)
        )
        if ("peng", table.tile) in table.melds[seat] and not table.may_kong(seat, "added", table.tile):
            yield [f"{SEATS[seat]}.bugang:{table.tile}"]
    if table.phase == "open":
        for other in table.shown:
            held = table.hands[other].count(table.tile) if other != seat else 0
            yield from ([f"{SEATS[other]}.peng"] for _ in range(held // 2))
            if held == 3 and table.wall and not table.may_kong(other, "direct", table.tile):
                yield [f"{SEATS[other]}.gang"]


def show_not_ready(table: KawuxingTable, judge: Judge) -> Iterator[list[str]]:
    """KWX-3.1: after the own discard, or before the own first draw."""
    for seat in table.playing(*table.shown):
        early = seat != table.dealer and seat not in table.drew and table.phase in ("act", "open")
        after = table.phase == "open" and table.moves[-1].startswith(f"{SEATS[seat]}-")
        if (early or after) and not waits(table.hands[seat], table.melds[seat], table.options):
            yield [f"{SEATS[seat]}.liang"]


# -- headers ---------------------------------------------------------------------------------------------------------


def foreign_tile(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """A tile of a suit that is not in play."""
    suits = [suit for suit in "mps" if f"1{suit}" not in judge.kinds]
    if not suits:
        return None
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    tiles = dice.choice([*sheet.hands, sheet.wall or []])
    tiles[dice.randrange(len(tiles))] = f"{dice.randint(1, 9)}{suits[0]}"
    return number, 0, "tile-overflow"


def wrong_rotation(dice: random.Random, match: Match) -> Found | None:
    """Who should rest sits again (KWX-1.6)."""
    places = []
    for number, (sheet, after) in enumerate(zip(match.sheets, match.sheets[1:], strict=False), 2):
        places += [(number, after, seat, name) for seat, name in sheet.tags.items() if name not in after.tags.values()]
    if not places:
        return None
    number, sheet, _, name = dice.choice(places)
    seats = [seat for seat, other in sheet.tags.items() if other not in match.sheets[number - 2].tags.values()]
    sheet.tags[seats[0]] = name
    return number, 0, "wrong-rotation"


OF_MOVES: dict[str, KawuxingForger] = {
    **forgery.OF_MOVES,
    **{code: of_unshown(forgery.OF_MOVES[code]) for code in ("tile-not-in-hand", "bad-claim-tiles", "chi-not-allowed")},
    "not-winning": not_winning,
    "no-claimable-discard": no_claimable_discard,
    "missed-win-lock": missed_win_lock,
    "win-too-small": win_too_small,
    "claim-priority": claim_priority,
    "late-gang": late_gang,
    "gang-after-claim": of_unshown(gang_after_claim),
    "last-tile-gang": of_unshown(last_tile_gang),
    "hand-locked": hand_locked,
    "show-not-ready": show_not_ready,
}
OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    **beside.OF_RECORDS,
    **beside.WITH_HORSES,
    "foreign tile-overflow": foreign_tile,
    "won not-your-turn": forgery_of_records.wins_out_of_turn,
}
MOODS = {"late-gang": "hoarding", "last-tile-gang": "hoarding", "missed-win-lock": "patient", "claim-priority": "grasping"}
"""Where the occasion is rare, the mood that makes it less so."""
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer", "wrong-rotation")
WITHOUT = {"peng-locked", "three-suits", "unsafe-discard"}
"""Codes of what the mahjong games share whose rule this game does not have."""
RARE = {
    "claim-priority": (27, 29, 39, 45),
    "last-tile-gang": (5, 7, 9, 11),
    "missed-win-lock": (1, 2, 3, 4),
    "win-too-small": (1, 4, 6, 8),
    "won not-your-turn": (12, 34, 41, 70),
}
"""Seeds with an occasion for what few matches offer."""


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        return match(seed, wrong_dealer=2, rotation="none").text(), (2, 0, kind)
    if kind == "wrong-rotation":
        rotation = dice.choice(["winner_rests", "bawang"])
        forged = match(seed, players=3, rotation=rotation, piao="off", next_dealer="game", dice_double="off")
        found = wrong_rotation(dice, forged)
        return (forged.text(), found) if found else None
    asked = {"plain_win": "draw_or_shown"} if kind == "win-too-small" else beside.ASKED.get(kind, {})
    forged = match(seed, mood=MOODS.get(kind), **asked)
    judge = GameJudge(forged.options)
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (kind, OF_MOVES[kind]))
