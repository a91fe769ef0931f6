"""Golden records: matches with the verdicts that the referee must give, byte for byte.

``python -m tests.golden`` writes the verdicts anew; a change in one is then a change to be read and explained.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import referee
from referee.core.registry import find
from referee.core.verdict import Verdict
from referee.mahjong.game import MahjongGame

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


@cache
def judged(path: Path) -> list[Verdict]:
    """The verdicts on a file's matches."""
    return [referee.verify(record) for record in referee.parse_file(path.read_bytes())]


def verdicts_of(path: Path) -> str:
    """The same as they are written, one after the other."""
    return "".join(_written(verdict.as_dict()) for verdict in judged(path))


def golden_of(path: Path) -> str:
    """The verdicts that they must get. One on an unknown game names the games there were: those that there are stand for them."""
    text = path.with_suffix(".json").read_text(encoding="utf-8")
    if path.stem != "unknown-game":
        return text
    verdict = json.loads(text)
    (finding,) = verdict["findings"]
    known, games_now = finding["expected"], [game.id for game in referee.games()]
    finding["expected"], finding["data"]["expected"] = games_now, ", ".join(games_now)
    finding["message"] = {
        language: message.replace(", ".join(known), ", ".join(games_now)) for language, message in finding["message"].items()
    }
    return _written(verdict)


def _written(verdict: Any) -> str:
    return json.dumps(verdict, ensure_ascii=False, indent=1) + "\n"
