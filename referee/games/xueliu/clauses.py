"""The clauses of 血流成河 as objects: ``XLC["XLC-2.2"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.xueliu.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

XLC = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
