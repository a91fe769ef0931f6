"""Golden records: matches with the verdicts that the referee must give, byte for byte.

``python -m tests.golden`` writes the verdicts anew; a change in one is then a change to be read and explained.
"""

from __future__ import annotations

import json
from pathlib import Path

import referee
from referee.mahjong.game import MahjongGame
from referee.registry import find

HOME = Path(__file__).parent


def records() -> list[Path]:
    """Every golden record."""
    return sorted(HOME.glob("*/*.ppn"))


def games() -> list[str]:
    """The games that have golden records, each by its folder."""
    return sorted({path.parent.name for path in records()})


def of_mahjong() -> list[Path]:
    """The golden records of the games that are played with tiles."""
    return [path for path in records() if isinstance(find(path.parent.name), MahjongGame)]


def verdicts_of(path: Path) -> str:
    """The verdicts on a file's matches, one a line."""
    documents = [referee.verify(record).as_dict() for record in referee.parse_file(path.read_bytes())]
    return "".join(json.dumps(document, ensure_ascii=False, indent=1) + "\n" for document in documents)
