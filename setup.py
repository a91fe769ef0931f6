"""Compiles the engine's modules that need speed with mypyc if ``REFEREE_COMPILED=1`` is set; else the package is plain Python.

The same sources either way. What is compiled is what every move or every round of a record goes through; the command line,
rulebooks and what answers questions about single hands stay as they are.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
COMPILED = os.environ.get("REFEREE_COMPILED") == "1"
HOT = (
    "core/record.py",
    "core/verdict.py",
    "core/game/round_referee.py",
    "core/replay.py",
    "notation/**/*.py",
    "mahjong/**/*.py",
    "games/**/*.py",
)
PLAIN = {
    "notation": {"__init__", "converters", "errors", "foreign", "json_form", "source_places", "split", "stream"},
    "mahjong": {"__init__", "analysis", "distance", "open_round", "play", "rulebook", "sheet"},
    "games": {"__init__", "analysis", "families", "frames", "offers", "open_round", "play", "rulebook", "sheets"},
}
"""Modules and folders that stay plain: plays, which are asked once a round, and what is seldom asked."""


def hot_modules() -> list[str]:
    """The modules that are compiled, as paths from here."""
    referee = HERE / "referee"
    found = sorted(path.relative_to(referee) for pattern in HOT for path in referee.glob(pattern))
    return [
        f"referee/{path.as_posix()}" for path in found if PLAIN.get(path.parts[0], set()).isdisjoint(path.with_suffix("").parts)
    ]


def extensions() -> list[object]:
    """What is to be built: nothing, unless a compiled engine is asked for. Who asks what a build requires has no mypyc yet."""
    if not COMPILED or "egg_info" in sys.argv:
        return []
    from mypyc.build import mypycify

    # The project's own configuration reads Django's settings, which the engine knows nothing of.
    return list(
        mypycify(["--config-file=", "--strict", *hot_modules()], opt_level=os.environ.get("REFEREE_OPT", "2"), debug_level="0")
    )


setup(ext_modules=extensions(), setup_requires=["mypy[mypyc]>=2.4"] if COMPILED else [])
