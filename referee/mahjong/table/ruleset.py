"""The differences in kind between mahjong games, as one frozen object. It has a field only where two games differ."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.mahjong.hand.tiles import HONOURS, KINDS


class UnsupportedRules(ValueError):
    """Raised when a ruleset is built with a combination that the core does not support."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The kind of table that is played at.

    ``copies``: how many of each kind are in play. ``chi``: whether runs may be claimed. ``blood``: a winner leaves the
    play and the others go on until ``winners`` have won. ``robbed``: the kinds of kong that can be robbed. ``missed_wins``:
    who passes a win is locked until his own next ``turn`` or ``draw``; ``discards``: until his draw too, but only by and on
    discards, his own among those that he passes; empty: never. ``ghost``: the kind that stands for any
    suit tile. ``winners_stay``: who has won plays on and may win
    again, until the wall is empty. ``last_discard_counts``: a win on a discard made with the wall empty is 海底 too
    (``haidipao``). ``dead_hands``: a hand with a tile too many or too few, or wrong tiles in a meld, is dead and the round goes
    on (else it halts). ``covered``: who wins and leaves the play shows the hand at the end of the round only. ``absent``: the
    seats at which nobody sits any more. ``hand``: the tiles of a dealt hand, before the dealer's one more. ``wall``: the tiles
    left after the deal (MJ-1.3). ``suits``: how many suits are in play. ``sets``: how many a winning hand has beside its pair.
    ``one_winner``: whether of several who can win on one tile the first in turn alone may; ``fed_once``: whether a win on the
    replacement of a direct kong is valued and paid like one on the discard that fed it (TBL-6). ``peng_at_end``: whether the last
    discard may be claimed for a peng (MJ-2.6). ``replaced_at_front``: whether replacements come off the front of the wall
    (MJ-1.4). ``ready_value``: by which way of winning waits are valued at the end of the wall; ``dead_waits_count``: whether a
    hand is ready with waits none of which can come (TBL-8).
    """

    seats: int
    copies: tuple[int, ...]
    chi: bool = False
    blood: bool = False
    winners: int = 1
    robbed: frozenset[str] = frozenset({"added"})
    missed_wins: str = ""
    ghost: int | None = None
    winners_stay: bool = False
    last_discard_counts: bool = False
    dead_hands: bool = False
    covered: bool = False
    absent: frozenset[int] = frozenset()
    hand: int = 13
    one_winner: bool = False
    fed_once: bool = False
    peng_at_end: bool = False
    replaced_at_front: bool = False
    ready_value: str = "discard"
    dead_waits_count: bool = True
    wall: int = field(init=False, compare=False)
    suits: int = field(init=False, compare=False)
    sets: int = field(init=False, compare=False)

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
