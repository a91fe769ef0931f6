"""The two distributions: what they say of themselves, what is in them, and that each works where nothing else is installed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import referee
from scripts import packages
from scripts.packages import environment
from tests.golden import HOME
from tests.proof import proof


class Built(NamedTuple):
    """Both distributions, each as sources and as a wheel."""

    engine: Path
    engine_wheel: Path
    service: Path
    service_wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    target = tmp_path_factory.mktemp("dist")
    packages.build_engine(target)
    packages.build_service(target)
    (engine,), (service,) = target.glob("referee-*.tar.gz"), target.glob("referee_service-*.tar.gz")
    (engine_wheel,), (service_wheel,) = target.glob("referee-*.whl"), target.glob("referee_service-*.whl")
    return Built(engine, engine_wheel, service, service_wheel)


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def in_checkout(*folders: str) -> set[str]:
    """The files of these folders that a distribution has, by their paths."""
    found = [path for folder in folders for path in (packages.ROOT / folder).rglob("*") if path.is_file()]
    return {
        path.relative_to(packages.ROOT).as_posix()
        for path in found
        if "__pycache__" not in path.parts and path.suffix not in (".md", ".so", ".pyc")
    }


def in_wheel(wheel: Path) -> set[str]:
    """What a wheel puts into an environment, but for what it says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def in_sources(archive: Path) -> set[str]:
    with tarfile.open(archive) as opened:
        names = [member.name.partition("/")[2] for member in opened if member.isfile()]
    return {name for name in names if ".egg-info/" not in name}


def said(command: list[str | Path], folder: Path, **environ: str) -> str:
    """What a program of an environment prints; it knows nothing of this one."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    ran = subprocess.run(command, cwd=folder, env={**kept, **environ}, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_conformance_suite_is_a_folder_that_needs_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(packages.build_conformance(tmp_path / "dist")) as archive:
        archive.extractall(tmp_path)
    assert (tmp_path / "conformance" / "schemas" / "verdict-1.json").is_file()
    program = f"{shlex.quote(sys.executable)} -P -m referee entrant"
    asked: list[str | Path] = [sys.executable, "-m", "conformance", "--program", program, "--game", "ppn"]
    assert "ppn" in said(asked, tmp_path)


def test_distributions_have_one_version() -> None:
    engine, service = project(packages.ROOT)["project"], project(packages.SERVICE)["project"]
    assert engine["version"] == service["version"] == referee.ENGINE_VERSION
    assert f"referee=={referee.ENGINE_VERSION}" in service["dependencies"]


def test_engine_asks_for_nothing_of_the_service() -> None:
    asked = project(packages.ROOT)["project"]["dependencies"]
    assert [one.partition(">")[0] for one in asked] == ["mypy-extensions", "rich"]


@proof
def test_engine_has_all_of_its_folder_and_nothing_else(built: Built) -> None:
    assert in_wheel(built.engine_wheel) == in_checkout("referee")
    beside = {"LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg", "setup.py"}
    assert in_sources(built.engine) == in_checkout("referee") | beside


@proof
@pytest.mark.parametrize(("compiled", "asked"), [("0", "[]"), ("1", "['mypy[mypyc]>=2.4']")])
def test_sources_ask_for_the_compiler_where_a_compiled_engine_is_wanted(
    built: Built, tmp_path: Path, compiled: str, asked: str
) -> None:
    with tarfile.open(built.engine) as archive:
        archive.extractall(tmp_path, filter="data")
    # The environment in which this is asked has setuptools alone.
    asking = (
        "import sys; sys.modules['mypyc'] = None; from setuptools import build_meta as b; print(b.get_requires_for_build_wheel())"
    )
    (sources,) = tmp_path.iterdir()
    lines = said([sys.executable, "-c", asking], sources, REFEREE_COMPILED=compiled).splitlines()
    assert lines[-1] == asked


@proof
def test_service_has_all_of_its_folders_and_nothing_else(built: Built) -> None:
    assert in_wheel(built.service_wheel) == in_checkout(*packages.FOLDERS)
    beside = {"LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg"}
    assert in_sources(built.service) == in_checkout(*packages.FOLDERS) | beside


@proof
def test_engine_alone_gives_the_golden_verdicts_and_brings_no_django(built: Built, tmp_path: Path) -> None:
    packages.smoke(built.engine_wheel)
    python = environment(tmp_path / "venv", built.engine_wheel)
    verdict = said([python.parent / "referee", "verify", "--lang", "en", HOME / "sichuan" / "clean-01.ppn"], tmp_path)
    assert verdict.startswith("clean")


@proof
def test_service_installed_with_what_it_asks_for_passes_its_checks(built: Built, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", built.engine_wheel, built.service_wheel)
    environ = {"REFEREE_VAR": str(tmp_path / "var"), "STATIC_ROOT": str(tmp_path / "static")}
    assert "no issues" in said([python.parent / "referee-service", "check"], tmp_path, **environ)
