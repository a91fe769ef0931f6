"""Reads the tags of a score sheet: shown hands and melds, circumstances of wins, readiness, kongs paid otherwise than once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core.game.hand_specification import QueryError
from referee.core.record import Round
from referee.core.verdict import Finding
from referee.mahjong.analysis.hand_question import LONGEST, MELDS, read_meld
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import held
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.sheet import checks
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.notation import limits
from referee.rulebook import FindingTemplate, Rules

NOT_READY: Final = "no"
PIG: Final = "pig"
UNKNOWN: Final = "?"
NEXT_WIN: Final = "/"
NONE: Final = "-"
"""Between the circumstances of two wins of one seat, and for a win that has none."""

WRITTEN: Final = ("chi", "peng")
"""The melds that may stand in ``Melds``; kongs are moves."""
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,2}")
_VALUE: Final = re.compile(f"[1-9][0-9]{{0,{limits.DIGITS - 1}}}")


class SheetTags:
    """What the tags of a sheet say, by seat; ``findings`` are on those that cannot be read, which then say nothing.

    ``shown``: concealed tiles. ``flags``: the circumstances of each win in turn. ``ready``: the value of a ready hand,
    ``NOT_READY`` or ``PIG``. ``times``: how many times the fee of each kong is paid. ``left``: the tiles left in the wall, None
    where nobody says.
    """

    __slots__ = ("findings", "flags", "ghosts", "left", "melds", "ready", "shown", "times")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.shown: dict[int, list[int]] = {}
        self.melds: dict[int, list[Meld]] = {}
        self.flags: dict[int, list[list[str]]] = {}
        self.ready: dict[int, int | str] = {}
        self.times: dict[int, list[int]] = {}
        self.ghosts: dict[int, int] = {}
        self.left: int | None = None


class Unreadable(Exception):
    """A tag that cannot be read: what was expected, or what to raise instead."""

    def __init__(self, expected: str = "", raises: FindingTemplate | None = None) -> None:
        super().__init__(expected)
        self.expected = expected
        self.raises = raises


def read(game: GameRules, rules: Rules, round_: Round) -> SheetTags:
    """Read the tags of a round."""
    return _Reader(game, rules, round_).found


class _Reader:
    def __init__(self, game: GameRules, rules: Rules, round_: Round) -> None:
        self.game, self.rules = game, rules
        self.ruleset: Ruleset = game.ruleset(rules)
        self.found = SheetTags()
        readers: Mapping[str, Callable[[int, str], None]] = {
            "Flags": self._flags,
            "Ghosts": self._ghosts,
            "Kongs": self._kongs,
            "Melds": self._melds,
            "Ready": self._ready,
            "Shown": self._shown,
        }
        for name, value in round_.tags.items():
            tag, dot, letter = name.partition(".")
            if name == "Left":
                self._guarded(name, value, None, lambda _, text: self._left(text))
            elif dot and tag in readers:
                self._guarded(name, value, letter, readers[tag])

    def _guarded(self, name: str, value: str, letter: str | None, read_it: Callable[[int, str], None]) -> None:
        """Read one tag; what is wrong with it is a finding before the first move."""
        seats = SEATS[: self.ruleset.seats]
        seat = -1 if letter is None else seats.find(letter) if letter else -1
        try:
            if letter is not None and (seat < 0 or len(letter) != 1):
                raise Unreadable(" ".join(f"{name.partition('.')[0]}.{one}" for one in seats))
            read_it(seat, value)
        except Unreadable as wrong:
            known = seats[seat] if seat >= 0 else None
            tag, words = f'[{name} "{value[:LONGEST]}"]', self.game.rulebook.words
            self.found.findings.append(checks.unreadable(tag, known, wrong.expected, words, wrong.raises))

    def _shown(self, seat: int, text: str) -> None:
        if text == UNKNOWN:
            return
        try:
            shown, _ = held(text) if len(text) <= LONGEST else ([], None)
        except KeyError:
            shown = []
        if not shown:
            raise Unreadable("123m55p?")
        self.found.shown[seat] = shown

    def _melds(self, seat: int, text: str) -> None:
        expected = " ".join(f"{word}:{'345p' if word == 'chi' else '555p'}" for word in WRITTEN)
        melds = []
        for written in text[:LONGEST].split():
            word = written.partition(":")[0]
            if word == "chi" and not self.ruleset.chi:
                raise Unreadable(raises=self.game.no_chi)
            if word not in WRITTEN:
                raise Unreadable(expected)
            try:
                read_one = read_meld(written, self.ruleset)
            except QueryError:
                raise Unreadable(expected) from None
            melds.append(Meld(MELDS[word], read_one.tile, read_one.tiles))
        self.found.melds[seat] = melds

    def _flags(self, seat: int, text: str) -> None:
        known, stay = self.game.flags_of(self.rules), self.ruleset.winners_stay
        wins = text[:LONGEST].split(NEXT_WIN) if stay else [text[:LONGEST]]
        flags = [list(dict.fromkeys(win.split())) for win in wins]
        for index, of_win in enumerate(flags):
            if stay and of_win == [NONE]:
                flags[index] = []
            elif not of_win or any(flag not in known for flag in of_win):
                raise Unreadable(" ".join(known))
        self.found.flags[seat] = flags

    def _ready(self, seat: int, text: str) -> None:
        words = self.game.unready(self.rules) or (NOT_READY,)
        if _VALUE.fullmatch(text):
            self.found.ready[seat] = int(text)
        elif text in words:
            self.found.ready[seat] = text
        elif text != UNKNOWN:
            raise Unreadable(" ".join(("4", *words, UNKNOWN)))

    def _kongs(self, seat: int, text: str) -> None:
        self.found.times[seat] = list(self._numbers(text, "1 2"))

    def _ghosts(self, seat: int, text: str) -> None:
        ghost = self.ruleset.ghost
        most = 0 if ghost is None else self.ruleset.copies[ghost]
        (number,) = self._numbers(text, f"0–{most}", 1)
        if number > most:
            raise Unreadable(f"0–{most}")
        self.found.ghosts[seat] = number

    def _left(self, text: str) -> None:
        most = self.ruleset.wall
        (left,) = self._numbers(text, f"0–{most}", 1)
        if left > most:
            raise Unreadable(f"0–{most}")
        self.found.left = left

    def _numbers(self, text: str, expected: str, many: int = 0) -> Iterator[int]:
        words = text[:LONGEST].split()
        if not words or (many and len(words) != many) or not all(map(_NUMBER.fullmatch, words)):
            raise Unreadable(expected)
        return map(int, words)
