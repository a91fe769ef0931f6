"""The end of a score sheet: what it says of readiness, declarations and ghosts against what was shown, and the scores that are
taken where nothing else tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.game.sheets import BAD_SHEET, STATED, Unchecked
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.tiles import size
from referee.mahjong.mechanisms.ready_lock import ReadyLock
from referee.mahjong.rules.noted import Noted
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.hands import ShownHands
from referee.mahjong.sheet.tags import NOT_READY, PIG, SheetTags
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, LEFT

WAYS: Final = ("draw", "discard")
"""The ways to win, by one of which a ready hand is worth what is said of it."""


class SheetEnd:
    """Compares the end of a sheet with itself. ``noted``: what is taken of hands that were not shown; ``by_scores``: whether the
    scores of the sheet were taken for the settlement."""

    __slots__ = ("by_scores", "game", "hands", "noted", "state", "table", "tags", "words")

    def __init__(self, game: Settlement, state: RoundState, tags: SheetTags, hands: ShownHands) -> None:
        self.game, self.state, self.table, self.tags, self.hands = game, state, state.table, tags, hands
        self.noted = state.noted = Noted()
        self.noted.ghosts = dict(tags.ghosts)
        self.by_scores = False
        self.words = game.unready(state.rules)

    # -- hands -----------------------------------------------------------------------------------------------------------------

    def ask_hands(self) -> None:
        """Compare what the sheet says of hands that have not won with what was shown of them; of the others take it."""
        for lock in self.state.hooks.mechanisms:
            if isinstance(lock, ReadyLock):
                self._ask_declared(lock)
        for seat, said in self.tags.ready.items():
            if self.table.hidden(seat):
                self._take_ready(seat, said)
            elif self.words and self._whole(seat):
                self._compare_ready(seat, said)
        self._count_ghosts()

    def _whole(self, seat: int) -> bool:
        """Whether a hand that is still in was shown, and lacks one tile."""
        return self.table.states[seat] == IN and not self.table.hidden(seat) and size(self.table.keys[seat]) % 3 == 1

    def _take_ready(self, seat: int, said: int | str) -> None:
        """Take what the sheet says of a hand that was not shown, unless the seen tiles, its kongs say, rule it out."""
        game, table = self.game, self.table
        seen = CandidateHand(tuple(table.keys[seat]), tuple(table.melds[seat]), None)
        if self.words and table.states[seat] == IN and game.refuted(self.state.rules, seen) is not None:
            due = PIG if PIG in self.words else NOT_READY
            if said != due:
                checks.at_tag(self.state, checks.readiness(due, said, "pig"), seat)
                said = due
        taken = checks.takes_any_value(self.state.rules)
        if isinstance(said, int) and not taken and all(game.refuted_value(self.state.rules, by, said) for by in WAYS):
            checks.at_tag(self.state, checks.worth(BAD_SHEET, said), seat)
        self.noted.ready[seat] = said if isinstance(said, int) else 0
        if said == PIG:
            self.noted.pigs.add(seat)

    def _compare_ready(self, seat: int, said: int | str) -> None:
        state = self.state
        due: int | str = state.dearest(seat, state.standing(seat)) or NOT_READY
        if PIG in self.words and state.pig(seat):
            due = PIG
        if said == NOT_READY and isinstance(due, int) and not state.ruleset.dead_waits_count:
            self.noted.dead.add(seat)
            self.noted.ready[seat] = 0
            return
        if said != due:
            reason = "ready" if isinstance(due, int) else "pig" if due == PIG else "not-ready"
            checks.at_tag(state, checks.readiness(due, said, reason), seat)

    def _ask_declared(self, lock: ReadyLock) -> None:
        """Find declared hands that are not ready, as they were shown or as the sheet says; such a declaration counts for
        nothing."""
        state, table = self.state, self.table
        for seat in lock.declared[:]:
            if table.states[seat] != IN or seat in state.won_with:
                continue
            if table.hidden(seat):
                not_ready = self.tags.ready.get(seat) in (NOT_READY, PIG)
            else:
                not_ready = self._whole(seat) and not state.ready(seat)
            if not_ready:
                lock.declared.remove(seat)
                checks.at_move(state, self._declared_at(lock, seat), checks.declared(lock), seat)

    def _declared_at(self, lock: ReadyLock, seat: int) -> int:
        """The move by which a seat has declared."""
        made = enumerate(self.state.header.moves, 1)
        return next((number for number, move in made if (move.verb, move.seat) == (lock.verb, SEATS[seat])), 0)

    def _count_ghosts(self) -> None:
        """Nobody has held fewer ghosts than were seen of him, nor all together more than there are (MJ-1.2)."""
        ghost = self.state.ruleset.ghost
        if ghost is None or not self.tags.ghosts:
            return
        deal, hands, said = self.state.deal, self.hands, self.tags.ghosts
        for seat, number in said.items():
            if number < hands.ghosts(seat) and not hands.read_as_robbed(seat):
                checks.at_tag(self.state, checks.fewer_ghosts(hands.ghosts(seat), number), seat)
        held = sum(max(hands.ghosts(seat), said.get(seat, 0)) for seat in range(self.state.seats))
        if held > deal.ruleset.copies[ghost] and ghost not in deal.overflowed and not hands.read_as_robbed():
            checks.at_tag(self.state, checks.too_many_ghosts(deal, ghost, held), None)  # MJ-1.2

    # -- what the sheet is believed --------------------------------------------------------------------------------------------

    def taken(self) -> Iterator[Unchecked]:
        """What the settlement has taken on the sheet's word at the end of the round."""
        for seat in sorted(self.noted.asked):
            yield Unchecked("ready", SEATS[seat])
        for seat, held in self.noted.ghosts.items():
            if held > self.hands.ghosts(seat):
                yield Unchecked("ghosts", SEATS[seat])
        if self.by_scores:
            yield Unchecked("scores")

    def take_scores(self) -> None:
        """Take the scores of the sheet where they are all that tells, and add up; what they differ by from what is known is
        written into the ledger."""
        state, stated, letters = self.state, self.state.header.scores, SEATS[: self.state.seats]
        if stated is None or set(stated) != set(letters):
            return
        known = state.ledger.scores()
        expected, actual = sum(known.values()), sum(stated.values())
        if expected != actual and not (actual < expected and self._forfeits()):
            state.note(checks.wrong_sum(expected, actual), None)
            return
        left = [stated[letter] - known[letter] for letter in letters]
        if not self._accounted_for(left):
            return
        for seat, points in enumerate(left):
            payer, payee = (None, seat) if points > 0 else (seat, None)
            state.ledger.move(payer, payee, abs(points), "stated", STATED, state.number)
        self.by_scores = True

    def _forfeits(self) -> bool:
        """Whether somebody has left whose win has no value: nobody knows what of it went to the bank."""
        left = [SEATS[seat] for seat, state in enumerate(self.table.states) if state == LEFT]
        return any(win.seat in left and win.value is None for win in self.state.wins)

    def _accounted_for(self, left: list[int]) -> bool:
        """Whether something on the sheet accounts for the points that are left over; finds those for which nothing does.

        Where it is known who was ready, and who has ghosts to be paid for, only who has won receives, and only who can have paid
        a winner pays.
        """
        state, table, ready = self.state, self.table, self.noted.ready
        asked = (seat for seat in table.playing() if table.hidden(seat) and self.game.asks_ready(state, seat))
        if any(map(table.hidden, self.noted.unsaid)) or any(seat not in ready for seat in asked):
            return True
        gains = {win.seat for win in state.wins}
        loses = {letter for win in state.wins for letter in (win.source or SEATS.replace(win.seat, ""))}
        wrong = [
            (seat, points)
            for seat, points in enumerate(left)
            if points > 0 and SEATS[seat] not in gains or points < 0 and SEATS[seat] not in loses
        ]
        for seat, points in wrong:
            state.note(checks.unaccounted(points), seat)
        return not wrong
