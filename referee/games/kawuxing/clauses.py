"""The clauses of 卡五星 as objects: ``KWX["KWX-2.7"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.kawuxing.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

KWX = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
