"""The compiled engine says, byte for byte, what the plain one says; where none is built there is nothing to compare."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from tests import oracle
from tests.golden import records

HOME = Path(referee.__file__).parent
BUILT = sorted(HOME.rglob("*.so"))
JUDGE = """
import json, pathlib, sys
import referee
for name in sys.argv[1:]:
    for record in referee.parse_file(pathlib.Path(name).read_bytes()):
        print(referee.COMPILED, json.dumps(referee.verify(record).as_dict(), ensure_ascii=False))
"""

pytestmark = pytest.mark.skipif(not referee.COMPILED, reason="the engine is not compiled here (make compiled)")


def said(files: list[str], path: Path) -> list[tuple[str, str]]:
    """What the engine in a folder says of each match, after whether it is compiled."""
    ran = subprocess.run([sys.executable, "-c", JUDGE, *files], cwd=path, capture_output=True, text=True, check=True)
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in ran.stdout.splitlines()]


def test_verdicts_are_the_same(tmp_path: Path) -> None:
    shutil.copytree(HOME, tmp_path / "referee", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    played = []
    for game in oracle.games():
        for seed in range(1, 9):
            played.append(tmp_path / f"{game}-{seed}.ppn")
            played[-1].write_text(oracle.part(game, "match").play_match(seed), encoding="utf-8")
    files = [str(path) for path in (*records(), *played)]
    compiled, plain = said(files, HOME.parent), said(files, tmp_path)
    assert {form for form, _ in compiled} == {"True"}
    assert {form for form, _ in plain} == {"False"}
    assert [verdict for _, verdict in compiled] == [verdict for _, verdict in plain]


@pytest.mark.parametrize("built", BUILT, ids=[str(path.relative_to(HOME)) for path in BUILT])
def test_what_is_compiled_is_what_stands_in_the_source(built: Path) -> None:
    source = built.with_name(built.name.partition(".")[0] + ".py")
    assert built.stat().st_mtime >= source.stat().st_mtime, f"{source} was changed since: make compiled, or make clean"
