"""The clauses of 夠級 as objects: ``GJ["GJ-3.2"]``. An unknown number fails at import."""

from __future__ import annotations

from pathlib import Path

from referee.games.gouji.options import Options
from referee.rulebook import CORE, Rulebook

GJ = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
