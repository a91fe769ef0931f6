"""衡陽麻將 as the mahjong core uses it: its table, winning hands, its own moves, the next dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.core.game.round_form import SheetFigure
from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict, Win
from referee.games.hengyang import fans, payment
from referee.games.hengyang.birds import Birds
from referee.games.hengyang.declarations import Declarations
from referee.games.hengyang.dice import Dice
from referee.games.hengyang.rulebook import HYM, Options
from referee.games.hengyang.sea_bottom import SeaBottom
from referee.mahjong.fan_options import SHAPE, house_fans
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand import readiness
from referee.mahjong.hand.candidate import OF_258, CandidateHand, Meld
from referee.mahjong.hand.circumstances import AFTER_OWN_KONG
from referee.mahjong.hand.distance import FREE, PAIRS, Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import KINDS, RANK, UNSEEN, listed
from referee.mahjong.mechanisms.ready_lock import HandLock
from referee.mahjong.rules import agreements
from referee.mahjong.rules.checks import deal_checks, table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import wall
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.mahjong.table.table import Table
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = HYM["HYM-4.14"].raises("not-winning")
NO_258_PAIR: Final = HYM["HYM-4.14"].raises("not-winning")
NEEDS_PAIR: Final = "need-258-pair"
"""Why a complete hand does not win (HYM-4.14)."""
WRONG_BREAK: Final = HYM["HYM-1.3"].raises("wrong-break")
NO_ROBBING: Final = HYM["HYM-2.2"].raises("not-winning")

PAIR_TILES: Final = sum(1 << kind for kind in range(KINDS) if kind < 27 and RANK[kind] in OF_258)
"""The nine 將 tiles, one bit a kind (HYM-1.1)."""

PAIR_RANKS: Final = sum(1 << rank - 1 for rank in OF_258)
FORMS: Final = {
    Form(pair_ranks=PAIR_RANKS): (),
    Form(runs=False): ("pengpenghu",),
    Form(suits=1): ("qingyise",),
    Form(PAIRS): ("qixiaodui", "longqidui"),
    Form(FREE, pair_ranks=PAIR_RANKS): ("jiangyise",),
}
"""The shapes of a win, each with the types of which one must count at the table (HYM-4.1, HYM-4.13)."""


class Hengyang(MahjongGame):
    """衡陽麻將."""

    id = "hengyang"
    rulebook = HYM
    flags: ClassVar = {
        "gangshanghua": ("draw",),
        "dice": ("draw",),
        "haidi": ("draw",),
        "tianhu": ("draw",),
        "dihu": ("discard",),
    }
    moments: ClassVar = {"dice": AFTER_OWN_KONG}
    own: ClassVar = {
        table_checks.LAST_DISCARD_ONLY_WON: HYM["HYM-2.4"].raises("no-claimable-discard"),
        table_checks.ONE_OF_TWO: HYM["HYM-2.5"].raises("no-claimable-discard"),
    }
    no_chi = HYM["HYM-2.1"].raises("chi-not-allowed")
    chi_from_previous = HYM["HYM-2.1"].raises("chi-wrong-seat")
    no_robbing = NO_ROBBING
    break_dice = 2
    wall_breaks: ClassVar = tuple(f"{seat} {stack}" for seat in SEATS for stack in range(1, 7))

    def ruleset(self, rules: Rules) -> Ruleset:
        """108 suit tiles, runs are claimed and no kong is robbed, unless the table has it otherwise (HYM-1.1, HYM-2.1, HYM-2.2,
        TBL-18)."""
        return _ruleset(rules)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round: birds, the last tile, dice after a kong, declarations before the play."""
        options, locks = Options.of(round_.rules), HandLock(round_)
        return (
            *super().mechanisms(round_),
            locks,
            SeaBottom(round_, locks),
            Dice(round_, locks),
            Birds(round_, options.birds),
            Declarations(round_, options.ban_pay),
        )

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness is asked in a drawn round where the table plays so (TBL-8)."""
        return ("no",) if Options.of(rules).ready_check == "on" else ()

    def ready_worth(self, win_value: WinValue) -> int:
        """The 番, without what puts a big win before a small one."""
        return win_value.value

    def sheet_figures(self, rules: Rules) -> Sequence[SheetFigure]:
        """How many tiles were left, of which the birds are turned (HYM-5.5)."""
        return (SheetFigure("Left", self.ruleset(rules).wall),) if Options.of(rules).birds else ()

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The 番 of a win by each reading; a big win precedes a small one (HYM-4.2)."""
        if candidate.by == "rob" and Options.of(rules).rob_kong == "off":
            return NO_ROBBING
        if not candidate.whole(self.ruleset(rules).hand):
            return NOT_WINNING
        found = fans.valued(rules, candidate)
        if found:
            return sorted(found, key=lambda win_value: -win_value.rank) if len(found) > 1 else found
        return NO_258_PAIR if readiness.complete(candidate.keys) else NOT_WINNING

    def why(self, refusal: FindingTemplate) -> Mapping[str, JSON]:
        """The reason of a refusal, if the hand lacks only the pair of 2, 5 or 8 (HYM-4.14)."""
        return {"reason": NEEDS_PAIR, "expected": NEEDS_PAIR} if refusal is NO_258_PAIR else super().why(refusal)

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The kinds that complete a hand: by its shapes, or any 將 tile for a hand of nothing else (HYM-4.3)."""
        plain = readiness.waits(keys)
        return plain | PAIR_TILES if _of_pair_tiles(keys, melds) else plain

    def completes(self, rules: Rules, table: Table, seat: int, tile: int) -> bool:
        """Whether a tile completes a seat's hand: by a shape, or as one more 將 tile among nothing else (HYM-4.3)."""
        if readiness.completes(table.keys[seat], tile):
            return True
        return bool(PAIR_TILES >> tile & 1) and _of_pair_tiles(table.keys[seat], table.melds[seat])

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The shapes of a win: sets with a pair of 2, 5 or 8 or, for some, any pair; seven pairs; 將 tiles in any shape
        (HYM-4.1, HYM-4.13). With a shape of the table's own any pair will do (TBL-2)."""
        counted = fans.lines_by(rules)
        if any(house.sign == SHAPE for house in house_fans(rules)):
            return [Form(), Form(PAIRS), Form(FREE, pair_ranks=PAIR_RANKS)]
        return [form for form, types in FORMS.items() if not types or any(code in counted for code in types)]

    def bird(self, round_: RoundState, kind: int) -> int | None:
        """The seat that a bird names by its rank, counted from the dealer (HYM-5.5)."""
        return None if kind == UNSEEN else payment.bird_seat(round_, kind)

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """None: the seen tiles alone never rule out a win, because the unseen ones may be what it needs."""
        return None

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """The finding on the wall break: the larger of two dice names the side, the smaller the stack (HYM-1.3)."""
        faces = wall.dice_of(round_)
        if faces is None:
            return ()
        side = wall.side(round_, max(faces) - 1)
        return deal_checks.wall_break(WRONG_BREAK, round_, None if side is None else f"{side} {min(faces)}")

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong, paid at once (HYM-5.4)."""
        return agreements.kong_fee(round_, laying, payment.FEES[laying.kind], payment.KONG_FEE)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Nothing is paid yet: the price of a win depends on the birds (HYM-5.6)."""

    def drawn(self, round_: RoundState) -> None:
        """Nothing is paid in a drawn round, unless the table asks who is ready (TBL-8)."""
        if Options.of(round_.rules).ready_check == "on":
            payment.unready(round_)

    def ended(self, round_: RoundState) -> None:
        """Write the payments of all wins, with the birds (HYM-5.1 to HYM-5.3, HYM-5.6)."""
        payment.settle(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The winner, of several the first or the discarder; the dealer stays if nobody won, or if several won on the dealer's
        discard (HYM-1.2)."""
        table, winners = round_.table, [SEATS.index(win.seat) for win in round_.wins]
        if not winners or len(winners) > 1 and table.offerer == table.dealer:
            return table.dealer
        if len(winners) > 1 and Options.of(round_.rules).multi_dealer == "discarder":
            return table.offerer
        return min(winners, key=table.distance)


def _of_pair_tiles(keys: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Whether a hand has 將 tiles only."""
    held = {*listed(keys), *(tile for meld in melds for tile in meld.tiles)}
    return all(PAIR_TILES >> kind & 1 for kind in held)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    options = Options.of(rules)
    robbed = frozenset({"added"} if options.rob_kong == "on" else ())
    return shaped(Ruleset(seats=4, copies=suited(), chi=options.chi == "on", robbed=robbed), options)
