"""The limits of the notation: sizes of files, matches and values."""

from typing import Final

FILE_BYTES: Final = 16 * 1024 * 1024
MATCHES: Final = 10_000
ROUNDS: Final = 500
MOVES: Final = 2_000
TAG_BYTES: Final = 4 * 1024
DIGITS: Final = 18
"""Of points, and of the value that a win claims; a number with more is none."""
