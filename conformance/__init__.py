"""A conformance suite for programs that referee Chinese table games, in any language, and the runner that drives them.

``suite/`` holds the entries: records and questions with what must be answered. A release has it; in a checkout
``make conformance`` writes it. ``README.md`` says what has to be equal and what is free, and describes the lines of JSON
that runner and program exchange. The runner wants nothing but Python and knows no game.
"""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).parent
SUITE = HOME / "suite"
VERSION = (HOME / "VERSION").read_text(encoding="utf-8").strip()
PROTOCOL = 1
"""The version of the exchange of lines."""
