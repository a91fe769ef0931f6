"""四川麻將競賽 SBR as the mahjong core uses it: its table, winning hands, payments, penalties, the drawn round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final

from referee.core.game.sheets import BAD_SHEET
from referee.core.record import Record, Round
from referee.core.verdict import Finding, RoundVerdict, Win
from referee.games.sbr import drawn, fans
from referee.games.sbr.drawn import LeftUnready
from referee.games.sbr.pigs import Pigs
from referee.games.sbr.rulebook import SBR, Options
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import DECLARED, CandidateHand, Meld, barred_suits, suits_held
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import readings
from referee.mahjong.hand.tiles import UNSEEN, count, kinds_in
from referee.mahjong.mechanisms.dead_hands import DeadHands, WrongCounts
from referee.mahjong.mechanisms.false_wins import FalseWins
from referee.mahjong.mechanisms.kong_fees import FurtherKongFees, LateKongs
from referee.mahjong.mechanisms.penalties import Penalties, VoidRounds
from referee.mahjong.rules import agreements
from referee.mahjong.rules.checks import deal_checks, table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import wall
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = SBR["SBR-4.1"].raises("not-winning")
THREE_SUITS: Final = SBR["SBR-2.2"].raises("three-suits")
DECLARED_HELD: Final = SBR["SBR-2.2"].raises("not-winning")
NO_CHI: Final = SBR["SBR-3.1"].raises("chi-not-allowed")
ONLY_ADDED_ROBBED: Final = SBR["SBR-3.5"].raises("not-winning")
MISSED_WIN: Final = SBR["SBR-3.6"].raises("missed-win-lock")
DEAD_HAND: Final = SBR["SBR-3.7"].raises("dead-hand")
WRONG_COUNT: Final = SBR["SBR-3.8"].raises("wrong-count")
NOT_YOUR_TURN: Final = SBR["SBR-3.9"].raises("not-your-turn")
MUST_DRAW_FIRST: Final = SBR["SBR-3.9"].raises("must-draw-first")
BAD_CLAIM_TILES: Final = SBR["SBR-3.10"].raises("bad-claim-tiles")
MATCH_LOST: Final = SBR["SBR-4.2"].raises("match-lost")
WRONG_BREAK: Final = SBR["SBR-1.3"].raises("wrong-break")

FALSE_WIN: Final = SBR["SBR-4.1"]
PENALTY: Final = SBR["SBR-4.2"]
KONG_FEE: Final = SBR["SBR-6.1"]
FEE_MOVES_ON: Final = SBR["SBR-6.2"]
WIN: Final = SBR["SBR-6.3"]
FEES_BACK: Final = SBR["SBR-3.7"]

FINE: Final = 24
"""What a grave fault costs (SBR-4.2)."""
FINES: Final = frozenset([*range(1, 9), FINE])
"""What an arbiter's fine may be (SBR-4.3)."""

FLAGS: Final = {
    "gangshanghua": ("draw",),
    "gangshangpao": ("discard", "rob"),
    "haidi": ("draw",),
    "haidipao": ("discard",),
}
SUITS_DECLARED: Final = dict.fromkeys(DECLARED, ("draw", "discard", "rob"))

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))

PRICES: Final = {"direct": 2, "added": 1, "concealed": 2}
"""What each payer pays for a kong (SBR-6.1)."""


