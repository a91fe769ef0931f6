"""夠級: the table from the first play on. Who may speak, what may be played, who is out and in which place (GJ-3 to 6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.oracle.gouji.cards import Set, from_seat, opposite, partners, read, without


class Top(NamedTuple):
    """The set on top."""

    seat: str
    set: Set
    after_yield: bool
    """Played by one who had yielded: only the opposite may reply (GJ-4.3)."""


class Play(NamedTuple):
    """One set as it was played, for the opening (GJ-7.2, 7.3)."""

    seat: str
    set: Set
    chaos: bool
    """四戶亂纏 had begun."""
    fours: int
    """How many fours stayed in the hand."""


@dataclass
class Burn:
    """A burn: by whom, of whose set, and whether that was itself a burn (反燒)."""

    seat: str
    burned: str
    counter: bool
    done: bool = False
    """The burner went out burning."""


@dataclass
class Table:
    """A round in play: hands, the trick, and the places as they fall."""

    options: dict[str, Any]
    hands: dict[str, list[str]]
    leader: str
    top: Top | None = None
    passed: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    """Whose yield a new set turned into a pass (GJ-4.3)."""
    yielded: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Who still has to speak to the set on top, in order."""
    said: list[str] = field(default_factory=list)
    """Who passed on the set on top, in order."""
    burner: str | None = None
    burns: list[Burn] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    muffled: list[tuple[str, str]] = field(default_factory=list)
    """悶, and by whom, in order."""
    fallen: list[str] = field(default_factory=list)
    """Placed last for a false burn or by a ruling, in order."""
    revolted: list[str] = field(default_factory=list)
    latest: str = "F"
    """Who was out last: those still in are placed in the order of play after him (GJ-6.1)."""
    plays: list[Play] = field(default_factory=list)
    stood: list[tuple[Play, int, int]] = field(default_factory=list)
    """Sets that stood: each with the number of plays made by then and of players gone out."""
    punished: dict[str, int] = field(default_factory=dict)
    """Whose next turns are lost by rulings, and how many (GJ-9.1)."""
    laid: dict[str, list[list[str]]] = field(default_factory=dict)
    """挑牌: the sets laid out and not played yet (GJ-2.6)."""
    begun: bool = False

    def __post_init__(self) -> None:
        self.without_fours = {seat for seat, hand in self.hands.items() if "4" not in hand}
        """Who was dealt none."""

    # -- who is in ---------------------------------------------------------------------------------------------------

    @property
    def gone(self) -> set[str]:
        """Who has a place already."""
        return {*self.out, *self.fallen, *self.revolted, *(seat for seat, _ in self.muffled)}

    @property
    def chaos(self) -> bool:
        """四戶亂纏 (GJ-4.8)."""
        return len(self.gone) >= 2

    @property
    def over(self) -> bool:
        """GJ-6.1; GJ-2.3 where two revolted."""
        side_out = self.options["side_out"] == "end" and any(set(side) <= self.gone for side in ("ACE", "BDF"))
        return side_out or len(self.gone) >= 5 or len(self.revolted) >= 2

    def playing(self, after: str) -> list[str]:
        """Who is in, in the order of play after a seat, that seat itself left out."""
        gone = self.gone
        return [seat for seat in from_seat(after) if seat not in gone]

    def first_in(self, seat: str) -> str:
        """The seat, or the next one still in."""
        return seat if seat not in self.gone else self.playing(seat)[0]

    # -- who may speak -----------------------------------------------------------------------------------------------

    def replies(self) -> list[str]:
        """Who may speak to a new set on top, in order (GJ-4.2 to 4.8, 5.3, 5.4)."""
        assert self.top
        seat, others = self.top.seat, self.playing(self.top.seat)
        if self.chaos:
            return others
        if self.burner or self.top.after_yield:
            return [other for other in others if other == opposite(seat)]
        if self.top.set.gouji:
            return [other for other in others if other == opposite(seat) or (other not in self.passed and self.headless(other))]
        return [other for other in others if other not in self.passed]

    def headless(self, seat: str) -> bool:
        """Whether a seat may reply to the gouji set on top because somebody has no opposite (GJ-4.6)."""
        assert self.top
        theirs = opposite(self.top.seat) in self.gone and self.options["headless"] != "responder"
        return theirs or (opposite(seat) in self.gone and self.options["headless"] != "player")

    def may_yield_back(self) -> list[str]:
        """Who yielded and may play after all, as all others have passed (GJ-4.3)."""
        return [] if self.waiting or self.chaos else self.yielded

    def last_word(self) -> str | None:
        """The opposite, where he may still beat a plain set that nobody else has beaten (GJ-4.4)."""
        if not self.top or self.waiting or self.yielded or self.chaos or self.burner:
            return None
        seat = opposite(self.top.seat)
        if self.top.set.gouji or self.top.after_yield or seat in self.gone or self.said[-1:] == [seat]:
            return None
        return seat

    def due(self) -> str:
        """Who has to move."""
        if self.waiting:
            return self.waiting[0]
        if self.may_yield_back():
            return self.yielded[0]
        return self.next_leader()

    def next_leader(self) -> str:
        """Who leads when the trick is over, or plays on burning (GJ-4.7, 5.3)."""
        if self.top is None:
            return self.first_in(self.leader)
        return self.burner or self.first_in(self.top.seat)

    def settled(self) -> bool:
        """Whether nobody has to speak to the set on top: all have, or no reply is possible."""
        return self.top is None or self.top.set.unbeatable or not (self.waiting or self.may_yield_back())

    def leads(self, seat: str) -> bool:
        """Whether a play of this seat is a lead, or the next set of its burn."""
        return self.settled() and seat == self.next_leader()

    def may_reply(self, seat: str) -> bool:
        """Whether a seat may beat or pass now."""
        if self.top is None:
            return False
        if self.waiting:
            return self.waiting[0] == seat
        if self.may_yield_back():
            return self.yielded[0] == seat
        return self.last_word() == seat

    def may_yield(self, seat: str) -> bool:
        """GJ-4.3."""
        mate = self.top is not None and partners(seat, self.top.seat)
        return self.waiting[:1] == [seat] and not self.chaos and mate

    def may_burn(self, seat: str, anyhow: bool = False) -> bool:
        """GJ-5.1, 5.4: whether the seat may burn what is on top, if its set beats it. ``anyhow``: opened or not (GJ-11.4)."""
        if not anyhow and self.options["burn_needs_open"] == "on" and seat not in self.opened():
            return False
        if self.top is None or self.chaos or not self.top.set.gouji or self.top.after_yield:
            return False
        other = opposite(self.top.seat)
        if seat in {self.top.seat, other, *self.gone} or (other in self.said and not self.options["late_burn"]):
            return False
        if opposite(seat) in self.gone and not self.options["headless_burn"]:
            return False
        return seat not in self.passed or (seat in self.closed and self.options["burn_after_yield"])

    # -- who has opened ------------------------------------------------------------------------------------------------

    def opened(self) -> set[str]:
        """Who has opened by now (GJ-7.2, 7.3, 8.3, 11.3)."""
        ways = {"charter": self.opened_by_charter, "table": self.opened_by_table, "off": set[str]}
        found = ways[self.options["points_mode"]]()
        if self.options["open_without_fours"] == "on":
            found |= self.without_fours
        return (found | set(self.revolted)) if self.options["bie3"] else (found - set(self.revolted))

    def opened_by_charter(self) -> set[str]:
        """A gouji set without a big joker stood in time; against a revolution three of them (GJ-7.2)."""
        early = {self.out[0], opposite(self.out[0])} if self.out else set[str]()
        stood = Counter(
            play.seat
            for play, _, out in self.stood
            if play.set.gouji and not play.chaos and not (play.set.big or play.set.rank == "X")
            if out < (1 if play.seat in early else 2)
        )
        return {seat for seat, number in stood.items() if number >= (3 if opposite(seat) in self.revolted else 1)}

    def opened_by_table(self) -> set[str]:
        """A pure gouji set stood and its player's next play is of 4s (GJ-7.3); of all his 4s (GJ-11.3)."""
        found = set()
        for play, at, _ in self.stood:
            following = next((later for later in self.plays[at:] if later.seat == play.seat), None)
            whole = following is not None and (self.options["fours_at_once"] == "off" or not following.fours)
            if play.set.gouji and play.set.pure and following and following.set.rank == "4" and whole and not play.chaos:
                found.add(play.seat)
        return found

    # -- moves -------------------------------------------------------------------------------------------------------

    def pass_(self, seat: str) -> None:
        """過牌, also of one who had yielded."""
        if seat in self.waiting:
            self.waiting.remove(seat)
        if seat in self.yielded:
            self.yielded.remove(seat)
        self.served(seat)
        self.closed.discard(seat)
        self.said.append(seat)
        if not self.chaos:
            self.passed.add(seat)

    def yield_(self, seat: str) -> None:
        """讓牌."""
        self.waiting.remove(seat)
        self.yielded.append(seat)

    def play(self, seat: str, cards: list[str]) -> None:
        """A set: led, played on burning, or beating what is on top."""
        found = read(cards)
        assert found
        if self.leads(seat):
            self.stand()
            self.passed, self.closed, self.leader = set(), set(), seat
            self.lay(seat, cards, found, False)
        else:
            yielded = seat in self.yielded
            self.beaten(seat)
            self.burner = None
            self.lay(seat, cards, found, yielded)

    def burn(self, seat: str, cards: list[str]) -> None:
        """燒牌, 反燒."""
        found = read(cards)
        assert found
        assert self.top
        self.burns.append(Burn(seat, self.top.seat, self.burner is not None))
        self.beaten(seat)
        self.burner = seat
        self.lay(seat, cards, found, False)

    def beaten(self, by: str) -> None:
        """The set on top is beaten: yields become passes, its player may be muffled, and what he laid out goes back to the hand.

        GJ-4.3, 6.2, 2.6.
        """
        assert self.top
        self.laid.pop(self.top.seat, None)
        late = {seat for seat in self.yielded if seat != by}
        self.passed |= late
        self.closed |= late
        rest = self.hands[self.top.seat]
        if self.options["bie3"] and rest and set(rest) == {"3"} and self.top.seat not in self.gone:
            self.muffled.append((self.top.seat, by))
            self.latest = self.top.seat

    def lay(self, seat: str, cards: list[str], found: Set, after_yield: bool) -> None:
        """The set goes on top; its player may be out with it."""
        self.hands[seat] = without(self.hands[seat], cards)
        self.plays.append(Play(seat, found, self.chaos, self.hands[seat].count("4")))
        if seat in self.laid:
            self.laid[seat].remove(sorted(cards))
        self.begun = True
        if not self.hands[seat]:
            self.out.append(seat)
            self.latest = seat
            if self.burner == seat:
                self.burns[-1].done, self.burner = True, None
        if self.chaos:
            self.burner = None
        self.top, self.yielded, self.said = Top(seat, found, after_yield), [], []
        self.waiting = [] if self.over else self.replies()

    def stand(self) -> None:
        """Nobody beat the set on top."""
        if self.top:
            self.stood.append((self.plays[-1], len(self.plays), len(self.out)))

    def fall(self, seat: str) -> None:
        """Placed last at once: by a ruling, between two tricks or while others have the say (GJ-9.1)."""
        self.fallen.append(seat)
        self.latest = seat
        self.waiting = [other for other in self.waiting if other != seat]

    def burn_falsely(self, seat: str) -> None:
        """詐燒: the burner is placed last, the next player still in leads (GJ-5.5)."""
        self.fallen.append(seat)
        self.latest = seat
        self.lose_lead(seat)

    def lose_lead(self, seat: str) -> None:
        """The leader's turn is lost: the next player still in leads (GJ-9.1)."""
        self.stand()
        self.top, self.burner, self.passed, self.closed, self.said, self.waiting = None, None, set(), set(), [], []
        self.served(seat)
        self.leader = (self.playing(seat) or [seat])[0]

    def punish(self, seat: str, turns: int = 1) -> None:
        """So many more turns are lost (GJ-9.1)."""
        self.punished[seat] = self.punished.get(seat, 0) + turns

    def served(self, seat: str) -> None:
        """A lost turn has gone by."""
        if self.punished.get(seat, 0) > 1:
            self.punished[seat] -= 1
        else:
            self.punished.pop(seat, None)

    # -- places ------------------------------------------------------------------------------------------------------

    def places(self) -> list[str]:
        """All six, first to last, when the round is over (GJ-6.1, 6.2, 2.3)."""
        bottom = [*self.fallen, *(seat for seat, _ in self.muffled)]
        places: dict[int, str] = {}
        if self.revolted:
            places[4] = self.revolted[0]
        for seat in bottom:
            places[max(place for place in range(1, 7) if place not in places)] = seat
        for seat in self.out + self.playing(self.latest):
            places[min(place for place in range(1, 7) if place not in places)] = seat
        order = [places[place] for place in range(1, 7)]
        if self.revolted and all(partners(self.revolted[0], seat) for seat in order[:2]):
            order[2], order[3] = order[3], order[2]
        return order
