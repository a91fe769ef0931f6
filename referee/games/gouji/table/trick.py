"""A trick: the set on top, who has passed or yielded, and who may speak next (GJ-4, GJ-5).

Seats in masks, nothing else: whether a move is legal is said in ``checks``, what it does to the hands in ``table``.
"""

from __future__ import annotations

from typing import Final

from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.table.seats import ALL, BIT, NEXT, OPPOSITE
from referee.games.gouji.table.sets import CardSet

PLAIN: Final = 0
GOUJI: Final = 1
YIELDED: Final = 2
BURNING: Final = 3
TANGLED: Final = 4
"""How the set on top may be replied to: in order, by the opposite, by the opposite alone, against a burner, by the last four."""

OPPOSITE_HAS_THE_LAST_WORD: Final = GJ["GJ-4.4"]
HEADLESS: Final = GJ["GJ-4.6"]
TRICK_ENDS: Final = GJ["GJ-4.7"]


class Trick:
    """The trick on the table. Before its first set ``top`` is None and ``owner`` the seat that leads.

    ``due`` are the seats that have still to speak on the set on top, ``word`` says that the owner's opposite may still
    beat it last (GJ-4.4), ``again`` that those who yielded are asked once more (GJ-4.3). ``unanswered`` holds until the
    opposite replies to the set. ``closed`` are those among the passed whose yield was ended by a new set. ``burner`` is the
    seat that plays alone (-1: nobody), ``victim`` whose set it burned and ``toll`` what that one owes for it (GJ-7.7).
    """

    __slots__ = (
        "again",
        "burner",
        "closed",
        "due",
        "intents",
        "last",
        "mode",
        "owner",
        "passed",
        "playing",
        "rules",
        "toll",
        "top",
        "unanswered",
        "victim",
        "word",
        "yielded",
    )

    def __init__(self, leader: int, rules: TableRules) -> None:
        self.rules = rules
        self.playing = ALL
        self.burner = self.victim = -1
        self.toll = 0
        self.clear(leader)

    def clear(self, leader: int) -> None:
        """Clear the table: this seat leads, or the next one still in play."""
        self.top: CardSet | None = None
        self.owner = leader
        self.mode = PLAIN
        self.passed = self.yielded = self.closed = self.due = 0
        self.last = -1
        self.word = self.again = False
        self.unanswered = True
        self.intents = 0

    @property
    def leader(self) -> int:
        """The next leader: the owner of the set on top or, if it is out, the next player still in play (GJ-4.7)."""
        return self.owner if self.playing & BIT[self.owner] else NEXT[self.owner][self.playing]

    @property
    def speaker(self) -> int:
        """The seat that has to speak now; -1 if none has."""
        return NEXT[self.owner][self.due]

    @property
    def over(self) -> bool:
        """Whether nobody may speak on the set on top any more."""
        return not self.due and not self.word

    def lead(self, seat: int, new: CardSet, tangled: bool) -> None:
        """Begin a new trick, in which nobody has passed."""
        self.passed = self.yielded = self.closed = 0
        self.put(seat, new, tangled, False)

    def put(self, seat: int, new: CardSet, tangled: bool, after_yield: bool) -> None:
        """Put a set on top, and work out who may speak on it."""
        self.top, self.owner = new, seat
        if self.yielded:
            ended = self.yielded & ~BIT[seat]
            self.passed |= ended
            self.closed |= ended
        self.yielded, self.last, self.intents = 0, -1, 0
        self.word = self.again = False
        self.unanswered = True
        opposite = BIT[OPPOSITE[seat]] & self.playing
        if tangled:
            self.burner = -1
            self.mode, self.due = TANGLED, self.playing & ~BIT[seat]
            return
        if self.burner >= 0 and (self.burner != seat or not self.playing & BIT[seat]):
            self.burner = -1
        if self.burner == seat:
            self.mode, self.due = BURNING, opposite
        elif after_yield:
            self.mode, self.due = YIELDED, opposite
        elif new.gouji:
            self.mode, self.due = GOUJI, self._repliers(seat, opposite)
        else:
            self.mode, self.due = PLAIN, self.playing & ~BIT[seat] & ~self.passed
            if not self.due:
                self.word = opposite > 0

    def _repliers(self, seat: int, opposite: int) -> int:
        """The seats that may reply to a gouji set: the opposite and the headless (GJ-4.5, GJ-4.6)."""
        playing = self.playing
        if playing == ALL:
            return opposite
        open_ = playing & ~BIT[seat] & ~self.passed
        if not opposite and self.rules.headless != "responder":
            return open_
        if self.rules.headless == "player":
            return opposite
        out = ALL & ~playing
        return opposite | open_ & (out << 3 | out >> 3)

    def drop(self, seat: int, yields: bool) -> None:
        """Note that a seat passes or yields on the set on top, which it can then no longer burn."""
        bit = BIT[seat]
        self.intents &= ~bit
        if not yields:
            self.closed &= ~bit
        if not self.due & bit:  # GJ-4.4: the last word, passed
            self.word, self.last = False, seat
            return
        self.due &= ~bit
        if yields:
            self.yielded |= bit
        else:
            self.passed |= bit
            self.yielded &= ~bit
            self.last = seat
        if seat == OPPOSITE[self.owner]:
            self.unanswered = False
        if not self.due and self.mode < YIELDED:
            self._last_chances()

    def waive(self, seat: int) -> None:
        """Note that a seat that is not asked passes: it will not burn (GJ-5.1)."""
        self.intents &= ~BIT[seat]
        self.passed |= BIT[seat]
        self.closed &= ~BIT[seat]

    def _last_chances(self) -> None:
        """Let those who yielded, then the opposite, play once everybody has spoken (GJ-4.3, GJ-4.4)."""
        if self.yielded and not self.again:
            self.again, self.due = True, self.yielded
        elif self.mode == PLAIN:
            opposite = OPPOSITE[self.owner]
            self.word = bool(self.playing & BIT[opposite]) and self.last != opposite

    def tangle(self) -> None:
        """Ask everybody still in play about the set on top, after a ruling has decided two places (GJ-4.8)."""
        if self.top is not None and self.mode != TANGLED:
            self.mode, self.burner = TANGLED, -1
            self.due = self.playing & ~BIT[self.owner]
            self.word = False

    def leave(self, seat: int) -> None:
        """Note that a seat is out of play and is no longer asked."""
        bit = BIT[seat]
        self.playing &= ~bit
        self.due &= ~bit
        self.yielded &= ~bit
        self.intents &= ~bit
        if seat == OPPOSITE[self.owner]:
            self.word = False
