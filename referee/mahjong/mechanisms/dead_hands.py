"""Dead hands (停和陪打), which play on, may not win, claim only what makes them ready, and give their kong fees back; and wrong
counts (相公): a hand with a tile too many or too few is dead. A tile drawn before the turn can go back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.record import DRAW as DRAWS
from referee.core.verdict import Text
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.mechanisms.kong_fees import KongFees
from referee.mahjong.rules import shown_tiles
from referee.mahjong.rules.checks import penalty_checks, table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import ANGANG, BUGANG, CLAIMS, DISCARD, DRAW, HU, Act
from referee.mahjong.table.table import CLAIMED, IN, KONG, OFFERED, OWES
from referee.rulebook import Clause, FindingTemplate

RULING = "dead-hand"
"""The ruling of an arbiter that makes one: ``E.fa:dead-hand``."""
OWN = (DISCARD, ANGANG, BUGANG)
"""What a seat does in its own turn."""


class DeadHands(Mechanism):
    """The seats whose hands are dead. ``raises`` is what they break by a win or a claim, ``refunds`` the clause by which their
    fees go back."""

    __slots__ = ("dead", "fees", "mark", "raises", "refunds")

    def __init__(self, round_: RoundState, fees: KongFees, raises: FindingTemplate, refunds: Clause, mark: Text) -> None:
        self.fees, self.raises, self.refunds, self.mark = fees, raises, refunds, mark
        self.dead: set[int] = set(round_.deal.miscounted)
        round_.hooks.rulings[RULING] = self.kill

    def kill(self, round_: RoundState, seat: int) -> None:
        """Make a hand dead: the kong fees that it has received go back at once."""
        if seat not in self.dead:
            self.dead.add(seat)
            self.fees.refund(round_, [seat], self.refunds)

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """A fee that a dead hand receives goes back."""
        if kong.seat in self.dead:
            self.fees.refund(round_, [kong.seat], self.refunds)

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by a claim that does not make the hand ready."""
        return penalty_checks.dead_claim(round_, seat, kind, own, self.raises) if seat in self.dead else None

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a kong that does not make the hand ready."""
        return penalty_checks.dead_kong(round_, seat, own, meld, self.raises) if seat in self.dead else None

    def bars_win(self, round_: RoundState, seat: int) -> Violation | None:
        """The violation by any win of a dead hand."""
        return penalty_checks.dead_win(self.raises) if seat in self.dead else None

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for a dead hand."""
        return (self.mark,) if seat in self.dead else ()


