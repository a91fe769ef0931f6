"""Mistakes as puzzles: what was to be chosen, which choices are right, and what was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from records.archive import matches
from records.archive.mistakes.models import Mistake

TAKE, LEAVE = "take", "leave"
"""The answers where a win, a claim or a kong was offered."""


class Puzzle(NamedTuple):
    """A mistake as a puzzle: the table as its seat saw it, and what the engine's review says of the choice.

    ``frames``: the round up to the choice, with nothing that came later. ``tiles``: the tiles of the hand, the one just drawn
    last; ``answers``: what may be chosen. ``choices``: of a discard, all, the best first; ``chance``: else what was offered.
    """

    mistake: Mistake
    frames: list[dict[str, Any]]
    tiles: list[str]
    answers: list[str]
    played: str
    choices: list[dict[str, Any]]
    chance: dict[str, Any]

    @property
    def has_drawn(self) -> bool:
        """Whether the last of the tiles was just drawn; none was at the deal and after a claim."""
        return bool(_first(self.frames[-1]["seats"], seat=self.mistake.seat)["drawn"])

    @property
    def best(self) -> list[str]:
        """The answers that are right."""
        return [TAKE] if self.chance else best_discards(self.choices)


def puzzle(mistake: Mistake) -> Puzzle:
    """The puzzle of a mistake. Raises LookupError where this engine says nothing of it any more."""
    match, seat = mistake.match, mistake.seat
    review = matches.review(match, mistake.round, seat)
    discards = mistake.what == Mistake.What.DISCARD
    frames = matches.frames(match, mistake.round, seat)[: mistake.move - discards + 1]
    hand = _first(frames[-1]["seats"], seat=seat)
    hand["waits"] = []  # what the hand waits for is for the reader to see
    tiles = [*hand["hand"], *([hand["drawn"]] if hand["drawn"] else [])]
    if discards:
        turn = _first(review["turns"], move=mistake.move, seat=seat)
        answers = [choice["discard"] for choice in turn["choices"]]
        return Puzzle(mistake, frames, tiles, answers, turn["tile"], turn["choices"], {})
    chance = _first(review["missed"], move=mistake.move, seat=seat, what=mistake.what)
    return Puzzle(mistake, frames, tiles, [TAKE, LEAVE], LEAVE, [], chance)


def best_discards(choices: Sequence[Mapping[str, Any]]) -> list[str]:
    """The discards that cost nothing beside the others, as the engine weighs them: the nearest to ready, and of these none with
    fewer live tiles than another that wins no less."""
    nearest = [one for one in choices if one["distance"] == choices[0]["distance"]]
    return [
        one["discard"]
        for one in nearest
        if one["live"] >= max(other["live"] for other in nearest if (other["value"] or 0) >= (one["value"] or 0))
    ]


def _first(rows: Iterable[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    for row in rows:
        if all(row[name] == value for name, value in wanted.items()):
            return row
    raise LookupError(f"the review says nothing of {wanted}")
