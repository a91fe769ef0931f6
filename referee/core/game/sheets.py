"""Score sheets: rounds of which only the results were written down. What they have in common in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from referee.core.game.agreed import PAY
from referee.core.game.protocol import Play
from referee.core.game.rulings import fine
from referee.core.record import Round
from referee.core.verdict import JSON, Finding
from referee.rulebook import CORE, Rules
from referee.rulebook.clauses import Words

SHEET: Final = "sheet"
"""The ``Kind`` of a round that tells what came of it, without its moves …"""
SCORES: Final = "scores"
"""… and of one that has its scores alone."""

BAD_SHEET: Final = CORE["PPN-9"].raises("bad-sheet")
SUM: Final = CORE["PPN-7"].raises("score-mismatch")
STATED: Final = CORE["PPN-9"]
"""The clause of what is settled by the scores that stand on a sheet."""


class Unchecked(NamedTuple):
    """Something that was taken on a sheet's word: what it is, whose, and at which move (0: of the round as a whole)."""

    what: str
    seat: str | None = None
    move: int = 0

    def as_dict(self) -> dict[str, JSON]:
        return {"what": self.what, "seat": self.seat, "move": self.move}


@runtime_checkable
class MakesSheets(Protocol):
    """A game whose rounds can be written as score sheets."""

    def sheet(self, rules: Rules, round_: Round, play: Play) -> Round:
        """A round of moves as a score sheet: what came of them, with the tags of a sheet; its number, header, scores and people
        are those of the round. ``play`` has replayed all of its moves and is finished."""


def kind_of(round_: Round) -> str:
    """The kind of score sheet that a round is; empty for a record of moves."""
    kind = round_.tags.get("Kind", "")
    return kind if kind in (SHEET, SCORES) else ""


def checked(kind: str, hands: bool, unchecked: Iterable[Unchecked]) -> dict[str, JSON]:
    """What a verdict says was checked of a score sheet."""
    ordered = sorted(unchecked, key=lambda one: (one.move, one.what))
    return {"hands": hands, "wall": False, "kind": kind, "unchecked": [one.as_dict() for one in ordered]}


def stated_scores(
    round_: Round, sides: Sequence[str], words: Words, banked: Callable[[int], bool]
) -> tuple[list[Finding], Mapping[str, int] | None]:
    """The scores of a round that has nothing else, with what is wrong with them: a side that is missing, moves beside them, a sum
    that is neither zero nor what the fines leave, nor short of either by points that the game may have ``banked`` (PPN-7,
    PPN-9)."""
    found: list[Finding] = []
    bad_sheet = BAD_SHEET.in_words(words)
    for number, move in enumerate(round_.moves, 1):
        if move.verb not in ("fa", PAY):
            found.append(bad_sheet.finding({"reason": "moves"}, number, move.seat, move.token))
            break
    scores = round_.scores
    if scores is None or set(scores) != set(sides):
        actual = "" if scores is None else " ".join(scores)
        found.insert(0, bad_sheet.finding({"expected": " ".join(sides), "actual": actual or "[Scores]"}))
        return found, None
    total, fines = sum(scores.values()), sum(fine(move.text) for move in round_.moves if move.verb == "fa")
    if not any(total == left or total < left and banked(left - total) for left in (0, -fines)):
        found.append(SUM.in_words(words).finding({"expected": 0, "actual": total, "reason": "sum"}, len(round_.moves)))
    return found, scores
