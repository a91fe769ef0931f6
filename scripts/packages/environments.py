"""Environments that hold a wheel, what it asks for by name and version, and nothing else.

What it asks for is not downloaded: the distributions of this environment are linked into the other one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def environment(folder: Path, *wheels: Path) -> Path:
    """Make an environment with these wheels and what they depend on; returns its interpreter."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    there = [_of_wheel(wheel) for wheel in wheels]
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", "--no-compile"]
    # What is importable from elsewhere would count as installed.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([*command, *map(str, wheels)], check=True, env=clean)
    (site,) = (folder / "lib").glob("python*/site-packages")
    known: set[str] = {canonicalize_name(one.metadata["Name"]) for one in there}
    for needed in _needed(there, known):
        _link(needed, site)
    return python


def _of_wheel(wheel: Path) -> Distribution:
    """The metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (info,) = [name.partition("/")[0] for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    return PathDistribution(zipfile.Path(wheel, f"{info}/"))


def _needed(there: list[Distribution], known: set[str]) -> Iterator[Distribution]:
    """What distributions ask for, and what that asks for in turn, once each. Raises AssertionError for another version."""
    waiting = [(one, frozenset[str]()) for one in there]
    while waiting:
        asking, extras = waiting.pop()
        for text in asking.requires or ():
            asked = Requirement(text)
            environments = [{"extra": extra} for extra in ("", *extras)]
            if asked.marker and not any(map(asked.marker.evaluate, environments)):
                continue
            name = canonicalize_name(asked.name)
            if name in known and not asked.extras:
                continue
            found = next((one for one in there if canonicalize_name(one.metadata["Name"]) == name), None) or distribution(name)
            assert asked.specifier.contains(found.version, prereleases=True), f"{asked} is asked for, {found.version} is there"
            waiting.append((found, frozenset(asked.extras)))
            if name not in known:
                known.add(name)
                yield found


def _link(found: Distribution, site: Path) -> None:
    """Link the files and folders of a distribution into an environment."""
    names = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
    for name in sorted(names):
        source, target = Path(str(found.locate_file(name))).resolve(), site / name
        if not target.exists():
            target.symlink_to(source, target_is_directory=source.is_dir())