class WrongCounts(Mechanism):
    """The tiles that were drawn early, the seats that have discarded without a draw, those that have melded wrong tiles.

    ``raises`` is the finding on a hand of a wrong count; a draw in place of a discard, and a discard in place of a
    replacement, raise it by the game's ``own``.
    """

    __slots__ = ("dead", "early", "long", "raises", "short", "unlike")

    def __init__(self, round_: RoundState, dead: DeadHands, raises: FindingTemplate) -> None:
        self.dead, self.raises = dead, raises
        self.early = round_.table.early
        self.short: set[int] = set()
        """Who has discarded without a draw, as long as it can be made good."""
        self.long: set[int] = set()
        """Who has drawn a tile for which another's discard or kong out of turn left no time to discard."""
        self.unlike: set[int] = set()
        """Who has melded wrong tiles, as long as it can be taken back."""

    # -- what is found -----------------------------------------------------------------------------------------------------

    def faulted(self, round_: RoundState, violation: Violation, seat: int) -> None:
        """Follow up the violations that make a hand dead, or may."""
        raises, table = violation.raises, round_.table
        if raises in (table_checks.MUST_DISCARD, table_checks.NO_REPLACEMENT):
            self.dead.kill(round_, seat)
            if raises is table_checks.NO_REPLACEMENT:
                table.kong = None
        elif raises is table_checks.MUST_DRAW_FIRST:
            self._lacks_a_tile(round_, seat)
        elif raises is table_checks.BAD_CLAIM_TILES and not violation.halts:
            self.unlike.add(seat)
            round_.hooks.await_move(self)
        if raises in (table_checks.MUST_DRAW_FIRST, table_checks.NOT_YOUR_TURN) and self._before_the_dealer(round_, seat):
            self.dead.kill(round_, seat)
        if raises is table_checks.NOT_YOUR_TURN and round_.made.sign != DRAWS:
            if table.phase == KONG or table.phase == OWES and table.how == CLAIMED:
                self._miscount(round_, table.turn)
            elif table.phase == OWES:
                self.long.add(table.turn)
            self._lacks_a_tile(round_, seat)

    def _before_the_dealer(self, round_: RoundState, seat: int) -> bool:
        """Whether a seat acts although the dealer, who is in play, has not discarded yet."""
        table = round_.table
        return seat != table.dealer and not table.discards[table.dealer] and table.states[table.dealer] == IN

    def _lacks_a_tile(self, round_: RoundState, seat: int) -> None:
        """Note that a seat plays without having drawn, unless it has a tile more than is due."""
        if seat in self.long:
            self.long.discard(seat)
        else:
            self.short.add(seat)
        round_.hooks.await_move(self)

    def _miscount(self, round_: RoundState, seat: int) -> None:
        """Note that a hand has a wrong number of tiles from now on."""
        round_.note(penalty_checks.wrong_count(self.raises), seat)
        self.dead.kill(round_, seat)

    # -- draws that are not due --------------------------------------------------------------------------------------------

    def takes_early_draw(self, round_: RoundState, seat: int, kind: int) -> bool:
        """Carry out a draw that makes a discard good, or comes before its turn; the offer of a discard is not closed by it."""
        table = round_.table
        if table.turn == seat and table.phase != OFFERED or table.states[seat] != IN or not table.wall.left:
            return False
        if seat in self.short and table.phase == OFFERED and table.offerer == seat:
            self.short.discard(seat)
        elif seat in self.early:
            self._miscount(round_, seat)
        else:
            violation = table_checks.draw(table, seat)
            if violation is not None:
                round_.note(violation, seat)
            self.early[seat] = kind
            round_.hooks.await_move(self)
        lay = table.draw_early(seat, kind, round_.number)
        if kind != lay:
            shown_tiles.drew_otherwise(round_, kind, lay, seat)
        return True

    # -- the next moves ----------------------------------------------------------------------------------------------------

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Let a seat play with the tile that it has drawn early, or put it back if the discard before it is claimed; note what
        cannot be made good any more."""
        kind, seat = act.kind, act.seat
        if seat in self.unlike and kind in (DISCARD, DRAW):
            self.unlike.discard(seat)
            self.dead.kill(round_, seat)
        table = round_.table
        wins = kind == HU and table.phase == OFFERED and table.offer is not None
        if wins or kind == DRAW or kind in CLAIMS:
            for other in sorted(self.short - {seat}):
                self.short.discard(other)
                self._miscount(round_, other)
        if kind == DRAW and seat in self.long:
            self.long.discard(seat)
            self._miscount(round_, seat)
        if self.early:
            self._early_tiles(round_, act)
        if not (self.short or self.early or self.long or self.unlike):
            round_.hooks.waiting.remove(self)

    def _early_tiles(self, round_: RoundState, act: Act) -> None:
        """Play a tile that was drawn early, or put it back."""
        table, kind, seat = round_.table, act.kind, act.seat
        claimed = table.phase == OFFERED and table.offer is not None
        if seat in self.early and (kind in OWN or kind == HU and claimed and seat == table.next):
            tile = self.early.pop(seat)
            if table.phase == OFFERED:
                table.take_turn(seat, tile)
            else:
                self.long.add(seat)
        elif seat in self.early and kind == DRAW and seat == table.next and table.phase == OFFERED:
            self.early.pop(seat)
            self._miscount(round_, seat)
        elif claimed and (kind in CLAIMS or kind == HU):
            self._put_back(round_, sorted(self.early, key=lambda other: table.drew[other], reverse=True))

    def _put_back(self, round_: RoundState, seats: Sequence[int]) -> None:
        for seat in seats:
            tile = self.early.pop(seat)
            round_.table.put_back(seat, tile)
            if round_.table.wall.tiles is None:
                round_.deal.out_of_sight((tile,))
