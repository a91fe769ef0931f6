"""The error of a file that is not converted: what it has that no record here can say, with its place in the file."""

from __future__ import annotations

from typing import Final

from referee.notation.errors import SYNTAX, GameNotToldError, NotationError, Text

TOKEN: Final = 60
"""Characters of what stands in a file that are repeated in an error."""


def refused(where: Text, token: object, expected: Text, *, line: int = 1, column: int = 1) -> NotationError:
    """The error of what stands at a place: ``where`` names it as the format's own users would (a line, a cell, the number of an
    event), ``expected`` is what could be converted there."""
    said = token if isinstance(token, str) else repr(token)
    said = said if len(said) <= TOKEN else said[: TOKEN - 1] + "…"
    message = {
        "zh": f"{where['zh']}：讀到「{said}」，應為{expected['zh']}。不猜測，因此沒有轉換。",
        "en": f"{where['en']}: found “{said}”, expected {expected['en']}. Nothing is guessed, so it was not converted.",
    }
    return NotationError(SYNTAX, line, column, said, expected, message)


def game_not_told(where: Text, token: object, tells: Text, *, line: int = 1, column: int = 1) -> NotationError:
    """The error of a match of which nobody says what game it is; ``tells`` is where the file could say it."""
    expected = {
        "zh": f"{tells['zh']}，或與檔案一起說明的遊戲（上傳時選擇，或 --game）",
        "en": f"{tells['en']}, or the game told beside the file (chosen when it is uploaded, or --game)",
    }
    error = refused(where, token, expected, line=line, column=column)
    return GameNotToldError(error.code, line, column, error.token, expected, error.message)


def at_line(number: int) -> Text:
    """A line of a file as a place."""
    return {"zh": f"第 {number} 行", "en": f"Line {number}"}
