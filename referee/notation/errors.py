"""The error for text that is not PPN: its place, the token, and what was expected, in zh and en."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from referee.core.texts import Texts

if TYPE_CHECKING:
    from referee.notation.source_places import SourcePlace

Text = Mapping[str, str]

SYNTAX, TOO_LARGE = "syntax", "too-large"
TEXTS: Final = Texts(__file__)


class NotationError(ValueError):
    """Raised for text that cannot be read. ``line`` and ``column`` count from 1; ``sha256`` is that of the raw text.
    ``source_place`` is the place in a file that is converted, as its own users name it."""

    def __init__(
        self, code: str, line: int, column: int, token: str, expected: Text, message: Text | None = None, sha256: str = ""
    ) -> None:
        self.code = code
        self.line = line
        self.column = column
        self.token = token
        self.expected = expected
        self.message: Text = message or TEXTS("found", line=line, column=column, token=token, expected=expected)
        self.sha256 = sha256
        self.source_place: SourcePlace | None = None
        super().__init__(self.message["en"])

    @property
    def refusal(self) -> str:
        """The code with which a service refuses such a file."""
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        """It travels to other processes whole."""
        said = (self.code, self.line, self.column, self.token, self.expected, self.message, self.sha256)
        return type(self), said, {"source_place": self.source_place}


def too_large(line: int, column: int, what: Text, most: int, actual: int) -> NotationError:
    """The error for exceeding a limit of the notation."""
    expected = {language: f"{what[language]} ≤ {most:,}" for language in what}
    message = TEXTS("too-many", line=line, column=column, what=what, most=most, actual=actual)
    return NotationError(TOO_LARGE, line, column, str(actual), expected, message)
