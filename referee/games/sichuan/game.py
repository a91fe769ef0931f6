"""四川麻將 as the mahjong core asks for it: its table, what wins, who pays, who must win, what a drawn round costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.games.sichuan import drawn, fans, leaving
from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.kongs import FEES, KONG_FEE
from referee.games.sichuan.options import Options
from referee.mahjong.clauses import MJ
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import CandidateHand, WinValue
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules import checks
from referee.mahjong.state import RoundState
from referee.mahjong.table.moves import CLAIMS, SEATS, decode
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.mahjong.table.table import DRAWN, KONG, OFFERED, OWES, REPLACED, Laying
from referee.rulebook import Raise, Rules
from referee.verdict import Win

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
THREE_SUITS: Final = SCM["SCM-2.2"].raises("three-suits")
FORCED_WIN: Final = SCM["SCM-2.3"].raises("forced-win-declined")
NO_CHI: Final = SCM["SCM-2.1"].raises("chi-not-allowed")
ONLY_ADDED_ROBBED: Final = SCM["SCM-2.5"].raises("not-winning")

WIN: Final = SCM["SCM-4.1"]
KONG_PAYER_PAYS_ALL: Final = SCM["SCM-4.3"]
KONG_MOVES_ON: Final = SCM["SCM-4.4"]

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
        """108 suit tiles, four players; with ``blood`` until three have won (SCM-1.1, SCM-2.6)."""
        return _ruleset(Options.of(rules).blood)

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | Raise:
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
        """The usual ones, in two suits at most (SCM-2.2)."""
        return FORMS

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡: the own first draw, no replacement, no meld of his own before (SCM-3.1)."""
        table = round_.table
        first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1
        return ("dihu",) if first and seat != table.dealer and not table.melds[seat] else ()

    def refuted(self, rules: Rules, candidate: CandidateHand) -> Raise | None:
        """Whatever the unseen tiles are, three suits among the seen ones are three suits."""
        return THREE_SUITS if candidate.suits() > 2 else None

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """A direct kong is paid by whose discard it took, the others by everybody else still in (SCM-4.2)."""
        if laying.source is not None:
            payers = [laying.source]
        else:
            payers = round_.others(laying.seat)
        round_.collect(laying.seat, payers, FEES[laying.kind], "kong", KONG_FEE, laying.move)
        return payers

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """The discarder or the robbed player pays alone; a draw is paid by all still in (SCM-4.1, SCM-4.3)."""
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

    def offer_closed(self, round_: RoundState) -> None:
        """杠上炮: what the discarder got for the kong just made goes to the winners (SCM-4.4)."""
        table, kong, mode = round_.table, round_.table.kong, Options.of(round_.rules).kong_transfer
        if mode == "off" or kong is None or kong.seat != table.offerer or table.offered != "discard":
            return
        payers = next(payers for laying, payers in round_.fees if laying is kong)
        fee = FEES[kong.kind] * len(payers)
        share = fee if mode == "each" else fee // len(table.takers)
        for taker in table.takers:
            round_.ledger.pay(kong.seat, taker, share, "kong-transfer", KONG_MOVES_ON, round_.wins[-1].move)
        if share:
            round_.moved.add(kong)

    def watched(self, rules: Rules) -> int:
        """A win is forced with four tiles or fewer in the wall, or at any time by what is left in the hand (SCM-2.3)."""
        return {"off": -1, "wall4": 4, "hand4": 108}[Options.of(rules).forced_win]

    def chances(self, round_: RoundState) -> list[int]:
        """Who can win now and must (SCM-2.3)."""
        any_hand, table = Options.of(round_.rules).forced_win == "wall4", round_.table
        if table.phase == OWES:
            seats, by = [table.turn] if table.how in (DRAWN, REPLACED) else [], "draw"
        elif table.phase in (OFFERED, KONG) and table.offer is not None:
            seats, by = round_.others(table.offerer), table.offered
        else:
            return []
        return [seat for seat in seats if (any_hand or len(table.melds[seat]) >= 3) and round_.winning(seat, by)]

    def missed(self, round_: RoundState, seat: int) -> None:
        """Someone who had to win did not (SCM-2.3), but for one whose declared win another's claim went over (MJ-3.2)."""
        act = decode(round_.made)
        if act.kind in CLAIMS and act.seat != seat and checks.wants_to_win(round_.table, seat):
            return
        tile = round_.table.drawn if round_.table.phase == OWES else round_.table.offer
        round_.find(FORCED_WIN, seat, tile=NAMES[tile] if tile is not None else None)

    def left(self, round_: RoundState, seat: int) -> None:
        """Someone leaves the table (SCM-5)."""
        leaving.settle(round_, seat)

    def drawn(self, round_: RoundState) -> None:
        """The wall is empty (SCM-4.5 to SCM-4.7)."""
        drawn.settle(round_)

    def ended(self, round_: RoundState) -> None:
        """What winners who left do not receive (SCM-5.3)."""
        leaving.forfeit(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """Who fed the win deals next, otherwise the same dealer; with ``blood`` it is drawn by lot (SCM-1.2)."""
        if Options.of(round_.rules).blood or round_.outcome == "abandoned":
            return None
        fed = round_.wins[-1].source if round_.wins else None
        return round_.table.dealer if fed is None else SEATS.index(fed)


@lru_cache(maxsize=2)
def _ruleset(blood: bool) -> Ruleset:
    return Ruleset(seats=4, copies=suited(), blood=blood, winners=3 if blood else 1)
