"""Forged matches of 衡陽麻將: what only this game knows, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

from tests.oracle.hengyang.match import match
from tests.oracle.hengyang.scoring import BANS, DEFAULTS, Hand, may_declare, wins
from tests.oracle.hengyang.table import HengyangTable
from tests.oracle.mahjong import forgery, forgery_of_records
from tests.oracle.mahjong.deals import SHAPES
from tests.oracle.mahjong.forgery import Forger, Found, Judge, RecordForger
from tests.oracle.mahjong.shapes import readings
from tests.oracle.mahjong.table import SEATS, Table, tiles_of
from tests.oracle.text import Match, Sheet


class GameJudge(Judge):
    """What 衡陽麻將 says of a table."""

    absent = ("liang", "bao", "tao", "geming", "shao:KKX", "gong>W:X2")

    def wins(self, table: Table, seat: int, hand: list[str]) -> bool:
        return wins(Hand(tuple(hand), tuple(table.melds[seat]), table.tile, drawn=True), table.options)

    def bound(self, table: Table) -> bool:
        """After a win the birds are due (HYM-5.5)."""
        return table.phase in ("won", "over")

    def dealt(self, sheet: Sheet) -> HengyangTable:
        wall = sheet.wall or sheet.played.table.full_wall()
        return HengyangTable([list(hand) for hand in sheet.hands], list(wall), sheet.dealer, options=self.options)

    def offered(self, table: HengyangTable, seat: int) -> int:
        return (table.win_of(seat) or (0,))[0]


def plain(forger: Forger) -> Forger:
    """The shared forger, but only where neither the sea bottom nor dice have a say."""

    def forged(table: Table, judge: Judge) -> Iterator[list[str]]:
        here = cast(HengyangTable, table)
        usual = here.phase == "act" and here.how not in ("diced", "sea")
        if (usual or (here.phase == "open" and len(here.laid) == 1)) and len(here.wall) > 1:
            yield from forger(table, judge)

    return forged


# -- who acts when ---------------------------------------------------------------------------------------------------


def sea_not_your_turn(table: Table, judge: Judge) -> Iterator[list[str]]:
    """The sea bottom is taken or declined by another than who is asked (HYM-2.4)."""
    here = cast(HengyangTable, table)
    if here.phase == "open" and len(here.wall) == 1:
        for seat in here.playing(here.asked()):
            yield [f"{SEATS[seat]}+{here.wall[0]}"]
            yield [f"{SEATS[seat]}.guo"]


def wins_not_your_turn(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Two win on one discard, the second first (MJ-3.3)."""
    here = cast(HengyangTable, table)
    if here.phase == "open" and not here.declined:
        able = [seat for step in range(1, len(here.hands)) if here.win_of(seat := (here.seat + step) % len(here.hands))]
        yield from ([f"{SEATS[late]}.hu", f"{SEATS[early]}.hu"] for at, early in enumerate(able) for late in able[at + 1 :])


def kong_must_draw_first(table: Table, judge: Judge) -> Iterator[list[str]]:
    """A discard where the replacement is due."""
    if table.phase in ("kong", "cast"):
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in table.hands[table.seat])


