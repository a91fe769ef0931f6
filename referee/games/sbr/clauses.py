"""The clauses of SBR as objects: ``SBR["SBR-2.3"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.sbr.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

SBR = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
