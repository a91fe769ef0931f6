"""The limits of files that are converted. They are converted as a whole, unlike records, which are read match by match."""

from typing import Final

BYTES: Final = 4 * 1024 * 1024
"""Of a file, and of what a packed one unpacks to."""
VALUES: Final = 1_000_000
"""Values in JSON; a match of many frames has two hundred thousand."""
OBJECTS: Final = 200_000
"""Objects and arrays in JSON."""
MATCHES: Final = 1_000
"""Matches of a file."""
