"""血流成河 as the mahjong core uses it: its table, winning hands, payments, the end of the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.core.game.round_form import RoundForm
from referee.core.game.sheets import BAD_SHEET, kind_of
from referee.core.record import Record, Round
from referee.core.verdict import Finding, RoundVerdict, Win
from referee.games.xueliu import checks, fans
from referee.games.xueliu.rulebook import XLC, Options
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import DECLARED, CandidateHand
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import readings
from referee.mahjong.mechanisms.circumstances import FirstDraw
from referee.mahjong.mechanisms.declared_suit import DeclaredSuit
from referee.mahjong.mechanisms.exchange import TAG, Exchange, directions
from referee.mahjong.mechanisms.forced_win import ForcedWin
from referee.mahjong.mechanisms.kong_fees import KongFees, LateKongs
from referee.mahjong.mechanisms.ready_lock import WinnersLock
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import agreements
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
BAD_EXCHANGE: Final = XLC["XLC-1.1"].raises("bad-exchange")
QUE_MISSING: Final = XLC["XLC-1.2"].raises("que-missing")
QUE_TWICE: Final = XLC["XLC-1.2"].raises("que-twice")
QUE_FIRST: Final = XLC["XLC-1.2"].raises("que-first")
THREE_SUITS: Final = XLC["XLC-1.2"].raises("three-suits")
DECLARED_HELD: Final = XLC["XLC-1.2"].raises("not-winning")
NO_CHI: Final = XLC["XLC-2.1"].raises("chi-not-allowed")
ONLY_ADDED_ROBBED: Final = XLC["XLC-2.1"].raises("not-winning")
LOCKED: Final = XLC["XLC-2.2"].raises("hand-locked")
DECLINED: Final = XLC["XLC-2.4"].raises("forced-win-declined")
ADVISED: Final = DECLINED.as_note()
MISSED_WIN: Final = XLC["XLC-2.3"].raises("missed-win-lock")

WIN: Final = XLC["XLC-4.1"]
FED_ONCE: Final = XLC["TBL-6"]
KONG_FEE: Final = XLC["XLC-4.2"]

EXCHANGED: Final = {"three": 3, "four": 4}
"""How many tiles every player lays out, by the option (XLC-1.1, TBL-16)."""
KONG_FEES: Final = {"direct": 2, "added": 1, "concealed": 2}
"""What each payer pays for a kong, by its kind (XLC-4.2)."""
AFTER_KONG: Final = {"move": "each", "refund": "refund", "keep": "keep"}
"""What becomes of the fee of a kong whose maker's next discard is won on, by the option (XLC-4.2)."""

SUITS: Final = dict.fromkeys(DECLARED, ("draw", "discard", "rob"))
FLAGS: Final = {
    "gangshanghua": ("draw",),
    "gangshangpao": ("discard",),
    "haidi": ("draw",),
    "haidipao": ("discard",),
    "tianhu": ("draw",),
    "dihu": ("draw",),
}

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))
END_OF_WALL: Final = XLC["XLC-4.3"]


