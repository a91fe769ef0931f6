"""What a score sheet says of hands that were not shown, as far as the settlement of a round asks for it."""

from __future__ import annotations


class Noted:
    """For each seat of which the sheet says so: the value of its ready hand (0: not ready), 花豬, its ghosts.

    ``asked`` are the seats whose word was taken. ``unsaid``: the ghosts that a seat may have held at most, where it is paid for
    them and the sheet does not say how many they were. ``dead``: hands that were shown and wait for what could not come any
    more, as the sheet says.
    """

    __slots__ = ("asked", "dead", "ghosts", "pigs", "ready", "unsaid")

    def __init__(self) -> None:
        self.ready: dict[int, int] = {}
        self.pigs: set[int] = set()
        self.ghosts: dict[int, int] = {}
        self.asked: set[int] = set()
        self.dead: set[int] = set()
        self.unsaid: dict[int, int] = {}

    def worth(self, seat: int) -> int:
        """The highest value that a hand could have won; 0 if it was not ready, or nothing is said."""
        self.asked.add(seat)
        return self.ready.get(seat, 0)

    def is_pig(self, seat: int) -> bool:
        """Whether a hand is 花豬."""
        self.asked.add(seat)
        return seat in self.pigs
