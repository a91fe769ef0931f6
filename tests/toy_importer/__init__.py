"""A whole importer in a folder, to be dropped beside the importers: ``tally`` reads lines of scores. No other file knows it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path

from referee.core import conversion

TALLY = Path(__file__).parent / "tally"
TEXT = b"tally sichuan\n1 E 3 -3 0 0\n2 S 0 0 4 -4\n"
"""A file of its format."""
PPN = """[PPN "1"]
[Game "sichuan"]
[Converted "tally"]
[Unknown "play: all_of_it"]

[Round "1"]
[Dealer "E"]
[Scores "E+3 S-3 W0 N0"]
[Kind "scores"]

[Round "2"]
[Dealer "S"]
[Scores "E0 S0 W+4 N-4"]
[Kind "scores"]
"""
"""What it is converted to."""


@contextmanager
def dropped(place: Path) -> Iterator[None]:
    """The toy importer among the importers, out of this place, as long as the context is open."""
    shutil.copytree(TALLY, place / "tally", ignore=shutil.ignore_patterns("__pycache__"))
    home = import_module(conversion.HOME)
    home.__path__.append(str(place))
    invalidate_caches()
    conversion.importers.cache_clear()
    try:
        yield
    finally:
        home.__path__.remove(str(place))
        for name in [name for name in sys.modules if name.startswith(f"{conversion.HOME}.tally")]:
            del sys.modules[name]
        conversion.importers.cache_clear()
