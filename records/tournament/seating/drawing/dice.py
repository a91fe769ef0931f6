"""Seeded chance that gives the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random numbers that follow from a seed. Only ``Random.random`` is asked, which Python promises never to change."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including ``limit``."""
        return int(self._random() * limit)

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put things in a random order."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
