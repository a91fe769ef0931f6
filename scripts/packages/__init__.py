"""Builds the two distributions, ``referee`` and ``referee-service``, each as sources and of these alone as a wheel; and the
conformance suite as a folder in a zip file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from conformance import HOME as CONFORMANCE
from conformance import VERSION
from scripts import conformance
from scripts.packages.environments import environment

ROOT: Final = Path(__file__).resolve().parents[2]
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
