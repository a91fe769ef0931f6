"""Missed wins (過水): who passes a win on another's tile may not win on another's tile for the same value or less until the lock
ends. ``objects_to_win`` says when a passed win forbids another, ``lifts`` when the lock ends before the next draw.

What a seat has passed of ordinary discards is worked out when it matters: before its hand changes, or when it wins. Until then
nothing is kept of it: the rivers show what the others have discarded since the seat last drew. A tile after a kong, of a kong,
or the first of all is worth more than its tiles: of it who could win is asked as it is passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from referee.core.verdict import Win
from referee.mahjong.hand.candidate import CandidateHand, Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import UNSEEN, count, without
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import lock_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import winning
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import ANGANG, BUGANG, CLAIMS, HU, INTENT, OTHER, PASS, RULING, Act
from referee.mahjong.table.table import IN, OFFERED, OWES, Laid
from referee.rulebook import FindingTemplate

TURN: Final = "turn"
DISCARDS: Final = "discards"
NONE: Final = -1
SILENT: Final = (HU, INTENT, RULING)
"""Acts that pass nothing over, and after which no hand is another …"""
OWN: Final = (ANGANG, BUGANG, OTHER)
"""… and those of a seat's own turn: nobody has discarded since it began."""


class Passed:
    """The wins that a seat has passed since it drew: the ``value`` of the dearest, as far as it is worked out.

    ``unseen``: whether it has let tiles pass with a hand of which not all was seen. ``drew``: the draw since which this counts;
    ``looked``: the move up to which the rivers were looked at.
    """

    __slots__ = ("drew", "looked", "unseen", "value")

    def __init__(self) -> None:
        self.drew = 0
        self.lift(0)

    def lift(self, move: int) -> None:
        """End the lock with this move."""
        self.value, self.unseen, self.looked = 0, False, move


