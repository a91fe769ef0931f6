"""卡五星 as the mahjong core uses it: its table, winning hands, payments, shown hands, the next dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from referee.core.game.sheets import BAD_SHEET
from referee.core.record import Record, Round
from referee.core.verdict import Finding, RoundVerdict, Win
from referee.games.kawuxing import checks, fans, rotation
from referee.games.kawuxing.rulebook import KWX, Options
from referee.games.kawuxing.showing import ShownHands
from referee.mahjong.fan_options import FAN
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand, Meld
from referee.mahjong.hand.circumstances import ANY, DEALT
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import UNSEEN, count
from referee.mahjong.mechanisms.kong_fees import KongChains
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import agreements
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset, shaped, suited
from referee.rulebook import FindingTemplate, Rules

NOT_WINNING: Final = MJ["MJ-4.2"].raises("not-winning")
LAST_TILE_GANG: Final = KWX["KWX-2.3"].raises("last-tile-gang")
GANG_AFTER_CLAIM: Final = KWX["KWX-2.6"].raises("gang-after-claim")

SHOW_PENALTY: Final = KWX["KWX-3.5"]
KONG_FEE: Final = KWX["KWX-5.2"]
KONG_UPON_KONG: Final = KWX["KWX-5.3"]

FEES: Final = {"direct": 2, "added": 1, "concealed": 2}
"""What each payer pays for a kong, in units, by its kind (KWX-5.2)."""
TILES: Final = suited((0, 0, 0, 0, 4, 4, 4))
"""The suits and the dragons; which suits a table plays with is an option (KWX-1.1, KWX-1.2)."""
WIN: Final = KWX["KWX-5.1"]
SHOWN_WIN: Final = KWX["KWX-3.4"]
SHOWN_ALONE: Final = KWX["TBL-18"]
NOT_READY: Final = KWX["TBL-8"]
SHOWN_PAYER: Final = KWX["TBL-6"]
HELD: Final = 3
"""How many tiles in the hand make a kong of a discard."""


class LateKongs(Mechanism):
    """The pengs that were made while a third tile of their kind was in the hand."""

    __slots__ = ("kept",)

    follows_play = True

    def __init__(self) -> None:
        self.kept: set[tuple[int, int]] = set()
        """By seat and tile."""

    def before_claim(self, round_: RoundState, seat: int, kind: str) -> None:
        """Note a peng by a seat that could have laid a kong: the third tile may never be added (KWX-2.5). Of a hand that was not
        seen nobody knows it."""
        table, tile = round_.table, round_.table.offer
        if kind == "peng" and tile is not None and tile != UNSEEN and count(table.keys[seat], tile) == HELD:
            self.kept.add((seat, tile))

    def excuses_kong(self, round_: RoundState, turn: Violation) -> bool:
        """Whether the finding on a late kong replaces this one, which says only that it comes after a claim."""
        return checks.late_says_more(turn)

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by adding another tile than the one just drawn, in an own turn."""
        if meld.kind != "added":
            return None
        return checks.late_kong(round_.table, seat, meld.tile, (seat, meld.tile) in self.kept)


