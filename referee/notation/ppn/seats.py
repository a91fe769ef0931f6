"""The seats of records: their letters in the order of writing, and other spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from referee.notation import limits

_POINTS: Final = f"[-+][1-9][0-9]{{0,{limits.DIGITS - 1}}}|0"
UNSEEN: Final = "?"
"""What stands for what was not seen, or not noted."""
_SIDE: Final = re.compile(r"(?:^|(?<= ))[^\s\d+-]+")
"""A side in a text of scores."""


class Seats:
    """``letters``: every seat in the order of writing; ``spellings``: seats by their other spellings."""

    def __init__(self, letters: str, spellings: Mapping[str, str]) -> None:
        self.letters = letters
        self.spellings = dict(spellings)
        self.each = "".join(map(re.escape, [*letters, *spellings]))
        """All of these as a character class has them."""
        self.tags = {prefix: {prefix + seat: seat for seat in letters} for prefix in ("Seat.", "Hand.", "Sit.")}
        """The tags that go with seats, by what they start with."""
        self._score = re.compile(rf"([{self.each}]+)([-+]0*[0-9]{{1,{limits.DIGITS}}}|0)")
        self._unsigned = re.compile(rf"(?:^|\s)([{self.each}]+)(0*[1-9][0-9]{{0,{limits.DIGITS - 1}}})(?=\s|$)")
        self._usual: tuple[tuple[str, ...], re.Pattern[str]] = (), re.compile("(?!)")
        """The sides that scores were met of last, and what such scores look like."""

    def letter(self, spelling: str) -> str:
        """The letter of a seat; an unknown spelling is returned as it is."""
        return self.spellings.get(spelling, spelling)

    def seat(self, text: str) -> str | None:
        """The letter of a seat; None for an unknown spelling."""
        letter = self.letter(text)
        return letter if len(letter) == 1 and letter in self.letters else None

    def places(self, text: str) -> str | None:
        """Places, first to last, with ``?`` for one that was not noted; None where the text has none."""
        found = text.split()
        good = found and all(seat == UNSEEN or len(seat) == 1 and seat in self.letters for seat in found)
        return " ".join(found) if good else None

    def canonical_scores(self, text: str) -> dict[str, int] | None:
        """``E-16 S+16 W0`` or ``ACE+12 BDF0`` as numbers if the text is canonical, else None."""
        sides, pattern = self._usual
        found = pattern.fullmatch(text)
        if found is None:
            sides = tuple(_SIDE.findall(text))
            if not self._in_order(sides):
                return None
            pattern = re.compile(" ".join([f"{re.escape(side)}({_POINTS})" for side in sides]))
            found = pattern.fullmatch(text)
            if found is None:
                return None
            self._usual = sides, pattern
        return dict(zip(sides, map(int, found.groups()), strict=True))

    def scores(self, text: str) -> dict[str, int] | None:
        """``E-16 S+16 W0`` as numbers; None for any other text or a seat that is named twice."""
        usual = self.canonical_scores(text)
        if usual is not None:
            return usual
        found: dict[str, int] = {}
        for word in text.split():
            score = self._score.fullmatch(word)
            if score is None:
                return None
            side = self._sorted(map(self.letter, score[1]))
            if side in found:
                return None
            found[side] = int(score[2])
        ordered = dict(sorted(found.items(), key=lambda item: self.letters.index(item[0][0])))
        return ordered if ordered and self._in_order(tuple(ordered)) else None

    def unsigned(self, text: str) -> tuple[str, str] | None:
        """The first side of a text of scores, and its points, that stand there without a sign; None if there is none."""
        found = self._unsigned.search(text)
        return None if found is None else (found[1], found[2])

    def _sorted(self, seats: Iterable[str]) -> str:
        return "".join(sorted(seats, key=self.letters.index))

    def _in_order(self, sides: tuple[str, ...]) -> bool:
        """Whether the sides have different seats, and each side's seats and the sides are in order."""
        seats = "".join(sides)
        if not sides or len(set(seats)) < len(seats) or not set(seats) <= set(self.letters):
            return False
        firsts = [self.letters.index(side[0]) for side in sides]
        return firsts == sorted(firsts) and all(side == self._sorted(side) for side in sides)
