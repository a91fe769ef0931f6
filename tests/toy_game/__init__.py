"""A whole game in a folder, to be dropped beside the games: ``toss`` has a code, verbs, seats, words and a phase of its own.

The folder is copied to a temporary place and found there, as it would be in ``referee/games``; no other file knows of it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path

from referee.core import registry

TOSS = Path(__file__).parent / "toss"

TEXT = """[PPN "1"]
[Game "toss"]
[Totals "P-2 Q+5 R-3"]

[Round "1"]
[Leader "P"]
[Hand.P "34"]
[Hand.Q "45"]
[Hand.R "35"]
[Scores "P-2 Q+5 R-3"]
P.xia:2 Q.xia:1 R.xia:3 P.han:da P:4 Q:5 R:5
"""
"""A clean record of it."""


def environment(place: Path) -> dict[str, str]:
    """What makes a process of Python have the toy game among the games from its start, out of this place."""
    shutil.copytree(TOSS, place / "games" / "toss", ignore=shutil.ignore_patterns("__pycache__"))
    begin = f"from importlib import import_module\nimport_module({registry.HOME!r}).__path__.append({str(place / 'games')!r})\n"
    (place / "sitecustomize.py").write_text(begin, encoding="utf-8")
    return {"PYTHONPATH": str(place)}


@contextmanager
def dropped(place: Path) -> Iterator[None]:
    """The toy game among the games, out of this place, as long as the context is open."""
    shutil.copytree(TOSS, place / "toss", ignore=shutil.ignore_patterns("__pycache__"))
    home = import_module(registry.HOME)
    home.__path__.append(str(place))
    invalidate_caches()
    registry.games.cache_clear()
    try:
        yield
    finally:
        home.__path__.remove(str(place))
        for name in [name for name in sys.modules if name.startswith(f"{registry.HOME}.toss")]:
            del sys.modules[name]
        registry.games.cache_clear()
