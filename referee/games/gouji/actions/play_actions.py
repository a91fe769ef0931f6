"""Playing and burning: what a set that is laid does to the table, and to whom it does it (GJ-4 to GJ-6)."""

from __future__ import annotations

from typing import Final

from referee.games.gouji.actions.declarations import Before
from referee.games.gouji.actions.state import BLIND
from referee.games.gouji.actions.tribute import DONE
from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules import checks
from referee.games.gouji.rules.places import places, scores
from referee.games.gouji.table.cards import THREE
from referee.games.gouji.table.moves import VERBS, Act
from referee.games.gouji.table.seats import BIT, NEXT
from referee.games.gouji.table.sets import CardSet
from referee.games.gouji.table.table import FALSE, FINISHED, MUFFLED
from referee.games.gouji.table.trick import BURNING, GOUJI, TANGLED

COUNTERED: Final = GJ["GJ-5.4"]
MUFFLING: Final = GJ["GJ-6.2"]
AS_PLAYED: Final = GJ["GJ-4.9"]


class Plays(Before):
    """The acts that lay cards on the table."""

    def play(self, act: Act) -> None:
        """A set is played: to lead, or on the set on top."""
        seat, new = act.seat, act.set
        assert new is not None
        table = self.table
        trick = table.trick
        if not self.started:
            self._begin(seat)
        leading = checks.leads(trick, seat)
        if not leading and not checks.may_reply(trick, seat):
            if not self.stopped(checks.off_turn(table, seat), seat) and not self.stopped(checks.cards(table, seat, new), seat):
                self._put(seat, new, trick.top is None or trick.over, False)
            return
        if self.lost and self.lost_turn(seat):
            self.lost &= ~BIT[seat]
            self.find(checks.LOST_TURN, seat)
        trouble = self._trouble(seat, new, leading)
        if trouble is not None and trouble.raises is checks.FALSE_BURN:
            self.find(trouble.raises, seat, **trouble.facts)
            self.burned_falsely(seat)
        elif trouble is None or not self.stopped(trouble, seat):
            self._put(seat, new, leading, trouble is None)

    def _trouble(self, seat: int, new: CardSet, leading: bool) -> checks.Trouble | None:
        """What is wrong with a set that is played in turn."""
        table = self.table
        trick = table.trick
        trouble = checks.cards(table, seat, new)
        if trouble is None and leading and trick.burner == seat:
            trouble = checks.goes_on_burning(table, seat, new)
        if trouble is None and self.rules.bie3 and new.rank == THREE:
            trouble = checks.threes(table, seat, new)
        if trouble is not None or leading or trick.top is None:
            return trouble
        burners = trick.intents & ~BIT[seat]
        return checks.burn_declared(trick, burners) if burners else checks.above(trick.top, new)

    def _begin(self, seat: int) -> None:
        """The first set of the round: nothing that comes before it can be done any more."""
        self.desk.advance(DONE)
        self.lead_anyhow(seat)
        self.started = True

    def _put(self, seat: int, new: CardSet, leading: bool, sound: bool) -> None:
        """A set leaves the hand and lies on the table."""
        table = self.table
        trick = table.trick
        owner = trick.owner
        after_yield = not leading and trick.again and trick.due & BIT[seat] > 0
        if leading:
            self.stood()
            self.opening.led(seat, new)
            self.marks.clear()
        elif table.laid:
            table.laid.pop(owner, None)  # GJ-2.6: a set was beaten, the rest goes back to the hand
        self._lay_down(seat, new)
        if not leading and sound and self.rules.bie3 and table.plays(owner):
            self._muffle(owner, seat)
        if not table.left[seat]:
            self._out(seat)
        if leading:
            trick.lead(seat, new, table.tangled)
        else:
            trick.put(seat, new, table.tangled, after_yield)
        if table.decided and self.state != BLIND:
            self.end(self.result())

    def _lay_down(self, seat: int, new: CardSet) -> None:
        table = self.table
        self.marks.append((seat, "set", new.text, self.number))
        self.piles[seat].append(new.text)
        if table.unseen[seat]:
            self.take(seat, new.cards)
            if self.slack and self.least_left(seat) <= 0 < table.left[seat]:
                self.state = BLIND
        else:
            table.take(seat, new.cards)
        if seat in table.laid and new.text in table.laid[seat]:
            table.laid[seat].remove(new.text)

    def _muffle(self, owner: int, by: int) -> None:
        """A set was beaten whose player may have nothing but 3s left (GJ-6.2)."""
        table = self.table
        if table.only_threes(owner):
            table.leave(owner, MUFFLED)
            self.muffles.append((owner, by))
        elif table.unseen[owner] and self.may_be_muffled(owner):
            self.state = BLIND

    def _out(self, seat: int) -> None:
        """A hand is empty (GJ-6.1); a burn that got that far has succeeded (GJ-7.7)."""
        table, trick = self.table, self.table.trick
        if not table.plays(seat):
            return
        if trick.burner == seat:
            self.burns.append((trick.victim, seat, trick.toll))
        table.leave(seat, FINISHED)
        self.opening.finished(seat, len(table.finished))

    def stood(self) -> None:
        """Nobody has beaten the set on top."""
        trick = self.table.trick
        if trick.top is not None and self.opening.points != "off":
            self.opening.stood(trick.owner, trick.top, trick.mode == TANGLED)

    def skip(self, seat: int) -> None:
        """The leader does not lead: the next player in does."""
        self.stood()
        self.table.trick.clear(NEXT[seat][self.table.trick.playing])
        self.marks.clear()

    # -- burning -----------------------------------------------------------------------------------------------

    def burn(self, act: Act) -> None:
        """A seat burns the set on top, and plays alone from then on (GJ-5.1 to GJ-5.4)."""
        seat, new, table = act.seat, act.set, self.table
        assert new is not None
        trick = table.trick
        trouble = checks.burning(table, seat)
        allowed = trick.top is not None and trick.mode in (GOUJI, BURNING)
        if trouble is None and trick.intents:
            trouble = checks.burn_goes_first(trick, seat)
        if trouble is None and self.lost and self.lost_turn(seat):
            self.lost &= ~BIT[seat]
            trouble = checks.Trouble(checks.LOST_TURN)
        if self.stopped(trouble, seat) or self.stopped(checks.cards(table, seat, new), seat):
            return
        if trick.top is not None and trouble is None:
            trouble = checks.above(trick.top, new)
            self.stopped(trouble, seat)
        if not self.started:
            self._begin(seat)
        if allowed:
            trick.toll = 2 if trick.mode == BURNING else 1
            trick.victim, trick.burner = trick.owner, seat
        self._put(seat, new, trick.top is None or not allowed and trick.over, trouble is None)
        if self.marks:
            self.marks[-1] = (seat, "burn", new.text, self.number)

    def burned_falsely(self, seat: int) -> None:
        """詐燒: placed last at once; the wrong set is taken back and the next player in leads (GJ-5.5)."""
        trick = self.table.trick
        self.stood()
        trick.burner = -1
        self.table.leave(seat, FALSE)
        trick.clear(seat)
        self.marks.clear()
        self.after_leaving()

    def intend(self, act: Act) -> None:
        """``B?shao``: a burn is declared before it is settled who acts (GJ-5.2)."""
        seat, trick = act.seat, self.table.trick
        if act.move.verb not in VERBS:
            self.foreign(act)
        elif act.move.verb == "shao" and not self.stopped(checks.burning(self.table, seat), seat):
            trick.intents |= BIT[seat]

    def result(self) -> str:
        """A side has won points, or neither has (GJ-6.3)."""
        return "win" if any(scores(places(self.table)).values()) else "drawn"
