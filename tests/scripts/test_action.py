"""The GitHub action: its own steps, run by the shell that a runner gives them, in a repository of records."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from scripts.packages import ROOT
from tests.golden import HOME
from tests.proof import proof

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = [step for step in ACTION["runs"]["steps"] if "run" in step]


class Job(NamedTuple):
    """A job of a workflow on this machine: its repository, and the environment of its steps."""

    repository: Path
    environ: dict[str, str]

    def run(self, step: dict[str, Any], **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run a step of the action with these inputs, the others as they are if nobody says anything."""
        given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
        environ = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], value)
            for name, value in step.get("env", {}).items()
        }
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return subprocess.run(
            shell, cwd=self.repository, env={**self.environ, **environ}, capture_output=True, text=True, check=False
        )

    @property
    def summary(self) -> str:
        return Path(self.environ["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A repository with three records, beside the action as a runner downloads it, and a Python with tools to install alone."""
    repository, action = tmp_path / "repository", tmp_path / "action"
    (repository / "season" / "may").mkdir(parents=True)
    shutil.copy(HOME / "sichuan" / "clean-01.ppn", repository / "season")
    shutil.copy(HOME / "sichuan" / "three-suits.ppn", repository / "season" / "may" / "table, 1: final.ppn")
    (repository / "broken.ppn").write_text('[PPN "1"]\n[Game sichuan]\n', encoding="utf-8")
    action.mkdir()
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "action.yml"):
        shutil.copy(ROOT / name, action)
    for name in ("referee", "distributions"):
        shutil.copytree(ROOT / name, action / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    venv.create(tmp_path / "python", with_pip=False, symlinks=True)
    (site,) = (tmp_path / "python" / "lib").glob("python*/site-packages")
    (site / "tools.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_FIND_LINKS": ""}
    path = f"{tmp_path / 'python' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    summary = str(tmp_path / "summary.md")
    given = {"GITHUB_ACTION_PATH": str(action), "GITHUB_STEP_SUMMARY": summary, "HOME": str(tmp_path), "PATH": path}
    return Job(repository, {**given, **offline})


@proof
def test_action_installs_itself_and_shows_every_finding_at_its_place(job: Job) -> None:
    install, verify = STEPS
    installed = job.run(install)
    assert installed.returncode == 0, installed.stderr
    ran = job.run(verify)
    assert (ran.returncode, ran.stderr) == (2, "")
    lines = [line for line in ran.stdout.splitlines() if line.startswith("::")]
    assert lines[0].startswith("::error file=broken.ppn,line=2,col=1,title=syntax (PPN-1)::")
    assert lines[1].startswith(
        "::error file=season/may/table%2C 1%3A final.ppn,line=40,col=16,title=three-suits (SCM-2.2)::round 7"
    )
    assert len(lines) == 2
    assert "3 matches judged, 2 flagged or unreadable" in job.summary

    only_clean = job.run(verify, files="season/*.ppn\n\n", language="zh")
    assert (only_clean.returncode, only_clean.stdout[:2]) == (0, "無誤")
    nothing = job.run(verify, files="*.pgn")
    assert (nothing.returncode, nothing.stdout) == (2, "::error::No file has a name like *.pgn.\n")


def test_action_has_a_default_for_every_input_that_its_steps_take() -> None:
    taken = set(re.findall(r"\$\{\{ inputs\.(\w+) \}\}", str(STEPS)))
    assert taken == {name for name, one in ACTION["inputs"].items() if one["default"]}
