"""``python -m scripts.packages``: builds both distributions and the conformance suite in build/dist.

The distributions are ``referee`` and ``referee-service``, each as sources and of these alone as a wheel; the suite is a folder in
a zip file. ``--compiled``: the engine's compiled wheel for this platform too. ``--smoke``: nothing is built, the engine's wheels
that are there are tried.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from conformance import HOME as CONFORMANCE
from conformance import VERSION
from scripts import conformance

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "build" / "dist"
SERVICE: Final = ROOT / "distributions" / "service"
FOLDERS: Final = ("records", "api", "frontend", "config")
"""What the service is made of, beside the engine."""
SMOKE: Final = ROOT / "distributions" / "smoke.py"


def build_engine(target: Path) -> Path:
    """Build the engine's source distribution and its plain wheel; returns the former."""
    _build(ROOT, target)
    (made,) = target.glob("referee-[0-9]*.tar.gz")
    return made


def build_service(target: Path) -> None:
    """Build the service's source distribution and wheel, of the checkout's folders put together."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "*.md"))
        for path in (ROOT / "LICENSE", SERVICE / "pyproject.toml", SERVICE / "README.md"):
            shutil.copy(path, tree)
        (tree / "MANIFEST.in").write_text("".join(f"graft {name}\n" for name in FOLDERS), encoding="utf-8")
        _build(tree, target)


def build_compiled(source: Path, target: Path) -> None:
    """Build the engine's compiled wheel for this interpreter and platform."""
    _build(source, target, "--wheel", REFEREE_COMPILED="1")


def build_conformance(target: Path) -> Path:
    """Put the suite with its runner into a zip file, as a folder that needs nothing else; returns the file."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / CONFORMANCE.name
        shutil.copytree(CONFORMANCE, folder, ignore=shutil.ignore_patterns("__pycache__", "suite", "schemas"))
        conformance.write(folder)
        target.mkdir(parents=True, exist_ok=True)
        return Path(shutil.make_archive(str(target / f"referee-conformance-{VERSION}"), "zip", made))


def smoke(wheel: Path) -> None:
    """Install a wheel of the engine where nothing else is but what it asks for, and have it judge the golden records."""
    with tempfile.TemporaryDirectory() as folder:
        python = environment(Path(folder) / "venv", wheel)
        compiled = ["--compiled"] if sysconfig.get_platform().replace("-", "_") in wheel.name else []
        subprocess.run([python, "-I", SMOKE, ROOT / "tests" / "golden", *compiled], cwd=folder, check=True)


def _build(source: Path, target: Path, *options: str, **environ: str) -> None:
    """Build with the tools of this environment, so that nothing is downloaded."""
    uv = Path(sysconfig.get_path("scripts")) / "uv"
    command: list[str | Path] = [
        uv,
        "build",
        "-q",
        "--offline",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        target,
        *options,
    ]
    # uv takes what versions of its own environment are active for the one to build in.
    clean = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    subprocess.run([*command, source], check=True, env={**clean, "VIRTUAL_ENV": sys.prefix, **environ})


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


def main() -> None:
    """Build, or try what was built."""
    parser = argparse.ArgumentParser(prog="python -m scripts.packages")
    parser.add_argument("--compiled", action="store_true", help="also a compiled wheel of the engine, which takes some minutes")
    parser.add_argument("--smoke", action="store_true", help="only try the wheels that are there")
    chosen = parser.parse_args()
    if chosen.smoke:
        for wheel in sorted(DIST.glob("referee-*.whl")):
            smoke(wheel)
        return
    shutil.rmtree(DIST, ignore_errors=True)
    engine = build_engine(DIST)
    build_service(DIST)
    build_conformance(DIST)
    if chosen.compiled:
        build_compiled(engine, DIST)
    for path in sorted(DIST.glob("referee*")):
        print(f"{path.stat().st_size:>11,}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
