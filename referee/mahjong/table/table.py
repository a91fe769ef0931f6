"""The table of a mahjong round: hands, melds, rivers, and whose turn it is. It holds no scores and checks no rules.

``apply`` methods carry out what physically happened, legal or not (MJ-5.1); whether it was legal is asked of ``checks``
beforehand. A hand may hold unseen tiles: a tile that is not among the seen ones may then be one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import MOST, SHIFT, SUIT, UNIT, UNSEEN, Keys, count, keys_of, size
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.wall import Wall

OWES: Final = 0
OFFERED: Final = 1
KONG: Final = 2
"""Phases: the seat in turn owes a discard; a tile is on offer and the next seat may draw; the konger draws a
replacement (and an added kong can be robbed)."""

DEALT: Final = 0
DRAWN: Final = 1
REPLACED: Final = 2
CLAIMED: Final = 3
"""How the seat in turn came to owe a discard."""

IN: Final = "in"
WON: Final = "won"
LEFT: Final = "left"


Laid = tuple[int, int]
"""A discard in its river: its kind and the move of it."""


class Intent(NamedTuple):
    """What a seat has declared that it wants to do, with the tiles that it named."""

    seat: int
    verb: str
    tiles: tuple[int, ...] = ()


class Table:
    """The table of one round, changed move by move."""

    __slots__ = (
        "also",
        "apart",
        "birds",
        "dealer",
        "declined",
        "discards",
        "drawn",
        "draws",
        "drew",
        "early",
        "how",
        "intents",
        "keys",
        "kong",
        "laid",
        "melds",
        "next",
        "offer",
        "offered",
        "offerer",
        "owed",
        "phase",
        "rivers",
        "rules",
        "states",
        "takers",
        "turn",
        "unseen",
        "veiled",
        "victors",
        "waiting",
        "wall",
    )

    def __init__(self, deal: Deal) -> None:
        rules, seats = deal.ruleset, deal.ruleset.seats
        self.rules = rules
        self.keys: list[Keys] = [keys.copy() for keys in deal.keys]
        self.unseen = [0] * seats if deal.whole_hands else [hand.count(UNSEEN) for hand in deal.hands]
        self.veiled = [False] * seats
        """Who has a meld of which nobody saw what it is."""
        self.melds: list[list[Meld]] = [[] for _ in deal.hands]
        self.rivers: list[list[Laid]] = [[] for _ in deal.hands]
        self.apart: list[list[int]] = [[] for _ in deal.hands]
        """The tiles that each seat has won by draws and laid apart, where winners stay in."""
        self.states = [LEFT if seat in rules.absent else IN for seat in range(seats)]
        self.draws = [0] * seats
        self.drew = [0] * seats
        """The move of each seat's last draw."""
        self.early: dict[int, int] = {}
        """The tile that each seat has drawn before its turn and not played with yet."""
        self.discards = [0] * seats
        self.waiting = [-1] * seats
        """What each hand waits for, a bit a kind, as somebody worked it out; -1 where the hand has changed since."""
        self.wall = Wall(deal.wall, deal.left, rules.replaced_at_front)
        self.dealer = deal.dealer
        self.phase = OWES
        self.turn = deal.dealer
        self.how = DEALT
        self.drawn: int | None = None
        self.also: int | None = None
        """The second of two tiles taken, or laid out, at once."""
        self.owed = 1
        """How many tiles the seat in turn is to discard."""
        self.laid: int | None = None
        """The first of two to discard, laid out already."""
        self.declined = 0
        """How many seats in a row would not draw."""
        self.birds: list[int] = []
        """The tiles turned after the win."""
        self.next = self.after(deal.dealer)
        self.offer: int | None = None
        self.offerer = deal.dealer
        self.offered = "discard"
        self.takers: list[int] = []
        self.victors = 0
        """How many have won, those who have left since among them."""
        self.intents: list[Intent] = []
        self.kong: Laying | None = None
        """The kong that the present draw or discard directly follows."""

    # -- asking ------------------------------------------------------------------------------------------------

    def after(self, seat: int) -> int:
        """The next seat still in play."""
        seats = len(self.states)
        for step in range(1, seats + 1):
            candidate = (seat + step) % seats
            if self.states[candidate] == IN:
                return candidate
        return (seat + 1) % seats

    def distance(self, seat: int) -> int:
        """The number of seats from the one whose tile is on offer to this one, in order of play."""
        return (seat - self.offerer) % self.rules.seats

    def has_drawn(self, seat: int) -> bool:
        """Whether this seat must discard after a draw of its own."""
        return self.phase == OWES and seat == self.turn and self.how in (DRAWN, REPLACED)

    def playing(self) -> list[int]:
        """The seats still in play."""
        return [seat for seat in range(self.rules.seats) if self.states[seat] == IN]

    def has(self, seat: int, kind: int, copies: int = 1) -> bool:
        """Whether these tiles may be in the hand: among its seen tiles, or else among its unseen ones."""
        if kind == UNSEEN:
            return True
        return count(self.keys[seat], kind) + self.unseen[seat] >= copies

    def has_all(self, seat: int, tiles: tuple[int, ...]) -> bool:
        """Whether all these tiles may be in the hand at once."""
        keys, short = self.keys[seat], 0
        for kind in set(tiles):
            if kind != UNSEEN:
                missing = tiles.count(kind) - (keys[SUIT[kind]] >> SHIFT[kind] & MOST[kind])
                if missing > 0:
                    short += missing
        return short <= self.unseen[seat]

    def hidden(self, seat: int) -> bool:
        """Whether a seat has unseen tiles, so that its hand cannot be valued."""
        return self.unseen[seat] > 0 or self.veiled[seat]

    def may_hold(self, seat: int) -> dict[int, int]:
        """The kinds that may be in the hand, each with the greatest number that it may hold."""
        keys, unseen = self.keys[seat], self.unseen[seat]
        held = {kind: min(copies, count(keys, kind) + unseen) for kind, copies in enumerate(self.rules.copies)}
        return {kind: number for kind, number in held.items() if number}

    def size(self, seat: int) -> int:
        """The number of concealed tiles in the hand."""
        return size(self.keys[seat]) + self.unseen[seat]

    def expected(self) -> int | None:
        """The next tile of the wall if it is known: from its front, after a kong the replacement (MJ-1.4)."""
        return self.wall.replacement() if self.phase == KONG else self.wall.at_front()

    # -- changing ----------------------------------------------------------------------------------------------

    def take(self, seat: int, kind: int, copies: int = 1) -> int:
        """Take tiles out of a hand; returns how many of them had not been seen before."""
        if kind == UNSEEN:
            self._blur(seat)
            self.unseen[seat] -= copies
            return 0
        keys, suit = self.keys[seat], SUIT[kind]
        seen = keys[suit] >> SHIFT[kind] & MOST[kind]
        if seen >= copies:
            keys[suit] -= copies * UNIT[kind]
            return 0
        keys[suit] -= seen * UNIT[kind]
        self.unseen[seat] -= copies - seen
        return copies - seen

    def take_drawn(self, seat: int, kind: int) -> None:
        """Take the tile that was drawn last out of a hand; where nobody saw it, the others are known as they were."""
        if kind == UNSEEN:
            self.unseen[seat] -= 1
        else:
            self.take(seat, kind)

    def _blur(self, seat: int) -> None:
        """Treat all tiles of a hand as unseen, because an unknown one of them has left it."""
        self.unseen[seat] = self.size(seat)
        self.keys[seat] = [0, 0, 0, 0]

    def give(self, seat: int, kind: int) -> None:
        """Put a tile into a hand."""
        if kind == UNSEEN:
            self.unseen[seat] += 1
        else:
            self.keys[seat][SUIT[kind]] += UNIT[kind]

    def lay_open(self, seat: int, tiles: Sequence[int], drawn: int) -> None:
        """Show a hand, of which these are all tiles and ``drawn`` is the one that was drawn last."""
        known = [kind for kind in tiles if kind != UNSEEN]
        self.keys[seat][:] = keys_of(known)
        self.unseen[seat] = len(tiles) - len(known)
        self.waiting[seat] = -1
        if seat == self.turn and self.drawn == UNSEEN:
            self.drawn = drawn

    def show_drawn(self, seat: int, kind: int) -> None:
        """Show the tile that a seat has just drawn, where nobody saw it."""
        if seat == self.turn and self.drawn == UNSEEN != kind and self.unseen[seat]:
            self.unseen[seat] -= 1
            self.keys[seat][SUIT[kind]] += UNIT[kind]
            self.drawn = kind

    def draw(self, seat: int, kind: int, move: int) -> int | None:
        """A tile from the wall: after a kong the replacement, otherwise from its front; who draws instead of the konger may have
        taken either. The answer is the tile that lay there, where it is known."""
        wall, phase = self.wall, self.phase
        tiles = wall.tiles
        replacement = phase == KONG and (seat == self.turn or tiles is not None and kind == wall.replacement())
        if tiles is None:
            lay: int | None = None
        elif replacement or not wall.left:
            lay = self.expected()
        else:
            lay = tiles[wall.front]
            if lay == UNSEEN:
                lay = None
        if phase == KONG and seat == self.turn:
            self.how = REPLACED
        else:
            self.how, self.kong = DRAWN, None
            self.draws[seat] += 1
        wall.front += not replacement or wall.replaced_at_front
        wall.left -= 1
        self.drew[seat] = move
        if kind == UNSEEN:
            self.unseen[seat] += 1
        else:
            self.keys[seat][SUIT[kind]] += UNIT[kind]
        self.phase, self.turn, self.drawn = OWES, seat, kind
        self.offer, self.also, self.owed = None, None, 1
        return lay

    def draw_early(self, seat: int, kind: int, move: int) -> int | None:
        """A tile off the front of the wall by a seat whose turn it is not; the turn does not change. The answer is the tile that
        lay there, where it is known."""
        lay = self.wall.at_front()
        self.wall.skip(1)
        self.drew[seat] = move
        self.give(seat, kind)
        return lay

    def put_back(self, seat: int, kind: int) -> None:
        """Put a tile that was drawn early back onto the front of the wall."""
        self.take_drawn(seat, kind)
        self.wall.skip(-1)

    def take_turn(self, seat: int, kind: int) -> None:
        """Let the turn pass to a seat that has drawn its tile already."""
        self.how, self.kong = DRAWN, None
        self.draws[seat] += 1
        self.phase, self.turn, self.drawn = OWES, seat, kind
        self.offer, self.also, self.owed = None, None, 1

    def pick(self, seat: int, indices: list[int], tiles: tuple[int, ...]) -> None:
        """Take tiles out of the middle of the wall as the replacement after a kong; after two of them, two must be discarded."""
        self.wall.take_out(indices)
        for kind in tiles:
            self.give(seat, kind)
        self.how, self.phase, self.turn, self.offer = REPLACED, OWES, seat, None
        self.drawn, self.also, self.owed = tiles[0], tiles[1] if len(tiles) > 1 else None, len(tiles)

    def discard(self, seat: int, kind: int, move: int, seen: bool = True) -> bool:
        """A tile from the hand onto the table; it is on offer until the next draw (MJ-3.1). False, and nothing is done, where the
        hand does not show it; one that is not ``seen`` was taken from among its unseen tiles already."""
        if seen:
            if kind == UNSEEN:
                return False
            keys, suit = self.keys[seat], SUIT[kind]
            if not keys[suit] >> SHIFT[kind] & MOST[kind]:
                return False
            keys[suit] -= UNIT[kind]
        self.rivers[seat].append((kind, move))
        self.discards[seat] += 1
        self.waiting[seat] = -1
        if self.owed > 1 and seat == self.turn:
            self.owed, self.laid = 1, kind
            self.drawn, self.also = self.also if kind == self.drawn else self.drawn, None
            return True
        if seat != self.turn or self.how != REPLACED:
            self.kong = None
        self.phase, self.turn, self.drawn = OFFERED, seat, None
        self.offer, self.offerer, self.offered = kind, seat, "discard"
        self.also, self.laid, self.declined = self.laid, None, 0
        if self.takers or self.intents:
            self.takers, self.intents = [], []
        states, following = self.states, seat + 1
        if following == len(states):
            following = 0
        self.next = following if states[following] == IN else self.after(seat)
        return True

    def decline(self) -> None:
        """Note that the next seat will not draw; the one after it is asked, the discarder last."""
        self.declined += 1
        self.next = self.after(self.next)

    def won(self, seat: int, apart: int | None = None) -> None:
        """A winner lays the hand down and leaves the play, or stays in it; the winning tile, if it was in the hand and has left
        it, lies ``apart``. The next seat still in is to draw."""
        if not self.rules.winners_stay:
            self.states[seat] = WON
        elif apart is not None:
            self.apart[seat].append(apart)
            self.drawn, self.waiting[seat] = None, -1
        self.victors += 1
        if self.phase != OWES:
            self.takers.append(seat)
            self.phase = OFFERED
            self.next = self.after(max(self.takers, key=self.distance))
        else:
            self.phase, self.offer = OFFERED, None
            self.next = self.after(seat)
            self.takers = []
            self.offerer = seat

    def retire(self, seat: int) -> None:
        """A player goes out without a tile to win on; the turn does not change."""
        self.states[seat] = WON
        self.victors += 1

    def put_on_offer(self, seat: int, kind: int, how: str) -> None:
        """Put the tile of a kong on offer."""
        self.offer, self.offerer, self.offered = kind, seat, how
        self.also, self.declined = None, 0
        if self.takers or self.intents:
            self.takers, self.intents = [], []
