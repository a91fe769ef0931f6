"""Forged matches of the competition rules SBR: what only these rules know, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong import forgery, forgery_of_records
from tests.oracle.mahjong.forgery import Forger, Found, Judge, RecordForger, hands_to_win
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.match import match
from tests.oracle.sbr.scoring import fits, suits_of, worth
from tests.oracle.sbr.table import Table
from tests.oracle.text import Match, Sheet


class GameJudge(Judge):
    """What the competition rules say of a table."""

    absent = ("liang", "bao", "ban:sixi", "dice:34", "niao:3p7s", "geming", "shao:KKX", "huansan:147m", "tao")

    def __init__(self, options: dict[str, Any], anywhere: bool = False) -> None:
        super().__init__(options)
        self.anywhere = anywhere
        """Whether tables count where not all have declared or a hand is dead."""

    def dealt(self, sheet: Sheet) -> Table:
        hands, account = [list(hand) for hand in sheet.hands], Account(strikes=list(sheet.played.strikes))
        return Table(hands, list(sheet.wall or []), sheet.dealer, options=self.options, account=account)

    def seen(self, sheet: Sheet) -> list[Any]:
        found = super().seen(sheet)
        for token, before in zip(sheet.moves, found, strict=True):
            if ".wuting" in token or ".jiuzheng" in token:
                before.phase = "over"
        return found

    def wins(self, table: Any, seat: int, hand: list[str]) -> bool:
        return worth(hand, table.melds[seat], self.options, table.que[seat]) > 0

    def bound(self, table: Any) -> bool:
        """Whether another finding might come first there."""
        return table.phase == "over" or not self.anywhere and (table.phase == "que" or bool(table.dead))


def breaks(table: Table, seat: int, tile: str) -> bool:
    """Whether throwing a tile breaks the declaration (SBR-2.3)."""
    own = table.que[seat] in suits_of(table.hands[seat], table.melds[seat])
    return bool(table.que[seat]) and own and tile[1] != table.que[seat]


def without_pigs(forger: Forger) -> Forger:
    """The forger, but for discards that break the declaration too."""

    def forge(table: Any, judge: Judge) -> Iterator[list[str]]:
        for tokens in forger(table, judge):
            token = tokens[-1]
            if token[1] != "-" or not breaks(table, SEATS.index(token[0]), token[2:]):
                yield tokens

    return forge


def no_claimable_discard(table: Any, judge: Judge) -> Iterator[list[str]]:
    """As everywhere, but the last discard can be pengged (SBR-3.3)."""
    if table.wall or table.phase != "open":
        yield from forgery.no_claimable_discard(table, judge)


def claim_priority(table: Table, judge: Judge) -> Iterator[list[str]]:
    """As everywhere, but nobody means to win who may not (SBR-3.6)."""
    free = {f"{SEATS[seat]}?hu" for seat, value in table.offers.items() if value > table.locks[seat]}
    yield from (tokens for tokens in forgery.claim_priority(table, judge) if tokens[1] in free)


def last_tile_gang(table: Table, judge: Judge) -> Iterator[list[str]]:
    if not table.dead and table.phase in ("act", "open"):
        yield from forgery.last_tile_gang(table, judge)


def three_suits(table: Table, judge: Judge) -> Iterator[list[str]]:
    for seat, hand in hands_to_win(table).items():
        if fits(hand, table.melds[seat]) and len(suits_of(hand, table.melds[seat])) == 3:
            yield [f"{SEATS[seat]}.hu"]


def declared_suit_wins(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Two suits, one of them the declared one (SBR-2.2)."""
    for seat, hand in hands_to_win(table).items():
        suits = suits_of(hand, table.melds[seat])
        if fits(hand, table.melds[seat]) and len(suits) < 3 and table.que[seat] in suits:
            yield [f"{SEATS[seat]}.hu"]


def missed_win_lock(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "open":
        yield from ([f"{SEATS[seat]}.hu"] for seat, value in table.offers.items() if value <= table.locks[seat])


def que_missing(table: Table, judge: Judge) -> Iterator[list[str]]:
    """The dealer throws a tile before all have declared; one that he may throw."""
    if table.phase == "que":
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in table.may_discard(table.seat))


def que_twice(table: Table, judge: Judge) -> Iterator[list[str]]:
    if not table.opened:
        declared = [seat for seat in table.playing() if table.que[seat]]
        yield from ([f"{SEATS[seat]}.que:{suit}"] for seat in declared for suit in "mps")


def active_pig(table: Table, judge: Judge) -> Iterator[list[str]]:
    seat = table.seat
    if table.phase == "act" and not table.account.strikes[seat]:
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in sorted(set(table.hands[seat])) if breaks(table, seat, tile))


def active_pig_by_meld(table: Table, judge: Judge) -> Iterator[list[str]]:
    """A meld of the declared suit can be taken back until the next discard or draw."""
    for seat in table.playing(table.seat):
        hand, tile = table.hands[seat], table.tile
        if table.phase == "open" and hand.count(tile) >= 2 and tile[1] == table.que[seat] and not table.account.strikes[seat]:
            yield from ([f"{SEATS[seat]}.peng", f"{SEATS[seat]}-{other}"] for other in sorted(set(hand)) if other != tile)
            if hand.count(tile) == 3 and table.wall:
                yield [f"{SEATS[seat]}.gang", f"{SEATS[seat]}+{table.wall[0]}"]


def dead_hand_wins(table: Table, judge: Judge) -> Iterator[list[str]]:
    for seat in hands_to_win(table):
        if table.winning(seat) and not table.account.strikes[seat]:
            yield [f"{SEATS[seat]}.fa:dead-hand", f"{SEATS[seat]}.hu"]


