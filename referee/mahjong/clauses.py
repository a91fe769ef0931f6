"""The clauses that the mahjong games share, as objects: ``MJ["MJ-2.2"]``. An unknown number fails at import."""

from __future__ import annotations

from pathlib import Path

from referee.mahjong.options import Options
from referee.rulebook import CORE, Rulebook

MJ = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
