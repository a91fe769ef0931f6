"""A round of 夠級 as it is refereed: each move is checked, then applied to the table; at the end the places are settled."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.gouji import checks
from referee.games.gouji.before import Before
from referee.games.gouji.cards import THREE
from referee.games.gouji.clauses import GJ
from referee.games.gouji.moves import (
    BURN,
    BUY,
    DECLARE,
    KNOWN,
    PASS,
    PAY,
    PLAY,
    REVOLT,
    RULING,
    VERBS,
    YIELD,
    Act,
    decode,
)  # fmt: skip
from referee.games.gouji.owed import BEFORE_DECLARED
from referee.games.gouji.places import places, scores
from referee.games.gouji.seats import BIT, COUNT, NEXT, SEATS
from referee.games.gouji.sets import CardSet
from referee.games.gouji.state import BLIND, ENDED, HALTED
from referee.games.gouji.table import FALSE, FINISHED, MUFFLED
from referee.games.gouji.tribute import DONE
from referee.games.gouji.trick import BURNING, GOUJI, TANGLED
from referee.notation import VERBS as NOTATED

AFTER_END = GJ["GJ-6.1"].raises("moves-after-end")
NOT_FINISHED = GJ["GJ-6.1"].raises("round-not-finished")
PLACES_MISMATCH = GJ["GJ-6.1"].raises("places-mismatch")

SHOWN_IN_PLAY = frozenset({PLAY, PASS, YIELD, BURN, BUY, PAY})
"""What only a seat does that has not revolted."""

COUNTERED = GJ["GJ-5.4"]
MUFFLING = GJ["GJ-6.2"]
AS_PLAYED = GJ["GJ-4.9"]


class GoujiRound(Before):
    """One round in progress. ``move`` takes the next token; ``finish`` says what the end of the record shows."""

    def move(self, number: int, token: str) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        self.number, self.token = number, token
        act = KNOWN.get(token) or decode(token)
        if self.state == BLIND:
            return True
        if self.doubt and act.kind in SHOWN_IN_PLAY and act.seat >= 0:
            self.doubt &= ~BIT[act.seat]
        if self.state and not self._may_follow(act):
            self.find(AFTER_END, act.seat if act.seat >= 0 else None)
            return False
        ACTS[act.kind](self, act)
        return self.state != HALTED

    def _may_follow(self, act: Act) -> bool:
        """Rulings may come after the end; before a round that the deal made void, what precedes a revolution (GJ-2.3)."""
        if act.kind == RULING:
            return True
        early = act.kind in (BUY, REVOLT) or act.kind == DECLARE and act.verb == BEFORE_DECLARED
        return self.outcome == "void" and self.rules.bie3 and early

    def finish(self) -> None:
        """The record ends: the round was played out, or it was not; then its places are compared."""
        if self.state in (HALTED, BLIND):
            return
        self.number, self.token = len(self.record.moves), self.record.moves[-1] if self.record.moves else ""
        if self.state != ENDED:
            if COUNT[self.doubt] < 2 and COUNT[self.table.trick.playing & ~self.doubt] > 1:
                self.find(NOT_FINISHED, None)
            return
        said, found = self.record.places, self.order()
        if said is not None and said != found:
            self.find(PLACES_MISMATCH, None, expected=found, actual=said)

    def order(self) -> str | None:
        """The places, first to last, as a record writes them."""
        if self.outcome == "void" or self.state != ENDED:
            return None
        return " ".join(SEATS[seat] for seat in places(self.table))

    def result(self) -> str:
        """A side has won points, or neither has (GJ-6.3)."""
        return "win" if any(scores(places(self.table)).values()) else "drawn"

    # -- plays -------------------------------------------------------------------------------------------------

    def play(self, act: Act) -> None:
        """A set is played: to lead, or on the set on top."""
        seat, new = act.seat, act.set
        assert new is not None
        table = self.table
        trick = table.trick
        if not self.started:
            self._begin(seat)
        if checks.leads(trick, seat):
            leading = True
        elif checks.may_reply(trick, seat):
            leading = False
        else:
            if self.stopped(checks.off_turn(table, seat), seat) or self.stopped(checks.cards(table, seat, new), seat):
                return
            leading = trick.top is None or trick.over
            self._put(seat, new, leading, False)
            return
        if self.lost and self.lost_turn(seat):
            self.lost &= ~BIT[seat]
            self.find(checks.LOST_TURN, seat)
        trouble = checks.cards(table, seat, new)
        if trouble is None and leading and trick.burner == seat:
            trouble = checks.goes_on_burning(table, seat, new)
            if trouble is not None:
                self.find(trouble.raises, seat, **trouble.facts)
                self._burned_falsely(seat)
                return
        if trouble is None and self.rules.bie3 and new.rank == THREE:
            trouble = checks.threes(table, seat, new)
        if trouble is None and not leading and trick.top is not None:
            if trick.intents:
                trouble = checks.burn_declared(trick)
            trouble = trouble or checks.above(trick.top, new)
        if trouble is not None and self.stopped(trouble, seat):
            return
        self._put(seat, new, leading, trouble is None)

    def _begin(self, seat: int) -> None:
        """The first set of the round: nothing that comes before it can be done any more."""
        self.desk.advance(DONE)
        self.lead_anyhow(seat)
        self.started = True

    def _put(self, seat: int, new: CardSet, leading: bool, sound: bool) -> None:
        """A set leaves the hand and lies on the table."""
        table = self.table
        trick = table.trick
        top, owner = trick.top, trick.owner
        after_yield = not leading and trick.again and trick.due & BIT[seat] > 0
        if top is not None:
            if leading:
                self._stood()
                self.opening.led(seat, new)
            elif table.laid:
                table.laid.pop(owner, None)  # GJ-2.6: a set was beaten, the rest goes back to the hand
        if leading:
            self.marks.clear()
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
        if not leading and sound and self.rules.bie3 and table.plays(owner):
            if table.only_threes(owner):
                table.leave(owner, MUFFLED)
                self.muffles.append((owner, seat))
            elif table.unseen[owner] and self.may_be_muffled(owner):
                self.state = BLIND
        if not table.left[seat]:
            self._out(seat)
        if leading:
            trick.lead(seat, new, table.tangled)
        else:
            trick.put(seat, new, table.tangled, after_yield)
        if table.decided and self.state != BLIND:
            self.end(self.result())

    def _out(self, seat: int) -> None:
        """A hand is empty (GJ-6.1); a burn that got that far has succeeded (GJ-7.7)."""
        table, trick = self.table, self.table.trick
        if not table.plays(seat):
            return
        if trick.burner == seat:
            self.burns.append((trick.victim, seat, trick.toll))
        table.leave(seat, FINISHED)
        self.opening.finished(seat, len(table.finished))

    def _stood(self) -> None:
        """Nobody has beaten the set on top."""
        trick = self.table.trick
        if trick.top is not None and self.opening.points != "off":
            self.opening.stood(trick.owner, trick.top, trick.mode == TANGLED)

    # -- passing and yielding ----------------------------------------------------------------------------------

    def drop(self, act: Act) -> None:
        """A seat passes."""
        seat, trick = act.seat, self.table.trick
        if self.lost and self.lost_turn(seat) and (checks.leads(trick, seat) or checks.may_reply(trick, seat)):
            self.lost &= ~BIT[seat]
            if not checks.may_reply(trick, seat):
                self._skip(seat)
                return
        self.lead_anyhow(seat)
        if trick.intents & BIT[seat] and not trick.due & BIT[seat]:
            trick.intents &= ~BIT[seat]
            trick.passed |= BIT[seat]
            return
        trouble = checks.passing(self.table, seat)
        if trouble is None:
            trick.drop(seat, False)
            self.marks.append((seat, "pass", "", self.number))
        elif not self.stopped(trouble, seat):
            if trouble.raises is checks.FALSE_BURN:
                self._burned_falsely(seat)
            elif trouble.raises is checks.MUST_LEAD:
                self._skip(seat)
            elif trick.due & BIT[seat]:
                trick.drop(seat, False)

    def _skip(self, seat: int) -> None:
        """The leader does not lead: the next player in does."""
        self._stood()
        self.table.trick.clear(NEXT[seat][self.table.trick.playing])
        self.marks.clear()

    def give_way(self, act: Act) -> None:
        """A seat yields to its partner's set (GJ-4.3)."""
        seat, trick = act.seat, self.table.trick
        self.lead_anyhow(seat)
        if self.lost and self.lost_turn(seat) and checks.may_reply(trick, seat):
            self.lost &= ~BIT[seat]
            self.find(checks.LOST_TURN, seat)
        trouble = checks.yielding(self.table, seat)
        if trouble is None:
            trick.drop(seat, True)
            self.marks.append((seat, "yield", "", self.number))
        elif not self.stopped(trouble, seat):
            if trouble.raises is checks.MUST_LEAD:
                self._skip(seat)
            elif trick.due & BIT[seat]:
                trick.drop(seat, False)

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

    def _burned_falsely(self, seat: int) -> None:
        """詐燒: placed last at once; the wrong set is taken back and the next player in leads (GJ-5.5)."""
        trick = self.table.trick
        self._stood()
        trick.burner = -1
        self.table.leave(seat, FALSE)
        trick.clear(seat)
        self.marks.clear()
        self.after_leaving()

    def intend(self, act: Act) -> None:
        """``B?shao``: a burn is declared before it is settled who acts (GJ-5.2)."""
        seat, trick = act.seat, self.table.trick
        if act.verb not in VERBS:
            (self.foreign if act.verb in NOTATED else self.unknown)(act)
        elif act.verb == "shao" and not self.stopped(checks.burning(self.table, seat), seat):
            trick.intents |= BIT[seat]

    def buy(self, act: Act) -> None:
        """``C.mai>F:2`` (GJ-8.2)."""
        self.doubt &= ~BIT[act.other]
        self.desk.buy(act)

    def pay(self, act: Act) -> None:
        """``E.gong>A:X2`` (GJ-7.7, GJ-7.8)."""
        self.desk.pay(act)

    def give_back(self, act: Act) -> None:
        """``A.huan>E:44`` (GJ-7.9)."""
        self.desk.give_back(act)


ACTS: tuple[Callable[[GoujiRound, Act], None], ...] = (
    GoujiRound.play, GoujiRound.drop, GoujiRound.give_way, GoujiRound.burn, GoujiRound.show, GoujiRound.revolt,
    GoujiRound.sweep, GoujiRound.report, GoujiRound.lay, GoujiRound.declare, GoujiRound.pay, GoujiRound.give_back,
    GoujiRound.buy, GoujiRound.intend, GoujiRound.rule, GoujiRound.unknown, GoujiRound.foreign,
)  # fmt: skip
"""What carries out each kind of act, in the order of the kinds in ``moves``."""
