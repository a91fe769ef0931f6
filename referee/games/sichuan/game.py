"""四川麻將 as the mahjong core uses it: its table, winning hands, payments, forced wins, the drawn round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.games.sichuan import drawn, fans
from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.first_draw import FirstDraw
from referee.games.sichuan.forced_win import ForcedWin
from referee.games.sichuan.kongs import FEES, KONG_FEE, KongFees
from referee.games.sichuan.leaving import Leaving
from referee.games.sichuan.options import Options
from referee.mahjong.clauses import MJ
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.mahjong.table.table import REPLACED
from referee.rulebook import FindingTemplate, Rules
from referee.verdict import Win

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
THREE_SUITS: Final = SCM["SCM-2.2"].raises("three-suits")
NO_CHI: Final = SCM["SCM-2.1"].raises("chi-not-allowed")
ONLY_ADDED_ROBBED: Final = SCM["SCM-2.5"].raises("not-winning")

WIN: Final = SCM["SCM-4.1"]
KONG_PAYER_PAYS_ALL: Final = SCM["SCM-4.3"]

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))


class Sichuan(MahjongGame):
    """四川麻將."""

    id = "sichuan"
    rulebook = SCM
    no_chi = NO_CHI
    no_robbing = ONLY_ADDED_ROBBED
    may_leave = True
    flags: ClassVar = {"gangshanghua": ("draw",), "gangshangpao": ("discard",), "tianhu": ("draw",), "dihu": ("draw",)}
    unit: ClassVar = {"zh": "{} 倍", "en": "×{}"}
    fan_unit: ClassVar = {"zh": "{} 番", "en": "{} fan"}

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 108 suit tiles, four players; with ``blood`` until three have won (SCM-1.1, SCM-2.6)."""
        return _ruleset(Options.of(rules).blood)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round: kong fees that go back or move on, leaving, forced wins."""
        found = [*super().mechanisms(round_), FirstDraw(round_), KongFees(round_), Leaving(round_)]
        when = Options.of(round_.rules).forced_win
        return found if when == "off" else [*found, ForcedWin(round_, when)]

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The multiplier of a win (SCM-3.4); three suits never win (SCM-2.2)."""
        if not candidate.whole():
            return NOT_WINNING
        valued = fans.valued(candidate)
        if not valued:
            return NOT_WINNING
        if candidate.suits() > 2:
            return THREE_SUITS
        limit = Options.of(rules).max_fan
        multipliers = [(fans.multiplier(total, limit), entries, reading) for total, entries, reading in valued]
        return [WinValue(value, entries, value, reading) for value, entries, reading in multipliers]

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual shapes, in at most two suits (SCM-2.2)."""
        return FORMS

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding on three suits among the seen tiles, which no unseen tiles can mend; else None."""
        return THREE_SUITS if candidate.suits() > 2 else None

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong: a direct one is paid by the discarder, others by everybody else in play (SCM-4.2)."""
        if laying.source is not None:
            payers = [laying.source]
        else:
            payers = round_.others(laying.seat)
        round_.collect(laying.seat, payers, FEES[laying.kind], "kong", KONG_FEE, laying.move)
        return payers

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win: all in play pay for a self-draw, else the owner of the tile alone (SCM-4.1, SCM-4.3)."""
        table, ledger = round_.table, round_.ledger
        if win.value is None:
            return
        if win.by != "draw":
            ledger.pay(table.offerer, seat, win.value, "win", WIN, win.move)
            return
        payers = round_.others(seat)
        kong = table.kong
        if table.how == REPLACED and kong is not None and kong.source is not None:
            ledger.pay(kong.source, seat, win.value * len(payers), "win", KONG_PAYER_PAYS_ALL, win.move)
            return
        round_.collect(seat, payers, win.value, "win", WIN, win.move)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments of a drawn round (SCM-4.5 to SCM-4.7)."""
        drawn.settle(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The player whose tile was won on, otherwise the same dealer; with ``blood`` None, as it is drawn by lot (SCM-1.2)."""
        if Options.of(round_.rules).blood or round_.outcome == "abandoned":
            return None
        fed = round_.wins[-1].source if round_.wins else None
        return round_.table.dealer if fed is None else SEATS.index(fed)


@lru_cache(maxsize=2)
def _ruleset(blood: bool) -> Ruleset:
    return Ruleset(seats=4, copies=suited(), blood=blood, winners=3 if blood else 1)
