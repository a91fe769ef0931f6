"""The clauses of 四川麻將 as objects: ``SCM["SCM-2.2"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.sichuan.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

SCM = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
