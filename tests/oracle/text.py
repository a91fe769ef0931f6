"""The parts of a record as PPN, and a match as it is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from typing import Any

SEATS = "ESWN"


def option_words(options: dict[str, Any], *but: str) -> list[str]:
    """Options as they are written after the preset, but for some."""
    return [f"{name}={written(value)}" for name, value in options.items() if name not in but]


def written(value: Any) -> str:
    """A value of an option."""
    return "none" if value is None else str(value).lower()


def header(number: int, dealer: int, wall: list[str] | None, hands: list[list[str]], tags: dict[str, str] | None = None) -> str:
    """The tags of a round but for its scores."""
    lines = [f'\n[Round "{number}"]', f'[Dealer "{SEATS[dealer]}"]']
    lines += [f'[Wall "{"".join(wall)}"]'] if wall else []
    lines += [f'[Hand.{seat} "{"".join(sorted(hand))}"]' for seat, hand in zip(SEATS, hands, strict=False)]
    lines += [f'[{name} "{value}"]' for name, value in (tags or {}).items()]
    return "\n".join(lines) + "\n"


def scores_text(scores: list[int]) -> str:
    """Seats and signed points."""
    return " ".join(f"{seat}{points:+d}" if points else f"{seat}0" for seat, points in zip(SEATS, scores, strict=False))


@dataclass
class Sheet:
    """What is written down of one round; a forger may change anything in it."""

    dealer: int
    wall: list[str] | None
    hands: list[list[str]]
    moves: list[str]
    scores: list[int] | None
    played: Any
    """The round as it was played."""
    tags: dict[str, str] = field(default_factory=dict)
    times: int = 1
    """How often everything was paid in it."""

    def drawn_from_front(self) -> list[str] | None:
        """The wall of the same round where replacements come off its front too: what was drawn in the order of the moves, then
        the rest."""
        if self.wall is None:
            return None
        off = [move[2:] if move[1] == "+" else move.partition(".ma:")[2] for move in self.moves]  # TBL-12
        drawn = [tiles[at : at + 2] for tiles in off for at in range(0, len(tiles), 2)]
        rest = list(self.wall)
        for tile in drawn:
            rest.remove(tile)
        return drawn + rest

    def text(self, number: int) -> str:
        """The round as PPN."""
        scores = f'[Scores "{scores_text(self.scores)}"]\n' if self.scores else ""
        return f"{header(number, self.dealer, self.wall, self.hands, self.tags)}{scores}{' '.join(self.moves)}\n"


@dataclass
class Match:
    """A match as it is written down."""

    game: str
    options: dict[str, Any]
    rules: str
    """Preset and options as written."""
    sheets: list[Sheet] = field(default_factory=list)
    more_rules: str = ""
    totals: list[int] | None = None
    base: int = 1
    tags: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Match:
        """This match, to be written down otherwise."""
        sheets = [
            replace(
                it,
                wall=it.wall and list(it.wall),
                hands=[list(hand) for hand in it.hands],
                moves=list(it.moves),
                scores=it.scores and list(it.scores),
                tags=dict(it.tags),
            )
            for it in self.sheets
        ]
        return replace(self, sheets=sheets, totals=self.totals and list(self.totals), tags=dict(self.tags))

    def text(self) -> str:
        """The match as PPN."""
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.tags.items())
        base = f'[Base "{self.base}"]\n' if self.base != 1 else ""
        totals = f'[Totals "{scores_text(self.totals)}"]\n' if self.totals else ""
        sheets = self.sheets
        if self.options.get("replacement") == "front":  # MJ-1.4
            sheets = [replace(sheet, wall=sheet.drawn_from_front()) for sheet in sheets]
        rounds = "".join(sheet.text(number) for number, sheet in enumerate(sheets, 1))
        return f'[PPN "1"]\n[Game "{self.game}"]\n[Rules "{self.rules}{self.more_rules}"]\n{base}{tags}{totals}{rounds}'


def kept(play: Callable[..., Any]) -> Callable[..., Any]:
    """Play the match of a seed once, and give copies of it, which may be written down otherwise."""
    once = lru_cache(100)(play)

    @wraps(play)
    def match(*seed: int, **how: Any) -> Any:
        return once(*seed, **how).copy()

    return match
