"""Mistakes of players over all their matches, worked out by the workers, and as puzzles that come back until they are right."""

from records.archive.mistakes.puzzles import LEAVE, TAKE, Puzzle, puzzle
from records.archive.mistakes.searching import search, search_of
from records.archive.mistakes.training import (
    answer,
    counts,
    next_mistake,
    of_player,
    rows_of,
    untold_games,
)

__all__ = [
    "LEAVE",
    "TAKE",
    "Puzzle",
    "answer",
    "counts",
    "next_mistake",
    "of_player",
    "puzzle",
    "rows_of",
    "search",
    "search_of",
    "untold_games",
]