def dead_hand_claims(table: Table, judge: Judge) -> Iterator[list[str]]:
    """A peng or kong that does not make the hand ready."""
    for seat in table.playing():
        held = table.hands[seat].count
        if table.phase == "open" and seat != table.seat:
            able = [(verb, table.tile) for verb, least in (("peng", 2), ("gang", 3)) if held(table.tile) >= least]
        elif table.phase == "act" and seat == table.seat and table.how != "claimed":
            able = [("angang", tile) for tile in forgery.with_count(table, seat, 4)]
            able += [("bugang", tile) for kind, tile in table.melds[seat] if kind == "peng" and held(tile)]
        else:
            able = []
        for verb, tile in able if table.wall else []:
            if not table.makes_ready(seat, verb, tile):
                named = {"angang": f":{tile[0] * 4}{tile[1]}", "bugang": f":{tile}"}.get(verb, "")
                yield [f"{SEATS[seat]}.fa:dead-hand", f"{SEATS[seat]}.{verb}{named}"]


def second_draw(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act" and table.wall and table.how != "claimed":
        yield [f"{SEATS[table.seat]}+{table.wall[0]}"]


def draw_after_peng(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "act" and table.wall and table.how == "claimed" and not table.tainted:
        yield [f"{SEATS[table.seat]}+{table.wall[0]}"]


def kong_without_replacement(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase == "kong" and not table.tainted:
        yield from ([f"{SEATS[table.seat]}-{tile}"] for tile in table.may_discard(table.seat))


def match_lost(table: Table, judge: Judge) -> Iterator[list[str]]:
    """Two rulings of 24 (SBR-4.2)."""
    for seat in table.playing() if table.phase in ("act", "open") else []:
        if not table.account.strikes[seat]:
            yield [f"{SEATS[seat]}.fa:fine-24"] * 2


def bad_deal(dice: random.Random, match: Match, judge: Judge) -> Found:
    """Further from right than a miscount (SBR-3.8)."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    hand, wall = dice.choice(sheet.hands), sheet.wall or []
    if dice.random() < 0.5:
        wall += [hand.pop(dice.randrange(len(hand))) for _ in range(2)]
    else:
        hand += [wall.pop() for _ in range(2)]
    return number, 0, "bad-deal"


def wrong_count(dice: random.Random, match: Match, judge: Judge) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    hand, wall = dice.choice(sheet.hands), sheet.wall or []
    if dice.random() < 0.5:
        wall.append(hand.pop(dice.randrange(len(hand))))
    else:
        hand.append(wall.pop())
    return number, 0, "wrong-count"


def wrong_break(dice: random.Random, match: Match, judge: Judge) -> Found:
    """Another wall, or another stack, than the dice name (SBR-1.3)."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    wall, stack = sheet.tags["Break"].split()
    if dice.random() < 0.5:
        wall = dice.choice(SEATS.replace(wall, ""))
    else:
        stack = dice.choice("123456".replace(stack, ""))
    sheet.tags["Break"] = f"{wall} {stack}"
    return number, 0, "wrong-break"


OF_MOVES: dict[str, Any] = {
    **{code: forger for code, forger in forgery.OF_MOVES.items() if code != "must-discard"},
    "not-your-turn": without_pigs(forgery.not_your_turn),
    "must-draw-first": without_pigs(forgery.must_draw_first),
    "no-claimable-discard": no_claimable_discard,
    "claim-priority": claim_priority,
    "last-tile-gang": last_tile_gang,
    "not-winning": forgery.but(forgery.not_winning, three_suits),
    "not-winning with the declared suit": declared_suit_wins,
    "three-suits": three_suits,
    "missed-win-lock": missed_win_lock,
    "que-missing": que_missing,
    "que-twice": que_twice,
    "active-pig": active_pig,
    "active-pig by a meld": active_pig_by_meld,
    "dead-hand": dead_hand_wins,
    "dead-hand by a claim": dead_hand_claims,
    "wrong-count": second_draw,
    "wrong-count after a peng": draw_after_peng,
    "wrong-count after a kong": kong_without_replacement,
    "match-lost": match_lost,
}
"""Their first word is the code; a second draw is no ``must-discard`` here (SBR-3.8)."""
OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    "bad-deal": bad_deal,
    "wrong-count in the deal": wrong_count,
    "wrong-break": wrong_break,
    "not-your-turn of wins": forgery_of_records.wins_out_of_turn,
}
ANYWHERE = ("que-missing", "que-twice")
"""Forgeries with occasions before all have declared."""
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")
RARE = {
    "last-tile-gang": (5, 7, 8, 16),
    "claim-priority": (5, 7, 11, 23),
    "not-winning with the declared suit": (8, 9, 32),
    "three-suits": (2, 4, 10, 20),
    "missed-win-lock": (2, 6, 20, 26),
    "not-your-turn of wins": (26, 132, 139, 162),
}
"""Seeds with an occasion for what few matches offer."""
WITHOUT = {"peng-locked", "win-too-small", "wrong-horses", "horses-missing", "bad-piao", "must-discard"}
"""Codes of the core that these rules never raise: a second draw is ``wrong-count`` (SBR-3.8)."""


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice, code = random.Random(f"{seed} {kind}"), kind.split()[0]
    if kind == "wrong-dealer":
        return match(seed, wrong_dealer=2).text(), (2, 0, kind)
    forged = match(seed, que="declared") if code.startswith(("que", "active")) else match(seed)
    judge = GameJudge(forged.options, kind in ANYWHERE)
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (code, OF_MOVES[kind]))
