"""The frames of a live table as the board draws them, with their texts in the reader's language."""

from __future__ import annotations

from typing import Any

from frontend.i18n.board import document, words_of
from referee.core import registry


def dressed(shown: dict[str, Any]) -> dict[str, Any]:
    """A frame as it is shown, with the sentence for its move and what else the board says of it."""
    if shown["frame"] is None:
        return shown
    return {**shown, "frame": document([shown["frame"]], None)["frames"][0]}


def words(game: str) -> dict[str, Any]:
    """What the board of a game says beside its frames."""
    return words_of(registry.find(game))