class Xueliu(MahjongGame):
    """血流成河."""

    id = "xueliu"
    rulebook = XLC
    no_chi = NO_CHI
    no_robbing = ONLY_ADDED_ROBBED
    missed_win = MISSED_WIN
    flags: ClassVar = {**FLAGS, **SUITS}

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 108 suit tiles; winners stay, or leave until one is left (XLC-1.1, XLC-2.2)."""
        return _ruleset(rules)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round: the exchange and the declared suit before it, winners who stay in, kong fees, 地胡."""
        options, marks = Options.of(round_.rules), XLC.words.of("marks")
        exchange: Mechanism | None = None
        found: list[Mechanism] = []
        if options.exchange != "off":  # XLC-1.1, TBL-16
            number, alike = EXCHANGED[options.exchange], options.exchange_suit == "one"
            exchange = Exchange(round_, BAD_EXCHANGE, checks.EXCHANGE_MISSING, marks["huansan"], number, alike)
            found.append(exchange)
        if self._declares(round_.rules):  # XLC-1.2
            found.append(DeclaredSuit(round_, QUE_MISSING, QUE_TWICE, QUE_FIRST, marks, exchange))
        found += super().mechanisms(round_)
        if options.after_win == "stay":
            found.append(WinnersLock(round_, LOCKED))  # XLC-2.2
        if options.late_kong == "free":
            found.append(LateKongs(round_, same_turn=True))  # XLC-4.4
        if options.forced_win != "off":
            declined = ADVISED if options.forced_win == "advised" else DECLINED
            found.append(ForcedWin(round_, options.forced_win, declined))  # XLC-2.4
        return [*found, KongFees(AFTER_KONG[options.kong_on_pao], KONG_FEE), FirstDraw()]

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness and the declared suit are asked at the end of the wall (XLC-4.3)."""
        return ("no", "pig")

    def kong_times(self, rules: Rules) -> tuple[int, ...]:
        """A late kong earns nothing where a table plays so (XLC-4.4)."""
        return (1, 0) if Options.of(rules).late_kong == "free" else ()

    def flags_by(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that count at this table: the suit that was declared, if one is (XLC-1.2)."""
        return self.flags if self._declares(rules) else FLAGS

    def _declares(self, rules: Rules) -> bool:
        """Whether a suit is declared: not where there are two only (XLC-1.2, TBL-4)."""
        return Options.of(rules).que == "declared" and self.ruleset(rules).suits > 2

    def round_form(self, rules: Rules) -> RoundForm:
        """The fields of a round before its first move, with where the exchanged tiles go (XLC-1.1)."""
        form = super().round_form(rules)
        if Options.of(rules).exchange == "off":
            return form
        return form._replace(choices={TAG: directions(self.ruleset(rules).seats), **form.choices})

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """The finding on a record of moves that does not say where the exchanged tiles go (XLC-1.1)."""
        exchanged = Options.of(rules).exchange != "off" and not kind_of(round_)
        return checks.direction(round_, self.ruleset(rules).seats) if exchanged else ()

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The value of a win (XLC-3.1); three suits never win, nor does the declared one (XLC-1.2)."""
        found = readings(candidate) if candidate.whole(self.ruleset(rules).hand) else []
        if not found:
            return NOT_WINNING
        return self.refuted(rules, candidate) or fans.scoring(rules).valued(candidate, found) or NOT_WINNING

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual shapes, in at most two suits (XLC-1.2)."""
        return FORMS

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding on suits among the seen tiles that no unseen tiles can mend; else None (XLC-1.2)."""
        if candidate.suits() > 2:
            return THREE_SUITS
        return DECLARED_HELD if candidate.barred() else None

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """A value is a power of two up to that of the most fan that count (XLC-3.1)."""
        return None if fans.ladder(rules).possible(value) else BAD_SHEET

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong (XLC-4.2)."""
        return agreements.kong_fee(round_, laying, KONG_FEES[laying.kind], KONG_FEE)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win: of a discard its owner pays, of an own draw everybody else in play, with its bonus; for the
        replacement of a direct kong who fed it, for all of them or once, if the table plays so (XLC-3.1, XLC-4.1, TBL-6)."""
        if win.value is None:
            return
        ledger = round_.ledger
        if win.by != "draw":
            ledger.pay(round_.table.offerer, seat, win.value, "win", WIN, win.move)
            return
        fed, owed = self.pays_alone(round_), self._owed(round_, win, seat)
        if fed is None:
            for payer, points in owed.items():
                ledger.pay(payer, seat, points, "win", WIN, win.move)
        elif round_.ruleset.fed_once:
            ledger.pay(fed, seat, win.value, "win", FED_ONCE, win.move)
        else:
            ledger.pay(fed, seat, sum(owed.values()), "win", WIN, win.move)

    def _owed(self, round_: RoundState, win: Win, seat: int) -> dict[int, int]:
        """The points that each of the others owes for an own draw. Earlier winners may be spared the bonus (XLC-3.1)."""
        others, value, bonus = round_.others(seat), win.value or 0, fans.bonus(round_.rules)
        if not bonus or Options.of(round_.rules).self_draw != "unwon":
            return dict.fromkeys(others, value + bonus)
        spared = {SEATS.index(earlier.seat) for earlier in round_.wins if earlier.move < win.move}
        return {other: value + bonus * (other not in spared) for other in others}

    def pays_alone(self, round_: RoundState) -> int | None:
        """The seat that fed the direct kong before this replacement tile; None if all pay (XLC-4.1, TBL-6)."""
        return None if Options.of(round_.rules).replacement_payer == "all" else winning.fed_by(round_.table)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments at the end of the wall (XLC-4.3)."""
        settle(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The first winner, where several won on one tile first whose tile it was; if nobody won the same dealer (XLC-1.3)."""
        if not round_.wins:
            return round_.table.dealer
        first = round_.wins[0]
        several = round_.won_on.count(round_.won_on[0]) > 1
        return SEATS.index(first.source if several and first.source else first.seat)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    options = Options.of(rules)
    stay = options.after_win == "stay"
    usual = Ruleset(
        seats=4,
        copies=suited(),
        blood=not stay,
        winners=1 if stay else 3,
        winners_stay=stay,
        missed_wins="draw" if options.pass_lock == "turn" else "",
        last_discard_counts=True,
        fed_once=options.replacement_payer == "once",
    )
    return shaped(usual, options)


# -- the end of the wall --------------------------------------------------------------------------------------------------------


def settle(round_: RoundState) -> None:
    """Write the payments at the end of the wall. Who has won and stays in is never asked and receives from everybody who is; a
    hand with unseen tiles leaves the payments undetermined."""
    table, ledger, options = round_.table, round_.ledger, Options.of(round_.rules)
    playing, won = table.playing(), {SEATS.index(win.seat) for win in round_.wins}
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if seat not in won and round_.pig(seat)]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat, round_.standing(seat)) for seat in others}
    unready = [seat for seat in others if seat not in won and not largest[seat]]
    for pig in pigs:
        for payee in others:
            units = _pig_units(round_, options, largest[payee])
            ledger.pay(pig, payee, units, "three-suits-penalty", END_OF_WALL, round_.number)
    if options.ready_check == "on":
        agreements.ready_check(round_, unready, largest, END_OF_WALL, () if options.ready_payees == "all" else won)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, [*pigs, *unready], END_OF_WALL)


def _pig_units(round_: RoundState, options: Options, worth: int) -> int:
    """What who holds the declared suit pays somebody who waits for so much (XLC-4.3, TBL-8)."""
    if isinstance(options.pig, int):
        return 1 << options.pig
    return agreements.three_suits(options.pig, fans.ladder(round_.rules).most(), worth)
