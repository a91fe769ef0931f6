"""The clauses of 衡陽麻將 as objects: ``HYM["HYM-4.1"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.hengyang.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

HYM = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
