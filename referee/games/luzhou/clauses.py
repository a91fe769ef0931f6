"""The clauses of 瀘州鬼麻將 as objects: ``LZG["LZG-2.2"]``."""

from __future__ import annotations

from pathlib import Path

from referee.games.luzhou.options import Options
from referee.mahjong.clauses import MJ
from referee.rulebook import Rulebook

LZG = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
