"""瀘州鬼麻將 as the mahjong core asks for it: its table, what wins, who pays, reports, gifts, the drawn round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from referee.games.luzhou import drawn, fans, gifts
from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.options import Options
from referee.games.luzhou.shapes import GHOST, fits_any_suits, held_ghosts, natural_suits, waits
from referee.mahjong.clauses import MJ
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand import readiness
from referee.mahjong.hand.distance import PAIRS, Form
from referee.mahjong.hand.fans import CandidateHand, Meld, WinValue
from referee.mahjong.mechanisms import ready_lock
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules import checks
from referee.mahjong.state import RoundState
from referee.mahjong.table import wall_break
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.mahjong.table.table import DRAWN, Laying, Table
from referee.record import Record, Round
from referee.rulebook import Raise, Rules
from referee.verdict import Finding, RoundVerdict, Text, Win

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
THREE_SUITS: Final = LZG["LZG-3.1"].raises("three-suits")
WRONG_BREAK: Final = LZG["LZG-1.3"].raises("wrong-break")
LATE: Final = LZG["LZG-4.6"].raises("late-report")
NOT_READY: Final = LZG["LZG-4.6"].raises("show-not-ready")
BAD_TILES: Final = LZG["LZG-2.3"].raises("bad-claim-tiles")

WIN: Final = LZG["LZG-5.1"]

FORMS: Final = (Form(suits=2), Form(PAIRS, suits=2))

BREAKS: Final = {1: 2, 2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
"""By the red die: how many seats after the dealer the wall is broken (LZG-1.3)."""


def report(round_: MahjongRound, act: Act) -> None:
    """報牌: before the own first draw by a hand as it was dealt, by the dealer with the first discard (LZG-4.6)."""
    table, seat = round_.table, act.seat
    late = LATE
    if seat == table.dealer:
        in_time = ready_lock.just_discarded(table, seat) and table.discards[seat] == 1
        late = LATE if table.discards[seat] else NOT_READY
    else:
        in_time = ready_lock.as_dealt(table, seat)
    ready_lock.declare(round_, seat, in_time, late, NOT_READY)


class Luzhou(MahjongGame):
    """瀘州鬼麻將."""

    id = "luzhou"
    rulebook = LZG
    own: ClassVar = {checks.GHOST_PRIORITY: LZG["LZG-2.2"].raises("claim-priority"), checks.BAD_CLAIM_TILES: BAD_TILES}
    no_chi = LZG["LZG-2.1"].raises("chi-not-allowed")
    no_robbing = LZG["LZG-2.6"].raises("not-winning")
    hand_locked = LZG["LZG-4.7"].raises("hand-locked")
    missed_win = LZG["LZG-2.7"].raises("missed-win-lock")
    ghost_claimed = LZG["LZG-2.4"].raises("ghost-discard-claimed")
    shape_wins = True
    first_discard = True
    moves: ClassVar = {"bao": report}
    break_dice = 2
    breaks: ClassVar = tuple(SEATS)
    flags: ClassVar = {
        "gangshanghua": ("draw",),
        "gangshangpao": ("discard",),
        "tianhu": ("draw",),
        "dihu": ("draw", "discard"),
        "bao": ("draw", "discard", "rob"),
    }
    unit: ClassVar = {"zh": "{} 顆", "en": "{} ke"}

    def ruleset(self, rules: Rules) -> Ruleset:
        """108 suit tiles and the ghosts, four players, until three have won (LZG-1.1, LZG-2.5)."""
        return _ruleset(Options.of(rules).ghosts)

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | Raise:
        """What each player pays, by every shape that the hand can be read as (LZG-4); three suits never win (LZG-3.1)."""
        options = Options.of(rules)
        return (fans.valued(candidate, options.cap, options.one_ke_win) if candidate.whole() else []) or _refusal(candidate)

    def win_value(self, rules: Rules, candidate: CandidateHand) -> WinValue | Raise:
        """The same for the shape that counts, without laying the hand out: much is asked, little is won."""
        options = Options.of(rules)
        return (fans.best(candidate, options.cap, options.one_ke_win) if candidate.whole() else None) or _refusal(candidate)

    def waits(self, rules: Rules, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """The same as everywhere, with ghosts among the tiles."""
        return waits(keys, melds)

    def forms(self, rules: Rules) -> Sequence[Form]:
        """The usual ones, in two suits at most (LZG-3.1)."""
        return FORMS

    def completes(self, round_: RoundState, seat: int, tile: int) -> bool:
        """The same by all that the hand waits for, which is kept until it changes: with ghosts it is much to work out."""
        table = round_.table
        if not held_ghosts(table.keys[seat]) and not readiness.completes(table.keys[seat], tile):
            return False
        waiting = table.waiting[seat]
        if waiting < 0:
            waiting = table.waiting[seat] = self.waits(round_.rules, table.keys[seat], table.melds[seat])
        return bool(waiting >> tile & 1)

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """報牌; 地胡, on the dealer's first discard or the own first draw with nothing claimed yet (LZG-4.8)."""
        table = round_.table
        yield from self.standing(round_, seat)
        if seat == table.dealer:
            return
        if by == "discard":
            if table.offerer == table.dealer and table.discards[table.dealer] == 1:
                yield "dihu"
        elif by == "draw" and table.how == DRAWN and table.draws[seat] == 1 and not _claimed(table):
            yield "dihu"

    def standing(self, round_: RoundState, seat: int) -> Iterable[str]:
        """報牌."""
        return ("bao",) if round_.locked[seat] else ()

    def marks(self, round_: RoundState, seat: int) -> Sequence[Text]:
        """報牌."""
        return ({"zh": "報牌", "en": "reported"},) if seat in round_.shown else ()

    def refuted(self, rules: Rules, candidate: CandidateHand) -> Raise | None:
        """Whatever the unseen tiles are, three suits among the seen ones are three suits."""
        return THREE_SUITS if len(natural_suits(candidate.keys, candidate.melds)) > 2 else None

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Kongs earn nothing (LZG-2.1)."""
        return []

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """A draw is paid by all still in; discarder or konger pays alone, half (LZG-5.1)."""
        if win.value is None:
            return
        payers = round_.others(seat) if win.by == "draw" else [round_.table.offerer]
        round_.collect(seat, payers, win.value, "win", WIN, win.move)

    def drawn(self, round_: RoundState) -> None:
        """The wall is empty: 查叫 (LZG-5.2, LZG-5.3)."""
        drawn.settle(round_)

    def ended(self, round_: RoundState) -> None:
        """喜錢 (LZG-5.4)."""
        gifts.settle(round_)

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """Where the wall was broken (LZG-1.3)."""
        dice = wall_break.dice_of(round_)
        expected = None if dice is None else wall_break.side(round_, BREAKS[dice[0]])
        return wall_break.compare(WRONG_BREAK, round_, expected)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The first winner; who fed several first wins on one tile; after no win the same dealer (LZG-1.2)."""
        if not round_.wins:
            return round_.table.dealer
        first = round_.wins[0]
        together = sum(moment == round_.won_on[0] for moment in round_.won_on)
        return SEATS.index(first.source if together > 1 and first.source else first.seat)


def _refusal(candidate: CandidateHand) -> Raise:
    """What to raise for a hand that does not win: three suits where it is only these (MJ-4.2)."""
    three = len(natural_suits(candidate.keys, candidate.melds)) > 2
    return THREE_SUITS if three and candidate.whole() and fits_any_suits(candidate) else NOT_WINNING


def _claimed(table: Table) -> bool:
    """Whether anyone has made a peng or a direct kong."""
    return any(meld.kind != "concealed" for melds in table.melds for meld in melds)


@lru_cache
def _ruleset(ghosts: int) -> Ruleset:
    copies = suited((0,) * (GHOST - 27) + (ghosts,))
    return Ruleset(4, copies, blood=True, winners=3, missed_wins="draw", ghost=GHOST)
