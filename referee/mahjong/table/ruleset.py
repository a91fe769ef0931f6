"""The differences in kind between mahjong tables, as one frozen object. It has a field only where two tables differ."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from referee.mahjong.hand.tiles import HONOURS, KINDS, RANK, SUIT, SUITS
from referee.mahjong.rulebook import Options


class UnsupportedRules(ValueError):
    """Raised when a ruleset is built with a combination that the core does not support."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The kind of table that is played at: by the game, and by what its players have agreed on."""

    seats: int
    copies: tuple[int, ...]
    """How many of each kind are in play."""
    chi: bool = False
    """Whether runs may be claimed."""
    blood: bool = False
    """Whether a winner leaves the play and the others go on …"""
    winners: int = 1
    """… until so many have won."""
    robbed: frozenset[str] = frozenset({"added"})
    """The kinds of kong that can be robbed."""
    missed_wins: str = ""
    """The end of the lock after a passed win: the seat's next ``turn`` or ``draw``. ``discards``: its draw too, but only discards
    are locked, and its own count among those that it passes. Empty: there is no lock."""
    ghost: int | None = None
    """The kind that stands for any suit tile."""
    winners_stay: bool = False
    """Whether who has won plays on and may win again, until the wall is empty."""
    last_discard_counts: bool = False
    """Whether a win on a discard made with the wall empty is 海底 too (``haidipao``)."""
    dead_hands: bool = False
    """Whether a hand with a tile too many or too few, or wrong tiles in a meld, is dead and the round goes on (else it halts)."""
    covered: bool = False
    """Whether who wins and leaves the play shows the hand at the end of the round only."""
    absent: frozenset[int] = frozenset()
    """The seats at which nobody sits any more."""
    hand: int = 13
    """The tiles of a dealt hand, before the dealer's one more."""
    one_winner: bool = False
    """Whether of several who can win on one tile the first in turn alone may (TBL-6)."""
    fed_once: bool = False
    """Whether a win on the replacement of a direct kong is valued and paid like one on the discard that fed it (TBL-6)."""
    peng_at_end: bool = False
    """Whether the last discard may be claimed for a peng (MJ-2.6)."""
    replaced_at_front: bool = False
    """Whether replacements after kongs come off the front of the wall (MJ-1.4)."""
    ready_value: str = "discard"
    """The way of winning by which waits are valued at the end of the wall (TBL-8)."""
    dead_waits_count: bool = True
    """Whether a hand is ready with waits none of which can come (TBL-8)."""
    wall: int = field(init=False, compare=False)
    """The tiles left after the deal (MJ-1.3)."""
    suits: int = field(init=False, compare=False)
    """How many suits are in play."""
    sets: int = field(init=False, compare=False)
    """How many sets a winning hand has beside its pair."""

    def __post_init__(self) -> None:
        if self.seats not in (2, 3, 4):
            raise UnsupportedRules(f"a table of {self.seats} seats")
        if len(self.copies) != KINDS:
            raise UnsupportedRules(f"copies of {len(self.copies)} kinds, expected {KINDS}")
        if self.blood and not 1 <= self.winners < self.seats:
            raise UnsupportedRules(f"{self.winners} winners at a table of {self.seats}")
        if self.missed_wins not in ("", "turn", "draw", "discards"):
            raise UnsupportedRules(f"a lock until {self.missed_wins!r}")
        if self.blood and self.winners_stay:
            raise UnsupportedRules("winners that leave and stay")
        if self.ghost is not None and not self.copies[self.ghost]:
            raise UnsupportedRules(f"ghosts that are not in play: kind {self.ghost}")
        if self.hand % 3 != 1:
            raise UnsupportedRules(f"hands of {self.hand} tiles")
        object.__setattr__(self, "wall", sum(self.copies) - self.hand * (self.seats - len(self.absent)) - 1)
        object.__setattr__(self, "suits", sum([any(self.copies[9 * suit : 9 * suit + 9]) for suit in range(HONOURS)]))
        object.__setattr__(self, "sets", self.hand // 3)


def suited(honours: tuple[int, ...] = (0,) * 7) -> tuple[int, ...]:
    """The numbers of copies of each kind: four of every suit tile, and these honours."""
    return (4,) * 27 + honours


def shaped(usual: Ruleset, options: Options) -> Ruleset:
    """The usual table of a game as this one has it. A blood battle ends when one is left."""
    copies = tuple([number if _in_play(kind, usual, options) else 0 for kind, number in enumerate(usual.copies)])
    winners = min(usual.winners, options.players - 1)
    return replace(
        usual,
        seats=options.players,
        winners=winners,
        copies=copies,
        hand=options.hand,
        one_winner=options.multi_win == "next",
        peng_at_end=options.last_discard == "peng",
        replaced_at_front=options.replacement == "front",
        ready_value=options.ready_value,
        dead_waits_count=options.dead_wait == "ready",
    )


def _in_play(kind: int, usual: Ruleset, options: Options) -> bool:
    """Whether a table plays with a kind that its game has; a ghost is always there."""
    if SUIT[kind] == HONOURS:
        return kind == usual.ghost or options.honours == "on"
    first, last = options.span()
    return SUITS[SUIT[kind]] in options.suits_in_play() and first <= RANK[kind] <= last
