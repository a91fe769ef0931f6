"""瀘州鬼麻將 as the mahjong core uses it: its table, winning hands, payments, reports, gifts, the drawn round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.core.game.round_form import SheetFigure
from referee.core.game.sheets import BAD_SHEET
from referee.core.record import Record, Round
from referee.core.verdict import Finding, RoundVerdict, Win
from referee.games.luzhou import fans, gifts
from referee.games.luzhou.reports import EarthWin, Reports
from referee.games.luzhou.rulebook import LZG, Options
from referee.games.luzhou.shapes import GHOST, fits_any_suits, held_ghosts, natural_suits, waits
from referee.mahjong.fan_options import FAN, revalued
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand import readiness
from referee.mahjong.hand.candidate import CandidateHand, Meld
from referee.mahjong.hand.circumstances import ANY, DEALT
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import agreements
from referee.mahjong.rules.checks import deal_checks, table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import wall
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.mahjong.table.table import WON, Table
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
THREE_SUITS: Final = LZG["LZG-3.1"].raises("three-suits")
WRONG_BREAK: Final = LZG["LZG-1.3"].raises("wrong-break")
BAD_TILES: Final = LZG["LZG-2.3"].raises("bad-claim-tiles")

NO_FEE: Final = LZG["LZG-2.1"]
WIN: Final = LZG["LZG-5.1"]
REPORTED: Final = LZG["TBL-18"]

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))

BREAKS: Final = {1: 2, 2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
"""By the red die: how many seats after the dealer the wall is broken (LZG-1.3)."""
READY_CHECK: Final = LZG["LZG-5.2"]
PIGS: Final = LZG["TBL-8"]


class Luzhou(MahjongGame):
    """瀘州鬼麻將."""

    id = "luzhou"
    rulebook = LZG
    own: ClassVar = {
        table_checks.GHOST_PRIORITY: LZG["LZG-2.2"].raises("claim-priority"),
        table_checks.BAD_CLAIM_TILES: BAD_TILES,
    }
    no_chi = LZG["LZG-2.1"].raises("chi-not-allowed")
    no_robbing = LZG["LZG-2.6"].raises("not-winning")
    missed_win = LZG["LZG-2.7"].raises("missed-win-lock")
    ghost_claimed = LZG["LZG-2.4"].raises("ghost-discard-claimed")
    first_discard = True
    break_dice = 2
    wall_breaks: ClassVar = tuple(SEATS)
    flags: ClassVar = {
        "gangshanghua": ("draw",),
        "gangshangpao": ("discard",),
        "tianhu": ("draw",),
        "dihu": ("draw", "discard"),
        "bao": ("draw", "discard", "rob"),
    }
    moments: ClassVar = {"bao": ANY & ~DEALT}

    def shape_wins(self, rules: Rules) -> bool:
        """Every complete hand wins, unless the table has taken a shape out (TBL-1)."""
        return not rules.family(FAN)

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 108 suit tiles and the ghosts, until one is left (LZG-1.1, LZG-2.5)."""
        return _ruleset(rules)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round, with reports and 地胡."""
        return (*super().mechanisms(round_), Reports(round_), EarthWin())

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness is asked in a drawn round (LZG-5.2); three suits where they cost something (TBL-8)."""
        return ("no", "pig") if Options.of(rules).pig else ("no",)

    def sheet_figures(self, rules: Rules) -> Sequence[SheetFigure]:
        """How many ghosts a seat held, where there is a gift for them (LZG-5.4)."""
        options = Options.of(rules)
        return (SheetFigure("Ghosts", options.ghosts, each=True),) if options.gift != "off" else ()

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The 顆 that each player pays, by every shape of the hand (LZG-4); three suits never win (LZG-3.1)."""
        return (fans.valued(candidate, rules) if candidate.whole(self.ruleset(rules).hand) else []) or self._refusal(
            rules, candidate
        )

    def win_value(self, rules: Rules, candidate: CandidateHand) -> WinValue | FindingTemplate:
        """The 顆 by the shape that counts, without the groups of the reading, which cost time and are seldom needed."""
        return (fans.best(candidate, rules) if candidate.whole(self.ruleset(rules).hand) else None) or self._refusal(
            rules, candidate
        )

    def _refusal(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate:
        """The finding on a hand that does not win: three suits, if that alone is the reason (MJ-4.2)."""
        three = len(natural_suits(candidate.keys, candidate.melds)) > 2 and candidate.whole(self.ruleset(rules).hand)
        return THREE_SUITS if three and fits_any_suits(candidate, fans.in_play(rules)) else NOT_WINNING

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The kinds that complete a hand, one bit each, with ghosts among the tiles."""
        return waits(keys, melds, fans.in_play(rules))

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual shapes, in at most two suits (LZG-3.1)."""
        return FORMS

    def completes(self, rules: Rules, table: Table, seat: int, tile: int) -> bool:
        """Whether a tile completes a seat's hand. The waits are cached until the hand changes, because ghosts make them slow."""
        if not held_ghosts(table.keys[seat]) and not readiness.completes(table.keys[seat], tile):
            return False
        waiting = table.waiting[seat]
        if waiting < 0:
            waiting = table.waiting[seat] = self.waits(rules, table.keys[seat], table.melds[seat])
        return bool(waiting >> tile & 1)

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding on three suits among the seen tiles, which no unseen tiles can mend; else None."""
        return THREE_SUITS if len(natural_suits(candidate.keys, candidate.melds)) > 2 else None

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """A value is 2 or 5 doubled so many times (LZG-4.1 to LZG-4.6), up to the cap, which may be another number, and half of
        it for another's tile (LZG-4.9, LZG-5.1); 1 may be too little to win (LZG-3.3)."""
        options, another = Options.of(rules), by != "draw"
        if another and value == 1 and not options.one_ke_win:
            return fans.TOO_SMALL
        drawn = (2 * value, 2 * value + 1) if another else (value,)
        plain, quad = LZG.fans[fans.PINGHU].draw, LZG.fans[fans.GUI].draw
        doubled = any(one % quad == 0 and (one // quad).bit_count() == 1 for one in drawn)
        most = options.cap
        fits = plain in drawn or doubled or most in drawn or revalued(rules) and value >= 0
        return None if fits and (most is None or drawn[0] <= most) else BAD_SHEET

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """No payment: kongs earn nothing (LZG-2.1), unless the table says what (TBL-7)."""
        return agreements.kong_fee(round_, laying, 0, NO_FEE)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win: all still in play pay for a self-draw; else the owner of the tile pays half, alone
        (LZG-5.1)."""
        if win.value is None:
            return
        payers = round_.others(seat) if win.by == "draw" else [round_.table.offerer]
        round_.collect(seat, payers, win.value, "win", WIN, win.move)
        times = Options.of(round_.rules).reported_pays
        if times > 1 and win.by == "draw":
            reported = [payer for payer in payers if payer in round_.hooks.mechanism(Reports).declared]
            round_.collect(seat, reported, win.value * (times - 1), "win", REPORTED, win.move)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments of a drawn round (查叫; LZG-5.2, LZG-5.3)."""
        settle(round_)

    def ended(self, round_: RoundState) -> None:
        """Write the gifts (喜錢; LZG-5.4)."""
        gifts.settle(round_)

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """The finding on where the wall was broken (LZG-1.3)."""
        dice = wall.dice_of(round_)
        expected = None if dice is None else wall.side(round_, BREAKS[dice[0]])
        return deal_checks.wall_break(WRONG_BREAK, round_, expected)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The first winner; of several on one tile its owner; after a round without a win the same dealer (LZG-1.2)."""
        if not round_.wins:
            return round_.table.dealer
        first = round_.wins[0]
        together = sum(moment == round_.won_on[0] for moment in round_.won_on)
        return SEATS.index(first.source if together > 1 and first.source else first.seat)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    options = Options.of(rules)
    copies = suited((0,) * (GHOST - 27) + (options.ghosts,))
    return shaped(Ruleset(4, copies, blood=True, winners=3, missed_wins="draw", ghost=GHOST), options)


# -- a drawn round --------------------------------------------------------------------------------------------------------------


def settle(round_: RoundState) -> None:
    """Write the payments; a hand with unseen tiles leaves them undetermined."""
    table = round_.table
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    options = Options.of(round_.rules)
    pigs = [seat for seat in playing if round_.pig(seat)] if options.pig else []
    values = {seat: round_.dearest(seat, round_.standing(seat)) for seat in playing if seat not in pigs}
    for pig in pigs:
        for payee in _collecting(round_, values):
            round_.ledger.pay(pig, payee, _pig_units(round_, payee, values), "three-suits-penalty", PIGS, round_.number)
    if options.ready_check != "off":
        half = 2 if options.ready_check == "half" else 1
        unready = [seat for seat in playing if seat in values and not values[seat]]
        agreements.ready_check(round_, unready, {seat: value // half for seat, value in values.items()}, READY_CHECK, half=half)


def _collecting(round_: RoundState, values: Mapping[int, int]) -> list[int]:
    """Who receives what a player with three suits pays: those still in with two at most, the ready ones of them, or with all who
    have won (TBL-8)."""
    payees, table = Options.of(round_.rules).pig_payees, round_.table
    won = [seat for seat, state in enumerate(table.states) if state == WON and payees == "all"]
    return [*[seat for seat, value in values.items() if value or payees != "ready"], *won]


def _pig_units(round_: RoundState, payee: int, values: Mapping[int, int]) -> int:
    """What who holds three suits pays somebody, in 顆 (TBL-8)."""
    options = Options.of(round_.rules)
    if isinstance(options.pig, int):
        return options.pig
    worth = 0
    if options.pig != agreements.CAP:
        worth = values[payee] if payee in values else round_.dearest_before_win(payee)
    return agreements.three_suits(options.pig, options.cap, worth)
