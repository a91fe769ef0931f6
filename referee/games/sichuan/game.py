"""四川麻將 as the mahjong core uses it: its table, winning hands, payments, forced wins, the drawn round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.core.game.sheets import BAD_SHEET
from referee.core.verdict import Win
from referee.games.sichuan import fans
from referee.games.sichuan.rulebook import SCM, Options
from referee.mahjong.fan_options import asks
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import readings
from referee.mahjong.ledger import WITH_A_WIN
from referee.mahjong.mechanisms.circumstances import FirstDraw
from referee.mahjong.mechanisms.forced_win import ForcedWin
from referee.mahjong.mechanisms.kong_fees import KongFees, LateKongs
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import agreements
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.mahjong.table.table import IN, LEFT, WON
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
THREE_SUITS: Final = SCM["SCM-2.2"].raises("three-suits")
NO_CHI: Final = SCM["SCM-2.1"].raises("chi-not-allowed")
ONLY_ADDED_ROBBED: Final = SCM["SCM-2.5"].raises("not-winning")

DECLINED: Final = SCM["SCM-2.3"].raises("forced-win-declined")
ADVISED: Final = DECLINED.as_note()
MISSED_WIN: Final = SCM["SCM-2.8"].raises("missed-win-lock")

WIN: Final = SCM["SCM-4.1"]
FED_ONCE: Final = SCM["TBL-6"]
KONG_FEE: Final = SCM["SCM-4.2"]
KONG_PAYER_PAYS_ALL: Final = SCM["SCM-4.3"]
FEE_MOVES_ON: Final = SCM["SCM-4.4"]

AFTER_KONGS: Final = {"gangshanghua": ("draw",), "gangshangpao": ("discard",)}
AGREED: Final = {"tianhu": ("draw",), "dihu": ("draw",), "haidi": ("draw",), "haidipao": ("discard",)}
"""The circumstances that are fans of the same names, which a table may have or not (SCM-3.6, SCM-3.7)."""
FLAGS: Final = {**AFTER_KONGS, "tianhu": ("draw",), "dihu": ("draw",)}

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))
PIG_PAYS: Final = SCM["SCM-4.5"]
NOT_READY: Final = SCM["SCM-4.6"]
REFUND: Final = SCM["SCM-4.7"]
REFUND_AFTER_WINS: Final = SCM["SCM-4.12"]
PENALTY: Final = SCM["SCM-5.2"]
WINNER_LEAVES: Final = SCM["SCM-5.3"]

FINE: Final = 32
"""What leaving before a win costs, in units (SCM-5.2)."""
SHARE: Final = 8
"""What each of the other players receives of it where stakes are wealth (SCM-5.2)."""
FORFEITED: Final = (*WITH_A_WIN, "kong-transfer")
"""What winners who leave give up (SCM-5.3)."""


class Sichuan(MahjongGame):
    """四川麻將."""

    id = "sichuan"
    rulebook = SCM
    no_chi = NO_CHI
    no_robbing = ONLY_ADDED_ROBBED
    missed_win = MISSED_WIN
    may_leave = True
    flags: ClassVar = FLAGS

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 108 suit tiles; with ``blood`` until one is left (SCM-1.1, SCM-2.6)."""
        return _ruleset(rules)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round: kong fees that go back or move on, leaving; 地胡, late kongs, forced wins where the table
        has them."""
        options = Options.of(round_.rules)
        found = [*super().mechanisms(round_), KongFees(options.kong_transfer, FEE_MOVES_ON), Leaving()]
        if "dihu" in fans.lines_by(round_.rules) or asks(round_.rules, "earth"):
            found.append(FirstDraw())  # SCM-3.1
        if options.late_kong == "free":
            found.append(LateKongs(round_, same_turn=True))  # SCM-4.11
        if options.forced_win != "off":
            declined = ADVISED if options.forced_win == "advised" else DECLINED
            found.append(ForcedWin(round_, options.forced_win, declined))  # SCM-2.3
        return found

    def may_bank(self, rules: Rules, units: int) -> bool:
        """Who leaves pays the bank (SCM-5.2). What a winner who leaves forfeits to it (SCM-5.3) may be any number, so it is noted
        as a fine: else no slip in the scores would be found."""
        options = Options.of(rules)
        shared = (options.players - 1) * SHARE if options.stakes == "wealth" else 0
        return units == FINE - shared

    def kong_times(self, rules: Rules) -> tuple[int, ...]:
        """A late kong earns nothing where a table plays so (SCM-4.11)."""
        return (1, 0) if Options.of(rules).late_kong == "free" else ()

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness and suits are asked in a drawn round (SCM-4.5, SCM-4.6)."""
        return ("no", "pig")

    def flags_by(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that count at this table: 天胡 and 地胡 may be left out (SCM-3.7), 海底 agreed on (SCM-3.6)."""
        counted = fans.lines_by(rules)
        return AFTER_KONGS | {flag: ways for flag, ways in AGREED.items() if flag in counted}

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The multiplier of a win (SCM-3.4); three suits never win (SCM-2.2)."""
        found = readings(candidate) if candidate.whole(self.ruleset(rules).hand) else []
        if not found:
            return NOT_WINNING
        return THREE_SUITS if candidate.suits() > 2 else fans.scoring(rules).valued(candidate, found) or NOT_WINNING

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual shapes, in at most two suits (SCM-2.2)."""
        return FORMS

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding on three suits among the seen tiles, which no unseen tiles can mend; else None."""
        return THREE_SUITS if candidate.suits() > 2 else None

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """A multiplier is a power of two up to that of the most fan that count (SCM-3.4)."""
        return None if fans.ladder(rules).possible(value) else BAD_SHEET

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong (SCM-4.2, SCM-4.11)."""
        return agreements.kong_fee(round_, laying, _prices(round_.rules)[laying.kind], KONG_FEE)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win: the owner of the tile pays (SCM-4.1), for a self-draw all in play, and its bonus (SCM-4.9);
        for the replacement of a direct kong who fed it, if the table plays so, for all of them (SCM-4.3) or once (TBL-6)."""
        if win.value is None:
            return
        ledger, points = round_.ledger, win.value + fans.bonus(round_.rules)
        if win.by != "draw":
            ledger.pay(round_.table.offerer, seat, win.value, "win", WIN, win.move)
        elif (fed := self.pays_alone(round_)) is None:
            round_.collect(seat, round_.others(seat), points, "win", WIN, win.move)
        elif round_.ruleset.fed_once:
            ledger.pay(fed, seat, win.value, "win", FED_ONCE, win.move)
        else:
            ledger.pay(fed, seat, points * len(round_.others(seat)), "win", KONG_PAYER_PAYS_ALL, win.move)

    def pays_alone(self, round_: RoundState) -> int | None:
        """The seat that fed the direct kong before this replacement tile; None if all pay (SCM-4.3, TBL-6)."""
        return None if Options.of(round_.rules).replacement_payer == "all" else winning.fed_by(round_.table)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments of a drawn round (SCM-4.5 to SCM-4.7)."""
        settle(round_)

    def ended(self, round_: RoundState) -> None:
        """Write the refunds of who is not ready after a won round, if the table has them (SCM-4.12)."""
        if round_.outcome == "win" and Options.of(round_.rules).kong_refund == "always":
            refund_after_wins(round_)

    def asks_ready(self, round_: RoundState, seat: int) -> bool:
        """In a drawn round of everybody; after wins of whoever has kong fees to return, if the table has them returned
        (SCM-4.12)."""
        if round_.outcome != "win" or Options.of(round_.rules).kong_refund != "always":
            return super().asks_ready(round_, seat)
        return seat in round_.hooks.mechanism(KongFees).earners()

    def next_dealer(self, round_: RoundState) -> int | None:
        """The player whose tile was won on, otherwise the same dealer; with ``blood`` None, as it is drawn by lot (SCM-1.2)."""
        if Options.of(round_.rules).blood or round_.outcome == "abandoned":
            return None
        fed = round_.wins[-1].source if round_.wins else None
        return round_.table.dealer if fed is None else SEATS.index(fed)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    options = Options.of(rules)
    usual = Ruleset(
        seats=4,
        copies=suited(),
        blood=options.blood,
        winners=3 if options.blood else 1,
        missed_wins="draw" if options.pass_lock == "turn" else "",
        last_discard_counts=options.haidi == "both",
        fed_once=options.replacement_payer == "once",
    )
    return shaped(usual, options)


@lru_cache
def _prices(rules: Rules) -> Mapping[str, int]:
    """What each payer pays for a kong, in units, by its kind (SCM-4.2, SCM-4.10)."""
    options = Options.of(rules)
    return {"direct": options.direct_kong * options.kong_unit, "added": options.kong_unit, "concealed": 2 * options.kong_unit}


# -- a drawn round --------------------------------------------------------------------------------------------------------------


def settle(round_: RoundState) -> None:
    """Write the payments of a drawn round. A hand with unseen tiles leaves them undetermined."""
    table, options = round_.table, Options.of(round_.rules)
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if round_.pig(seat)]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat) for seat in others}
    ready = [seat for seat in others if largest[seat]]
    for pig in pigs:
        for payee in _payees(round_, options.pig_payees, others, ready):
            units = _pig_units(round_, options, payee, largest)
            round_.ledger.pay(pig, payee, units, "three-suits-penalty", PIG_PAYS, round_.number)
    if options.ready_check == "on":
        agreements.ready_check(round_, [seat for seat in others if seat not in ready], largest, NOT_READY)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, [seat for seat in playing if seat not in ready], REFUND)


def refund_after_wins(round_: RoundState) -> None:
    """Write the refunds of a won round by who is still in and not ready (SCM-4.12); three suits are never ready."""
    fees = round_.hooks.mechanism(KongFees)
    earners = [seat for seat in round_.table.playing() if seat in fees.earners()]
    if round_.hands_known(earners):
        fees.refund(round_, [seat for seat in earners if not round_.dearest(seat)], REFUND_AFTER_WINS)


def _payees(round_: RoundState, which: str, others: list[int], ready: list[int]) -> Sequence[int]:
    """Who receives what a 花豬 pays: all still in that are none, the ready ones of them, or those who have won too
    (SCM-4.12)."""
    if which == "all":
        return [seat for seat, state in enumerate(round_.table.states) if seat in others or state == WON]
    return ready if which == "ready" else others


def _pig_units(round_: RoundState, options: Options, payee: int, largest: Mapping[int, int]) -> int:
    """What a 花豬 pays somebody: a number, or by the limit or by what that hand waits for (SCM-4.12, TBL-8)."""
    if isinstance(options.pig, int):
        return options.pig
    worth = 0
    if options.pig != agreements.CAP:
        worth = largest[payee] if payee in largest else round_.dearest_before_win(payee)
    return agreements.three_suits(options.pig, fans.ladder(round_.rules).most(), worth)


# -- who leaves after a win -----------------------------------------------------------------------------------------------------


class Leaving(Mechanism):
    """The seats that have left after winning, each with its move."""

    __slots__ = ("leavers",)

    def __init__(self) -> None:
        self.leavers: list[tuple[int, int]] = []

    def left(self, round_: RoundState, seat: int) -> None:
        """Write the fine of a seat that leaves (SCM-5.2); what it forfeits as a winner is settled at the end of the round."""
        if round_.table.states[seat] == IN:
            self._fine(round_, seat)
        else:
            self.leavers.append((seat, round_.number))

    def over(self, round_: RoundState) -> None:
        """Take back what winners who left had won, and the kong money that came with it (SCM-5.3)."""
        ledger = round_.ledger
        for seat, move in self.leavers:
            won = [line for line in ledger.lines if line.payee == SEATS[seat] and line.reason in FORFEITED]
            for line in won:
                ledger.move(seat, None, line.points, "leave", WINNER_LEAVES, move)

    def _fine(self, round_: RoundState, seat: int) -> None:
        shared = 0
        if Options.of(round_.rules).stakes == "wealth":
            for other, state in enumerate(round_.table.states):
                if other != seat and state != LEFT:
                    round_.ledger.pay(seat, other, SHARE, "leave", PENALTY, round_.number)
                    shared += SHARE
        round_.ledger.pay(seat, None, FINE - shared, "leave", PENALTY, round_.number)