class NextDealer(Mechanism):
    """The first win of a round, a false one too (SBR-4.1), and who deals by it."""

    __slots__ = ("dealer", "first")

    def __init__(self) -> None:
        self.dealer: int | None = None
        self.first: Win | None = None

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Note the first win; others on the same tile make its giver the dealer (SBR-1.2)."""
        if self.first is None:
            self.first, self.dealer = win, seat
        elif win.source and win.source == self.first.source and SEATS.index(self.first.seat) in round_.table.takers:
            self.dealer = SEATS.index(win.source)


class Sbr(MahjongGame):
    """四川麻將競賽 SBR."""

    id = "sbr"
    rulebook = SBR
    own: ClassVar = {
        table_checks.MUST_DISCARD: WRONG_COUNT,
        table_checks.NO_REPLACEMENT: WRONG_COUNT,
        table_checks.NOT_YOUR_TURN: NOT_YOUR_TURN,
        table_checks.MUST_DRAW_FIRST: MUST_DRAW_FIRST,
        table_checks.BAD_CLAIM_TILES: BAD_CLAIM_TILES,
    }
    no_chi = NO_CHI
    no_robbing = ONLY_ADDED_ROBBED
    missed_win = MISSED_WIN
    wrong_count = WRONG_COUNT
    break_dice = 2
    wall_breaks = tuple(f"{seat} {stack}" for seat in SEATS for stack in range(1, 7))
    fines = FINES
    flags: ClassVar = FLAGS

    # -- the table ---------------------------------------------------------------------------------------------------------

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 108 suit tiles, until one is left (SBR-1.1)."""
        return _ruleset(rules)

    def seated(self, rules: Rules, carried: Mapping[str, int]) -> Ruleset:
        """The table of a round without those who have lost the match in an earlier one (SBR-4.2)."""
        lost = frozenset(seat for seat, letter in enumerate(SEATS) if carried.get(letter, 0) > 1)
        table = self.ruleset(rules)
        return replace(table, absent=lost, winners=max(1, table.winners - len(lost))) if lost else table

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round: kong fees and dead hands, penalties, false wins, the declared suit, rulings."""
        fees = FurtherKongFees("refund", FEE_MOVES_ON)
        penalties = Penalties(round_, FINE, PENALTY, MATCH_LOST)
        marks = self.rulebook.words.of("marks")
        found: list[Mechanism] = [*super().mechanisms(round_), LateKongs(round_, same_turn=False), fees, penalties]
        dead = DeadHands(round_, fees, DEAD_HAND, FEES_BACK, marks["dead-hand"])
        found += [dead, WrongCounts(round_, dead, WRONG_COUNT)]
        found.append(FalseWins(fees, penalties, FALSE_WIN, marks["false-win"]))
        if self._declares(round_.rules):
            found.append(Pigs(round_, dead, penalties, marks))
        return [*found, NextDealer(), LeftUnready(round_), VoidRounds(round_)]

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """The finding on the wall break: the sum of two dice names the wall, the smaller the stack (SBR-1.3)."""
        faces = wall.dice_of(round_)
        side = None if faces is None else wall.side(round_, sum(faces) - 1)
        return deal_checks.wall_break(WRONG_BREAK, round_, None if faces is None or side is None else f"{side} {min(faces)}")

    # -- hands -------------------------------------------------------------------------------------------------------------

    def flags_by(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that count; the declared suit among them where there is one (SBR-2.1)."""
        return {**FLAGS, **SUITS_DECLARED} if self._declares(rules) else FLAGS

    def _declares(self, rules: Rules) -> bool:
        """Whether a suit is declared: not where there are two only (SBR-2.1, TBL-4)."""
        return Options.of(rules).que == "declared" and self.ruleset(rules).suits > 2

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness is asked at the end of the wall (SBR-6.4)."""
        return ("no",)

    def may_bank(self, rules: Rules, units: int) -> bool:
        """Every grave fault is paid to the bank (SBR-4.2)."""
        return units % FINE == 0

    def kong_times(self, rules: Rules) -> tuple[int, ...]:
        """A kong that is not timely earns nothing (SBR-6.1)."""
        return (1, 0)

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The value of a win (SBR-5.2); three suits or the declared one never win (SBR-2.2, SBR-5.1)."""
        found = readings(candidate) if candidate.whole(self.ruleset(rules).hand) and sets_only(candidate.melds) else []
        if not found:
            return NOT_WINNING
        return self._suits_refused(candidate) or fans.scoring(rules).valued(candidate, found) or NOT_WINNING

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """The finding on suits among the seen tiles, which no unseen tiles can mend; else None."""
        return self._suits_refused(candidate)

    def _suits_refused(self, candidate: CandidateHand) -> FindingTemplate | None:
        held = suits_held(candidate.keys, candidate.melds)
        if held.bit_count() > 2:
            return THREE_SUITS
        return DECLARED_HELD if held & barred_suits(candidate.flags) else None

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """A value is a power of two up to that of the most fan that count (SBR-5.2)."""
        return None if fans.ladder(rules).possible(value) else BAD_SHEET

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual shapes, in at most two suits (SBR-5.1)."""
        return FORMS

    def awaited(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> list[int]:
        """Every kind that completes a hand, without kinds of which all four lie in the concealed hand (SBR-6.4)."""
        if not sets_only(melds):
            return []
        copies = self.ruleset(rules).copies
        return [kind for kind in kinds_in(self.waits(rules, keys, melds)) if count(keys, kind) < copies[kind]]

    # -- payments ----------------------------------------------------------------------------------------------------------

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong (SBR-6.1)."""
        return agreements.kong_fee(round_, laying, PRICES[laying.kind], KONG_FEE)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win: a discarder or robbed player pays the value, for an own draw everybody still in one more
        (SBR-6.3)."""
        if win.value is None:
            return
        if win.by == "draw":
            round_.collect(seat, round_.others(seat), win.value + 1, "win", WIN, win.move)
        else:
            round_.ledger.pay(round_.table.offerer, seat, win.value, "win", WIN, win.move)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments at the end of the wall (SBR-6.4 to SBR-6.7)."""
        drawn.settle(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The first winner, of several on one tile its giver; nobody: the same dealer (SBR-1.2). None if that player has lost the
        match."""
        first = round_.hooks.mechanism(NextDealer)
        dealer = round_.table.dealer if first.dealer is None or round_.outcome == "void" else first.dealer
        return dealer if self.may_deal(round_, dealer) else None

    def may_deal(self, round_: RoundState, seat: int) -> bool:
        """Whoever has lost the match deals no more."""
        return round_.carried.get(SEATS[seat], 0) <= 1


def sets_only(melds: Sequence[Meld]) -> bool:
    """Whether every meld is of one kind of tile; one of wrong tiles that was played on with is no set (SBR-3.10)."""
    return all(tile in (meld.tile, UNSEEN) or meld.tile == UNSEEN for meld in melds for tile in meld.tiles)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    return shaped(USUAL, Options.of(rules))


USUAL: Final = Ruleset(
    seats=4,
    copies=suited(),
    blood=True,
    winners=3,
    missed_wins="discards",
    last_discard_counts=True,
    dead_hands=True,
    covered=True,
)
