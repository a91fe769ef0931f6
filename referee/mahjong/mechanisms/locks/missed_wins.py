"""Missed wins: a seat that passes a win on another's tile may not win on another's tile for the same value or less until the
lock ends.

What a seat could have won on an ordinary discard is worked out when it matters: before its hand changes, or when it wins. Until
then nothing is kept of it: the rivers show what the others have discarded since the seat last drew. A tile after a kong, of a
kong, or the first of all is worth more than its tiles: of it who could win is asked as it is passed.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from referee.mahjong.table.table import IN, OFFERED, OWES
from referee.rulebook import FindingTemplate

NONE = -1
SILENT = (HU, INTENT, RULING)
"""Acts that pass nothing over, and after which no hand is another …"""
OWN = (ANGANG, BUGANG, OTHER)
"""… and those of a seat's own turn: nobody has discarded since it began."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MissedWins(Mechanism):
    """The value of the dearest win that each seat has passed. ``until``: what ends the lock, and on which tiles it holds
    (``Ruleset.missed_wins``); ``first_discard``: a win on the dealer's first discard has a value of its own."""

    __slots__ = (
        "apart",
        "blind",
        "claimed",
        "discards_only",
        "drew",
        "first_discard",
        "ghost",
        "looked",
        "missed",
        "offer_unchecked",
        "preceded",
        "raises",
        "round",
        "said",
        "table",
        "takers",
        "until_turn",
    )

    follows_play = True

    def __init__(self, round_: RoundState, raises: FindingTemplate, until: str, first_discard: bool = False) -> None:
        self.round, self.raises = round_, raises
        self.table, self.ghost = round_.table, round_.ruleset.ghost
        self.until_turn, self.first_discard = until == "turn", first_discard
        self.discards_only = until == "discards"
        self.missed = [0] * round_.seats
        """As far as it is worked out, and until the seat draws again; what counts is ``worth_passed``."""
        self.blind = [False] * round_.seats
        """Who has let tiles pass, since the seat drew, with a hand of which not all was seen."""
        self.drew = [0] * round_.seats
        """The draw after which each seat has missed that …"""
        self.looked = [0] * round_.seats
        """… and the move up to which its passed discards were looked at."""
        self.claimed: list[tuple[int, int, int]] = []
        """The move, kind and seat of discards that were melded: they are in no river any more."""
        self.apart: set[int] = set()
        """The moves of tiles that are no ordinary discards, or of which it was asked as they lay there who could win."""
        self.preceded: dict[int, int] = {}
        """Where one player alone may win on a tile, the discards that were won on, by their moves, with the winner's place
        in turn from the discarder: who comes after it has not passed that win (TBL-6)."""
        self.said: list[tuple[int, int]] = []
        """Who has passed a win on the tile on offer, with the value passed before: who comes after its winner has passed none."""
        self.offer_unchecked = False
        """Whether a tile worth more than its tiles is on offer, of which nobody was asked yet who could win on it."""
        self.takers: list[int] = []
        """Who could."""
        round_.on_act += (self,)
        round_.on_kong += (self,)
        round_.on_win += (self,)
        if first_discard:
            round_.after_discard.append(self)
        if self.until_turn or self.discards_only:
            round_.on_claim += (self,)
        if self.discards_only and round_.ruleset.last_discard_counts:
            round_.low_wall += (self,)
            round_.low_wall_from = max(0, round_.low_wall_from)

    def worth_passed(self, seat: int) -> int:
        """The value up to which a seat may not win on another's tile; 0 if it has passed nothing."""
        self._work_out(seat, self._on_offer())
        return self.missed[seat]

    def untold(self, seat: int) -> bool:
        """Whether a seat may have passed wins of which nobody can tell, as not all of its hand was seen then."""
        self._work_out(seat, self._on_offer())
        return self.blind[seat]

    def objects_to_win(self, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """The violation by a win on another's tile that is worth no more than one that was passed."""
        return (
            None
            if by == "draw" or self.discards_only and by == "rob"
            else lock_checks.missed_win(self.worth_passed(seat), win_value, self.raises)
        )

    # -- moments ---------------------------------------------------------------------------------------------------------------

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """Watch for the discard that follows a kong: winning on it is worth more than its tiles."""
        if self not in self.round.after_discard:
            self.round.after_discard.append(self)

    def discarded(self, seat: int) -> None:
        """Watch a discard on which a win is worth more than its tiles: the first of all, or one after a kong."""
        table = self.table
        if table.kong is not None or self.first_discard and seat == table.dealer and table.discards[seat] == 1:
            self._watch(self.round.number)
        if not self.first_discard or table.discards[table.dealer]:
            self.round.after_discard.remove(self)

    def holds_back(self, kong: Laying) -> bool:
        """Watch the tile of a kong that can be robbed; the kong is not held back."""
        if kong.kind in self.round.ruleset.robbed and not self.discards_only:
            self._watch(kong.move)
        return False

    def before_claim(self, seat: int, kind: str) -> None:
        """A claim ends the lock; where it is on discards alone, a peng that does not leave a complete hand."""
        if self.discards_only and (kind != "peng" or self._complete_by_peng(seat)):
            return
        self._forget(seat)
        self.missed[seat], self.blind[seat], self.looked[seat] = 0, False, self.round.number

    def wall_runs_low(self) -> None:
        """Watch a discard that is made with the wall empty: a win on it is worth more than its tiles."""
        table = self.table
        if not table.wall.left and table.phase == OFFERED and table.offer is not None and table.offered == "discard":
            self._watch(self.round.number)

    def _complete_by_peng(self, seat: int) -> bool:
        """Whether a hand is complete as it stands once it has claimed the tile on offer for a peng."""
        round_, table, tile = self.round, self.table, self.table.offer
        if tile is None or tile == UNSEEN or table.hidden(seat) or count(table.keys[seat], tile) < 2:
            return False
        keys, melds = without(table.keys[seat], (tile, tile)), (*table.melds[seat], Meld("peng", tile, (tile, tile, tile)))
        found = round_.game.win_value(round_.rules, CandidateHand(tuple(keys), melds, None, "draw", round_.standing(seat)))
        return isinstance(found, WinValue)

    def before_act(self, act: Act) -> None:
        """Work out missed wins before the hand changes: who claims a tile has passed the win on it too."""
        kind, table = act.kind, self.table
        if self.said and kind != PASS and kind not in SILENT:
            self.said = []
        if kind in SILENT or kind in OWN and act.seat == table.turn:
            return
        offered = self._on_offer()
        if kind == PASS:
            if offered != NONE and self.round.takes(act.seat):
                self._note_passed(act.seat)
            return
        if offered != NONE and kind in CLAIMS and table.offer is not None:
            self.claimed.append((offered, table.offer, table.offerer))
        elif offered != NONE and kind > BUGANG and not _idle(act, table.offerer):
            self._know_takers(offered)
            offered = NONE
        if not (self.until_turn and kind in CLAIMS):
            self._work_out(act.seat, offered if kind > BUGANG else NONE)

    def play_moves_on(self, act: Act) -> None:
        """Settle who passed a win, now that the play moves on."""
        kind, seat, round_ = act.kind, act.seat, self.round
        if _idle(act, round_.table.offerer) or kind == HU and not self.offer_unchecked:
            return
        if self.offer_unchecked:
            if kind == PASS and not self._may_take(seat):
                return
            self.offer_unchecked = False
            self.takers = round_.takers()
            if kind <= BUGANG:
                self._pass(self.takers)
        elif kind <= BUGANG:
            self._pass(self.takers if legality.passes_over(round_, act) else [seat])
        if kind == PASS:
            self._pass([seat])
        if kind <= BUGANG:
            self.takers = []
        if not self.takers:
            round_.waiting.remove(self)

    def won(self, win: Win, seat: int) -> None:
        """A seat that wins has not passed the win, nor has it passed it later if it stays in."""
        if seat in self.takers:
            self.takers.remove(seat)
        if self.round.one_winner and win.by != "draw":
            self._precedes(seat)
        if self.round.ruleset.winners_stay and win.by != "draw":
            self._work_out(seat, self._on_offer())
            self.looked[seat] = self.round.number

    def _precedes(self, winner: int) -> None:
        """Note that those after a winner could not win on the tile on offer (TBL-6)."""
        table = self.table
        self.takers = [seat for seat in self.takers if self.round.precedes(seat, winner)]
        for seat, before in reversed(self.said):
            if not self.round.precedes(seat, winner):
                self.missed[seat] = before
        if table.rivers[table.offerer]:
            self.preceded.setdefault(table.rivers[table.offerer][-1][1], table.distance(winner))

    # -- what was passed -------------------------------------------------------------------------------------------------------

    def _watch(self, move: int) -> None:
        self.apart.add(move)
        self.offer_unchecked = True
        self.round.await_move(self)

    def _on_offer(self) -> int:
        """The move of the discard on offer; ``NONE`` if there is none or it is handled apart."""
        table = self.table
        if table.phase != OFFERED or table.offer is None or table.offered != "discard":
            return NONE
        move = table.rivers[table.offerer][-1][1]
        return NONE if move in self.apart or table.offer == self.ghost else move

    def _know_takers(self, offered: int) -> None:
        """Work out who could win on the discard on offer, before a move after which it cannot be told any more."""
        self.apart.add(offered)
        self.takers = self.round.takers()
        if self.takers:
            self.round.await_move(self)

    def _may_take(self, seat: int) -> bool:
        """Whether the tile on offer may complete a seat's hand; unseen hands may always be completed."""
        round_, table = self.round, self.table
        return table.offer is None or table.hidden(seat) or round_.game.completes(round_.rules, table, seat, table.offer)

    def _pass(self, seats: list[int]) -> None:
        for seat in seats:
            if seat in self.takers:
                self._note_passed(seat)
        self.takers = [seat for seat in self.takers if seat not in seats]

    def _note_passed(self, seat: int) -> None:
        """Note that a seat passed a win on the tile on offer; its value counts until the lock ends."""
        self._forget(seat)
        passed = self.round.winning(seat, self.round.table.offered)
        if passed and passed.growth > self.missed[seat]:
            self.said.append((seat, self.missed[seat]))
            self.missed[seat] = passed.growth

    def _forget(self, seat: int) -> None:
        """End the lock if the seat has drawn since."""
        if self.drew[seat] != self.table.drew[seat]:
            self.drew[seat] = self.looked[seat] = self.table.drew[seat]
            self.missed[seat], self.blind[seat] = 0, False

    def _work_out(self, seat: int, offered: int) -> None:
        """Compute what a seat has passed of ordinary discards since it last drew, without the one ``offered`` now."""
        round_, table = self.round, self.table
        self._forget(seat)
        if table.turn == seat and table.phase == OWES:  # nobody has discarded since its turn began
            return
        since, self.looked[seat] = self.looked[seat], round_.number if offered == NONE else offered - 1
        if table.states[seat] != IN or table.hidden(seat):
            self.blind[seat] = True
            return
        completes, rules = round_.game.completes, round_.rules
        for kind in self._passed(seat, since, offered):
            if completes(rules, table, seat, kind):
                win_value = round_.win_value(winning.candidate(table, seat, kind, "discard", round_.standing(seat)))
                if isinstance(win_value, WinValue) and win_value.violates is None and win_value.growth > self.missed[seat]:
                    self.missed[seat] = win_value.growth

    def _passed(self, seat: int, since: int, offered: int) -> set[int]:
        """The kinds that others have discarded after a move, without ghosts and discards that are handled apart; where the lock
        is on discards alone, those of the seat itself too."""
        found: set[int] = set()
        for other, river in enumerate(self.table.rivers):
            if other != seat or self.discards_only:
                for kind, move in reversed(river):
                    if move <= since:
                        break
                    ordinary = move != offered and (move not in self.apart or other == seat)
                    if ordinary and not self._after_winner(seat, other, move):
                        found.add(kind)
        for move, kind, other in self.claimed:
            if move > since and (other != seat or self.discards_only):
                found.add(kind)
        found.discard(NONE if self.ghost is None else self.ghost)
        return found

    def _after_winner(self, seat: int, offerer: int, move: int) -> bool:
        """Whether a seat comes after the one that has won on a discard alone."""
        place = self.preceded.get(move)
        return place is not None and (seat - offerer) % self.round.seats > place


def _idle(act: Act, offerer: int) -> bool:
    """Whether a move says nothing about the tile on offer."""
    return act.kind in (INTENT, RULING) or act.kind == OTHER and act.seat == offerer
