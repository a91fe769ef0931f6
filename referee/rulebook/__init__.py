"""Rules as data: the clauses, options and presets of a game, read from its ``rules.toml`` and checked at load.

``CORE`` holds the clauses that all records share (``PPN-*``); a game's rulebook is loaded upon it, or upon a core of
its own kind that was. Nothing here knows a game, a tile or a card: their names are words of a rulebook.
"""

from __future__ import annotations

from pathlib import Path

from referee.rulebook.book import Rulebook
from referee.rulebook.clauses import Clause, FindingTemplate
from referee.rulebook.options import Option, Options, Preset, Value
from referee.rulebook.rules import Rules, UnsupportedOptions
from referee.rulebook.toml import RulebookError
from referee.rulebook.verbs import Verb

CORE = Rulebook.load(Path(__file__).parent.parent / "rules.toml")
"""What every record is held to, whatever the game."""

__all__ = [
    "CORE",
    "Clause",
    "Option",
    "Options",
    "Preset",
    "FindingTemplate",
    "Rulebook",
    "RulebookError",
    "Rules",
    "UnsupportedOptions",
    "Value",
    "Verb",
]