def hand_locked(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Who took the sea bottom discards another tile (HYM-2.4)."""
    if table.phase == "act" and table.how == "sea":
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in table.hands[table.seat] if tile != table.tile)


# -- claims ----------------------------------------------------------------------------------------------------------


def chis(hand: list[str], tile: str) -> list[str]:
    """The runs that a hand makes with a tile."""
    rank, suit = int(tile[0]), tile[1]
    runs = [(rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)]
    return [f".chi:{a}{b}{suit}" for a, b in runs if f"{a}{suit}" in hand and f"{b}{suit}" in hand]


def chi_wrong_seat(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open":
        for seat in table.playing(table.seat, table.after(table.seat)):
            yield from ([SEATS[seat] + what] for what in chis(table.hands[seat], table.tile))


def chi_tile_not_in_hand(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open":
        seat, every = table.after(table.seat), [f"{rank}{table.tile[1]}" for rank in range(1, 10)]
        held = chis(table.hands[seat], table.tile)
        yield from ([SEATS[seat] + what] for what in chis(every, table.tile) if what not in held)


def chi_bad_claim_tiles(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open":
        seat = table.after(table.seat)
        hand = sorted(table.hands[seat])
        for at, one in enumerate(hand):
            for two in hand[at + 1 :]:
                ranks = sorted(int(tile[0]) for tile in (one, two, table.tile))
                if one[1] == two[1] and (one[1] != table.tile[1] or ranks != list(range(ranks[0], ranks[0] + 3))):
                    yield [f"{SEATS[seat]}.chi:{one[0]}{two[0]}{one[1]}"]


def chi_claim_priority(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Chi before who wants to peng, lay a kong or win (HYM-2.1)."""
    if table.phase == "open":
        seat = table.after(table.seat)
        for other in table.playing(table.seat, seat):
            held = table.hands[other].count(table.tile)
            wants = ["peng"] * (held >= 2) + ["gang"] * (held >= 3)
            wants += ["hu"] * judge.wins(table, other, [*table.hands[other], table.tile])
            for what in chis(table.hands[seat], table.tile):
                yield from ([f"{SEATS[other]}?{want}", f"{SEATS[seat]}?chi", SEATS[seat] + what] for want in wants)


def unmelded(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Melds of the sea bottom, kongs apart, or of the two tiles after dice (HYM-2.4, HYM-2.5)."""
    here = cast(HengyangTable, table)
    if here.phase == "open" and not here.declined and (here.from_sea or len(here.laid) == 2):
        for tile in here.laid:
            for seat in here.playing(here.seat):
                held = here.hands[seat].count(tile)
                runs = chis(here.hands[seat], tile) if seat == here.after(here.seat) else []
                verbs = [".peng"] * (held >= 2) + [".gang"] * (held >= 3 and not here.from_sea) + runs
                yield from ([SEATS[seat] + verb] for verb in verbs)


def last_tile_gang(table: Table, judge: Judge) -> Iterator[list[str]]:
    """A kong with the wall empty, of the sea bottom's discard too (MJ-2.6), unless dice gave two tiles that nobody melds."""
    if table.phase == "act" or len(cast(HengyangTable, table).laid) == 1:
        yield from forgery.last_tile_gang(table, judge)


# -- wins, dice and declarations -------------------------------------------------------------------------------------


def robbing_not_winning(table: Table, judge: Judge) -> Iterator[list[str]]:
    """No kong can be robbed, though the tile wins (HYM-2.2)."""
    here = cast(HengyangTable, table)
    added = [kong for kong in here.own_kongs() if kong.startswith(".bugang")] if here.phase == "act" else []
    for kong in added:
        for seat in here.playing(here.seat):
            if judge.wins(here, seat, [*here.hands[seat], *tiles_of(kong)]):
                yield [f"{SEATS[here.seat]}{kong}", f"{SEATS[seat]}.hu"]


def pair_not_winning(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Only the pair of 2, 5 or 8 is missing (HYM-4.14)."""
    hands = forgery.hands_to_win(table) if table.phase in ("act", "open") else {}
    for seat, hand in hands.items():
        fits = len(hand) % 3 == 2 and any(pair for pair, _ in readings(tuple(sorted(hand))))
        if fits and not judge.wins(table, seat, hand):
            yield [f"{SEATS[seat]}.hu"]


def dice_not_ready(table: Table, judge: Judge) -> Iterator[list[str]]:
    here = cast(HengyangTable, table)
    if here.phase == "kong" and ".dice" not in here.moves[-1] and not here.ready(here.seat):
        yield from ([f"{SEATS[here.seat]}.dice:{faces}"] for faces in ("34", "66", "11"))


def dice_cast_again(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Once for a kong (HYM-2.5)."""
    here = cast(HengyangTable, table)
    if here.phase == "kong" and ".dice" not in here.moves[-1] and here.ready(here.seat):
        yield from ([f"{SEATS[here.seat]}.dice:34", f"{SEATS[here.seat]}.dice:{faces}"] for faces in ("34", "12"))


def ban_not_eligible(table: Table, judge: Judge) -> Iterator[list[str]]:
    here = cast(HengyangTable, table)
    if here.phase in ("act", "open"):
        for seat in range(len(table.hands)):
            wrong = [name for name in BANS if name not in may_declare(here.dealt[seat], here.options)] if here.fresh[seat] else []
            yield from ([f"{SEATS[seat]}.ban:{name}"] for name in wrong)


def late_ban(table: Table, judge: Judge) -> Iterator[list[str]]:
    here = cast(HengyangTable, table)
    if here.phase in ("act", "open"):
        for seat in range(len(table.hands)):
            able = [] if here.fresh[seat] else may_declare(here.dealt[seat], here.options)
            right = [name for name in able if name not in here.bans[seat]]
            yield from ([f"{SEATS[seat]}.ban:{name}"] for name in right)


# -- birds and headers -----------------------------------------------------------------------------------------------


def with_birds(match: Match) -> list[tuple[int, Sheet]]:
    return [(number, sheet) for number, sheet in enumerate(match.sheets, 1) if sheet.moves[-1][1:6] == ".niao"]


def birds_missing(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    rounds = with_birds(match)
    if not rounds:
        return None
    number, sheet = dice.choice(rounds)
    del sheet.moves[-1]
    return number, len(sheet.moves), "birds-missing"


def wrong_birds(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Other tiles than the wall's, or too many, or too few."""
    rounds = with_birds(match)
    if not rounds:
        return None
    number, sheet = dice.choice(rounds)
    due, left = tiles_of(sheet.moves[-1]), judge.seen(sheet)[-1].wall
    others = [dice.sample(left, len(due)), left[: len(due) + 1], left[: len(due) - 1]]
    wrong = [tiles for tiles in others if tiles and sorted(tiles) != sorted(due)]
    if not wrong:
        return None
    tiles = dice.choice(wrong)
    if len(tiles) != len(due) and dice.random() < 0.5:
        sheet.wall = None
    sheet.moves[-1] = f"{sheet.moves[-1][:7]}{''.join(tiles)}"
    return number, len(sheet.moves), "wrong-birds"


def birds_not_your_turn(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    rounds = with_birds(match)
    if not rounds:
        return None
    number, sheet = dice.choice(rounds)
    sheet.moves[-1] = dice.choice([seat for seat in SEATS if seat != sheet.moves[-1][0]]) + sheet.moves[-1][1:]
    return number, len(sheet.moves), "not-your-turn"


def dice_wall_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """The two tiles after dice are not the stack's."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, (token, table) in enumerate(zip(sheet.moves, judge.seen(sheet), strict=True)):
            right = sorted(tiles_of(token)) if token[1] == "+" and len(token) > 4 else []
            wrong = dice.sample(table.wall, 2) if right else []
            places += [(number, at, wrong)] if sorted(wrong) != right else []
    if not places:
        return None
    number, at, wrong = dice.choice(places)
    sheet = match.sheets[number - 1]
    sheet.moves = [*sheet.moves[:at], f"{sheet.moves[at][:2]}{''.join(wrong)}"]
    return number, at + 1, "wall-mismatch"


def wrong_break(dice: random.Random, match: Match, judge: Judge) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    side, stack = sheet.tags["Break"].split()
    if dice.random() < 0.5:
        side = dice.choice([seat for seat in SEATS if seat != side])
    else:
        stack = dice.choice([other for other in "123456" if other != stack])
    sheet.tags["Break"] = f"{side} {stack}"
    return number, 0, "wrong-break"


SHARED = (
    "not-your-turn",
    "must-draw-first",
    "must-discard",
    "tile-not-in-hand",
    "bad-claim-tiles",
    "no-claimable-discard",
    "gang-after-claim",
    "claim-priority",
    "not-winning",
    "unknown-verb",
    "not-in-game",
)
PLAIN = {
    "chi-wrong-seat": chi_wrong_seat,
    "chi tile-not-in-hand": chi_tile_not_in_hand,
    "chi bad-claim-tiles": chi_bad_claim_tiles,
    "chi claim-priority": chi_claim_priority,
} | {code: forgery.OF_MOVES[code] for code in SHARED}
OF_MOVES: dict[str, Forger] = {kind: plain(forger) for kind, forger in PLAIN.items()} | {
    "sea not-your-turn": sea_not_your_turn,
    "wins not-your-turn": wins_not_your_turn,
    "kong must-draw-first": kong_must_draw_first,
    "hand-locked": hand_locked,
    "unmelded no-claimable-discard": unmelded,
    "last-tile-gang": last_tile_gang,
    "robbing not-winning": robbing_not_winning,
    "pair not-winning": pair_not_winning,
    "dice-not-ready": dice_not_ready,
    "again dice-not-ready": dice_cast_again,
    "ban-not-eligible": ban_not_eligible,
    "late-ban": late_ban,
}
OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    "birds-missing": birds_missing,
    "wrong-birds": wrong_birds,
    "birds not-your-turn": birds_not_your_turn,
    "dice wall-mismatch": dice_wall_mismatch,
    "wrong-break": wrong_break,
}
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")
WITHOUT = {"chi-not-allowed", "peng-locked", "win-too-small", "wrong-horses", "horses-missing", "bad-piao", "three-suits"}
"""Codes of what the mahjong games share whose rule this game does not have."""
RARE = {
    "claim-priority": (0, 1, 12, 14),
    "wins not-your-turn": (2, 11, 13, 22),
    "unmelded no-claimable-discard": (3, 4, 9, 12),
    "last-tile-gang": (46, 58, 67, 89),
    "robbing not-winning": (54, 187, 275),
}
"""Seeds with an occasion for what few matches offer."""


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        return match(seed, wrong_dealer=2).text(), (2, 0, kind)
    usual = {name: DEFAULTS[name] for name in SHAPES} if kind in RARE else {}
    forged = match(seed, walls=1, scores=1, values=1, intents=0, passes=0, breaks=1, **usual)
    judge = GameJudge(forged.options)
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (kind.split()[-1], OF_MOVES[kind]))