class Kawuxing(MahjongGame):
    """卡五星."""

    id = "kawuxing"
    rulebook = KWX
    flags = {
        "gangshanghua": ("draw",),
        "gangshangpao": ("discard",),
        "haidi": ("draw",),
        "tianhu": ("draw",),
        "liang": ("draw", "discard", "rob"),
    }
    moments = {"liang": ANY & ~DEALT}
    own = {
        table_checks.LAST_TILE_GANG: LAST_TILE_GANG,
        table_checks.LAST_DISCARD_GANG: LAST_TILE_GANG,
        table_checks.GANG_AFTER_CLAIM: GANG_AFTER_CLAIM,
    }
    no_chi = KWX["KWX-2.1"].raises("chi-not-allowed")
    no_robbing = KWX["KWX-2.8"].raises("not-winning")
    missed_win = KWX["KWX-2.7"].raises("missed-win-lock")
    break_dice = 2  # KWX-1.4: how many are cast is not said; a form has room for the usual two

    def flags_by(self, rules: Rules) -> Mapping[str, tuple[str, ...]]:
        """The circumstances that count at this table: the last tile may be left out (KWX-2.2)."""
        counted = "haidilao" in fans.lines_by(rules)
        return self.flags if counted else {flag: ways for flag, ways in self.flags.items() if flag != "haidi"}

    def shape_wins(self, rules: Rules) -> bool:
        """Every complete hand wins, unless the table has taken a shape out (TBL-1)."""
        return not rules.family(FAN)

    def ruleset(self, rules: Rules) -> Ruleset:
        """The table: 84 tiles for two or three players, 120 for four (KWX-1.1, KWX-1.2, TBL-3); one win ends the round."""
        return _ruleset(rules)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms of a round, with kong chains (KWX-5.3), late kongs, and shown hands."""
        chains = [KongChains()] if Options.of(round_.rules).kong_chain == "on" else []
        return (*super().mechanisms(round_), *chains, LateKongs(), ShownHands(round_))

    def kong_times(self, rules: Rules) -> tuple[int, ...]:
        """A kong upon a kong costs double, upon that one double again (KWX-5.3)."""
        return (1, 2, 4, 8) if Options.of(rules).kong_chain == "on" else ()

    def ready_words(self, rules: Rules) -> tuple[str, ...]:
        """Readiness is asked in a drawn round where the table plays so (TBL-8)."""
        return ("no",) if Options.of(rules).ready_check == "on" else ()

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        """The multiplier of a win; every complete hand wins."""
        return (fans.valued(rules, candidate) if candidate.whole(self.ruleset(rules).hand) else []) or NOT_WINNING

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        """None: any seen tiles may be part of a win."""
        return None

    def refuted_value(self, rules: Rules, by: str, value: int) -> FindingTemplate | None:
        """A multiplier is a product of fans, or a cap and none is more (KWX-4.20); a plain hand may not win on a discard where a
        table has it so (KWX-4.22)."""
        options = Options.of(rules)
        if value == 1 and by == "discard" and options.plain_win == "draw_or_shown":
            return fans.TOO_SMALL
        caps = () if options.cap is None else (options.cap, options.cap_double_dragon)
        fits = value in caps or value < max(caps, default=value + 1) and fans.multiplies_to(rules, value)
        return None if fits else BAD_SHEET

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        """Write the fee of a kong; one on a kong costs double (KWX-5.2, KWX-5.3)."""
        clause = KONG_FEE if round_.multiplier(laying) == 1 else KONG_UPON_KONG
        return agreements.kong_fee(round_, laying, FEES[laying.kind], clause)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Write the payment of a win, if its value is known."""
        if win.value is not None:
            pay(round_, win, win.value, seat, self.shares(round_, win, seat))

    def shares(self, round_: RoundState, win: Win, seat: int) -> Mapping[int, Sequence[int]]:
        """Who pays for a win: whoever feeds a shown hand pays for all (KWX-3.4), unless the table has it otherwise (TBL-18)."""
        shown = win.by != "draw" and seat in round_.hooks.mechanism(ShownHands).declared
        if shown and Options.of(round_.rules).shown_discard == "all":
            return {round_.table.offerer: [other for other in range(round_.seats) if other != seat]}
        return super().shares(round_, win, seat)

    def drawn(self, round_: RoundState) -> None:
        """Write the payments of a drawn round (荒莊): the first who showed a hand pays everybody else (KWX-3.5), or those who are
        not ready pay the ready ones (TBL-8)."""
        check = Options.of(round_.rules).ready_check
        if check == "on":
            unready(round_)
        for shower in round_.hooks.mechanism(ShownHands).declared[:1] if check == "off" else ():
            for payee in round_.others(shower):
                round_.ledger.pay(shower, payee, 1, "show-penalty", SHOW_PENALTY, round_.number)

    def next_dealer(self, round_: RoundState) -> int | None:
        """The winner, unless resting; of several on one tile its owner; after a drawn round the same dealer, or the first who
        showed (KWX-1.5)."""
        if not round_.wins:
            shown = round_.hooks.mechanism(ShownHands).declared if Options.of(round_.rules).drawn_dealer == "shower" else ()
            return next(iter(shown), round_.table.dealer)
        first, *more = round_.wins
        if more and first.source is not None:
            return SEATS.index(first.source)
        return None if rotation.winner_rests(round_.rules) else SEATS.index(first.seat)

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """The findings on players who sit though they should rest (KWX-1.6)."""
        return rotation.check(record, rules, round_, before)


@lru_cache
def _ruleset(rules: Rules) -> Ruleset:
    options = Options.of(rules)
    robbed = frozenset({"added", "concealed"} if options.rob_concealed else {"added"})
    return shaped(Ruleset(seats=3, copies=TILES, robbed=robbed, missed_wins="turn"), options)


# -- payments -------------------------------------------------------------------------------------------------------------------


def pay(round_: RoundState, win: Win, value: int, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
    """Write the payment of a win, and what is owed on top for those who have shown their hands, up to the limit (TBL-6)."""
    shown, ledger, options = round_.hooks.mechanism(ShownHands).declared, round_.ledger, Options.of(round_.rules)
    clause = WIN
    if win.by != "draw" and seat in shown:
        clause = SHOWN_WIN if options.shown_discard == "all" else SHOWN_ALONE
    for payer, owing in shares.items():
        ledger.pay(payer, seat, value * len(owing), "win", clause, win.move)
    doubles = options.shown_pays
    if doubles == "each" or doubles == "once" and seat not in shown:
        limit = fans.limit(round_.rules, win)
        more = value if limit is None else min(2 * value, limit) - value
        for payer, owing in shares.items():
            ledger.pay(payer, seat, more * sum([one in shown for one in owing]), "win", SHOWN_PAYER, win.move)


def unready(round_: RoundState) -> None:
    """Write what those who are not ready pay to the ready ones, without the doubling of shown hands (TBL-8)."""
    playing = round_.table.playing()
    if round_.hands_known(playing):
        worth = {seat: round_.dearest(seat) for seat in playing}
        agreements.ready_check(round_, [seat for seat in playing if not worth[seat]], worth, NOT_READY)