@mypyc_attr(allow_interpreted_subclasses=True)
class MissedWins(Mechanism):
    """The wins that each seat has passed. ``until``: what ends the lock, and on which tiles it holds (``Ruleset.missed_wins``);
    ``first_discard``: a win on the dealer's first discard has a value of its own."""

    __slots__ = ("apart", "claimed", "first_discard", "passed_by", "raises", "takers", "unasked", "until")

    follows_play = True

    def __init__(self, round_: RoundState, raises: FindingTemplate, first_discard: bool = False) -> None:
        self.raises, self.first_discard = raises, first_discard
        self.until = round_.ruleset.missed_wins
        self.passed_by = [Passed() for _ in range(round_.seats)]
        self.claimed: list[tuple[int, Laid]] = []
        """The discards that were melded, each with its seat: they are in no river any more."""
        self.apart: set[int] = set()
        """The moves of tiles that are no ordinary discards, or of which it was asked as they lay there who could win."""
        self.unasked = False
        """Whether a tile worth more than its tiles is on offer, of which nobody was asked yet who could win on it."""
        self.takers: list[int] = []
        """Who could."""
        if first_discard:
            round_.hooks.told_of_discards.append(self)
        if self.until == DISCARDS and round_.ruleset.last_discard_counts:
            round_.hooks.ask_with_left(0)

    # -- the clause ------------------------------------------------------------------------------------------------------------

    def objects_to_win(self, round_: RoundState, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """The violation by a win that is worth no more than one that was passed; own draws are free, and the robbing of kongs
        where the lock is on discards alone."""
        if by == "draw" or by == "rob" and self.until == DISCARDS:
            return None
        return lock_checks.missed_win(self.of(round_, seat).value, win_value, self.raises)

    def lifts(self, round_: RoundState, seat: int, kind: str) -> bool:
        """Whether a claim ends the lock, as a draw does: where it lasts until the turn any, where it is on discards alone a peng
        that does not leave a complete hand."""
        if self.until == DISCARDS:
            return kind == "peng" and not _complete_by_peng(round_, seat)
        return self.until == TURN

    def of(self, round_: RoundState, seat: int) -> Passed:
        """Work out and return what a seat has passed so far."""
        self._work_out(round_, seat, self._on_offer(round_))
        return self.passed_by[seat]

    # -- moments ---------------------------------------------------------------------------------------------------------------

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Watch for the discard that follows a kong: winning on it is worth more than its tiles."""
        if self not in round_.hooks.told_of_discards:
            round_.hooks.told_of_discards.append(self)

    def discarded(self, round_: RoundState, seat: int) -> None:
        """Watch a discard on which a win is worth more than its tiles: the first of all, or one after a kong."""
        table = round_.table
        if table.kong is not None or self.first_discard and seat == table.dealer and table.discards[seat] == 1:
            self._watch(round_, round_.number)
        if not self.first_discard or table.discards[table.dealer]:
            round_.hooks.told_of_discards.remove(self)

    def wall_runs_low(self, round_: RoundState) -> None:
        """Watch a discard that is made with the wall empty, where a win on it is worth more than its tiles."""
        table = round_.table
        counts = self.until == DISCARDS and round_.ruleset.last_discard_counts and not table.wall.left
        if counts and table.phase == OFFERED and table.offer is not None and table.offered == "discard":
            self._watch(round_, round_.number)

    def holds_back(self, round_: RoundState, kong: Laying) -> bool:
        """Watch the tile of a kong that can be robbed; the kong is not held back."""
        if kong.kind in round_.ruleset.robbed and self.until != DISCARDS:
            self._watch(round_, kong.move)
        return False

    def before_claim(self, round_: RoundState, seat: int, kind: str) -> None:
        """End the lock by a claim that lifts it."""
        if self.lifts(round_, seat, kind):
            self.passed_by[seat].drew = round_.table.drew[seat]
            self.passed_by[seat].lift(round_.number)

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Work out missed wins before the hand changes: who claims a tile has passed the win on it too."""
        kind, table = act.kind, round_.table
        if kind in SILENT or kind in OWN and act.seat == table.turn:
            return
        offered = self._on_offer(round_)
        if kind == PASS:
            if offered != NONE and round_.takes(act.seat):
                self._note_passed(round_, act.seat)
            return
        if offered != NONE and kind in CLAIMS and table.offer is not None:
            self.claimed.append((table.offerer, (table.offer, offered)))
        elif offered != NONE and kind > BUGANG and not _idle(act, table.offerer):
            self._ask(round_, offered)
            offered = NONE
        if not (self.until == TURN and kind in CLAIMS):
            self._work_out(round_, act.seat, offered if kind > BUGANG else NONE)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Settle who passed a win, now that the play moves on."""
        kind, seat = act.kind, act.seat
        if _idle(act, round_.table.offerer) or kind == HU and not self.unasked:
            return
        if self.unasked:
            if kind == PASS and not _may_take(round_, seat):
                return
            self.unasked = False
            self.takers = round_.takers()
            if kind <= BUGANG:
                self._pass(round_, self.takers)
        elif kind <= BUGANG:
            self._pass(round_, self.takers if legality.passes_over(round_, act) else [seat])
        if kind == PASS:
            self._pass(round_, [seat])
        if kind <= BUGANG:
            self.takers = []
        if not self.takers:
            round_.hooks.waiting.remove(self)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """A seat that wins has not passed the win, nor has it passed it later if it stays in."""
        if seat in self.takers:
            self.takers.remove(seat)
        if round_.ruleset.winners_stay and win.by != "draw":
            self.of(round_, seat).looked = round_.number

    # -- what was passed -------------------------------------------------------------------------------------------------------

    def _watch(self, round_: RoundState, move: int) -> None:
        """Ask who could win on a tile once the play moves on."""
        self.apart.add(move)
        self.unasked = True
        round_.hooks.await_move(self)

    def _on_offer(self, round_: RoundState) -> int:
        """The move of the discard on offer; ``NONE`` if there is none or it is handled apart."""
        table = round_.table
        if table.phase != OFFERED or table.offer is None or table.offered != "discard":
            return NONE
        move = table.rivers[table.offerer][-1][1]
        return NONE if move in self.apart or table.offer == round_.ruleset.ghost else move

    def _ask(self, round_: RoundState, offered: int) -> None:
        """Ask who could win on the discard on offer, before a move after which it cannot be told any more."""
        self.apart.add(offered)
        self.takers = round_.takers()
        if self.takers:
            round_.hooks.await_move(self)

    def _pass(self, round_: RoundState, seats: list[int]) -> None:
        for seat in seats:
            if seat in self.takers:
                self._note_passed(round_, seat)
        self.takers = [seat for seat in self.takers if seat not in seats]

    def _note_passed(self, round_: RoundState, seat: int) -> None:
        """Note that a seat passed a win on the tile on offer; its value counts until the lock ends."""
        passed, win_value = self._since_draw(round_, seat), round_.winning(seat, round_.table.offered)
        if win_value and win_value.growth > passed.value:
            passed.value = win_value.growth

    def _since_draw(self, round_: RoundState, seat: int) -> Passed:
        """Return what a seat has passed as far as it is worked out; an ended lock if it has drawn since."""
        passed, drew = self.passed_by[seat], round_.table.drew[seat]
        if passed.drew != drew:
            passed.drew = drew
            passed.lift(drew)
        return passed

    def _work_out(self, round_: RoundState, seat: int, offered: int) -> None:
        """Compute what a seat has passed of ordinary discards since it last drew, without the one ``offered`` now."""
        table, passed = round_.table, self._since_draw(round_, seat)
        if table.turn == seat and table.phase == OWES:  # nobody has discarded since its turn began
            return
        since, passed.looked = passed.looked, round_.number if offered == NONE else offered - 1
        if table.states[seat] != IN or table.hidden(seat):
            passed.unseen = True
            return
        completes, rules, ghost = round_.game.completes, round_.rules, round_.ruleset.ghost
        for kind in {kind for kind, _ in self._let_go(round_, seat, since, offered)}:
            if kind != ghost and completes(rules, table, seat, kind):
                win_value = round_.win_value(winning.candidate(table, seat, kind, "discard", round_.standing(seat)))
                if isinstance(win_value, WinValue) and win_value.violates is None and win_value.growth > passed.value:
                    passed.value = win_value.growth

    def _let_go(self, round_: RoundState, seat: int, since: int, offered: int) -> list[Laid]:
        """The discards of others after a move, without those that are handled apart; where the lock is on discards alone, those
        of the seat itself too."""
        found: list[Laid] = []
        own = self.until == DISCARDS
        for other, river in enumerate(round_.table.rivers):
            if other != seat or own:
                for laid in reversed(river):
                    if laid[1] <= since:
                        break
                    if laid[1] != offered and (laid[1] not in self.apart or other == seat):
                        found.append(laid)
        for other, laid in reversed(self.claimed):
            if laid[1] <= since:
                break
            if other != seat or own:
                found.append(laid)
        return found


class MissedWinsInTurn(MissedWins):
    """The same where of several who can win on one tile the first in turn alone may: who comes after its winner has not passed
    that win (TBL-6)."""

    __slots__ = ("preceded", "said")

    def __init__(self, round_: RoundState, raises: FindingTemplate, first_discard: bool = False) -> None:
        super().__init__(round_, raises, first_discard)
        self.preceded: dict[int, list[int]] = {}
        """The discards that were won on, by their moves, with the seats after the winner."""
        self.said: list[tuple[int, int]] = []
        """The seats that passed a win on the tile on offer, each with the value that it had passed before."""

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Forget who has passed a tile that is not on offer any more."""
        if act.kind != PASS and act.kind not in SILENT:
            self.said = []
        super().before_act(round_, act)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Note that those after a winner could not win on the tile on offer."""
        if win.by != "draw":
            self._precede(round_, seat)
        super().won(round_, win, seat)

    def _precede(self, round_: RoundState, winner: int) -> None:
        table = round_.table
        self.takers = [seat for seat in self.takers if round_.precedes(seat, winner)]
        for seat, before in reversed(self.said):
            if not round_.precedes(seat, winner):
                self.passed_by[seat].value = before
        if table.rivers[table.offerer]:
            after = [seat for seat in range(round_.seats) if round_.precedes(winner, seat)]
            self.preceded.setdefault(table.rivers[table.offerer][-1][1], after)

    def _note_passed(self, round_: RoundState, seat: int) -> None:
        before = self._since_draw(round_, seat).value
        super()._note_passed(round_, seat)
        if self.passed_by[seat].value > before:
            self.said.append((seat, before))

    def _let_go(self, round_: RoundState, seat: int, since: int, offered: int) -> list[Laid]:
        found = super()._let_go(round_, seat, since, offered)
        return [laid for laid in found if seat not in self.preceded.get(laid[1], ())]


def _idle(act: Act, offerer: int) -> bool:
    """Whether a move says nothing about the tile on offer."""
    return act.kind in (INTENT, RULING) or act.kind == OTHER and act.seat == offerer


def _may_take(round_: RoundState, seat: int) -> bool:
    """Whether the tile on offer may complete a seat's hand; unseen hands may always be completed."""
    table = round_.table
    return table.offer is None or table.hidden(seat) or round_.game.completes(round_.rules, table, seat, table.offer)


def _complete_by_peng(round_: RoundState, seat: int) -> bool:
    """Whether a hand is complete as it stands once it has claimed the tile on offer for a peng."""
    table, tile = round_.table, round_.table.offer
    if tile is None or tile == UNSEEN or table.hidden(seat) or count(table.keys[seat], tile) < 2:
        return False
    keys, melds = without(table.keys[seat], (tile, tile)), (*table.melds[seat], Meld("peng", tile, (tile, tile, tile)))
    found = round_.game.win_value(round_.rules, CandidateHand(tuple(keys), melds, None, "draw", round_.standing(seat)))
    return isinstance(found, WinValue)
