"""The engine as a package for npm: what is in it, and that what its page says runs and gives the verdicts of this engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import schemas, wording
from scripts import vendor_pyodide
from scripts.packages import javascript
from tests.golden import records
from tests.proof import proof

PACKAGE: dict[str, Any] = json.loads((javascript.HOME / "package.json").read_text(encoding="utf-8"))
ENVIRON = {**os.environ, "PATH": f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"}
MOST_BYTES = 700_000
"""Of the package as it is sent, without Pyodide."""
JUDGE = """
import { readFileSync } from "node:fs";
import { RefereeError, loadReferee } from "referee-js";
const referee = await loadReferee();
const [question, ...files] = process.argv.slice(2);
try {
  referee.score(JSON.parse(question));
} catch (error) {
  console.log(JSON.stringify([error instanceof RefereeError, error.code, error.field, error.messages]));
}
console.log(JSON.stringify([referee.version]));
for (const file of files) console.log(JSON.stringify(referee.verify(readFileSync(file))));
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has installed the package, packed as npm sends it, and the Pyodide that it asks for."""
    folder = tmp_path_factory.mktemp("project")
    javascript.put_together(folder / "package")
    subprocess.run(["npm", "pack", "--silent", "--pack-destination", folder], cwd=folder / "package", env=ENVIRON, check=True)
    (packed,) = folder.glob("*.tgz")
    assert packed.stat().st_size < MOST_BYTES
    with tarfile.open(packed) as archive:
        archive.extractall(folder / "node_modules", filter="data")
    (folder / "node_modules" / "package").rename(folder / "node_modules" / "referee-js")
    pyodide = folder / "node_modules" / "pyodide"
    shutil.copytree(vendor_pyodide.VENDOR, pyodide)
    described = {"name": "pyodide", "version": vendor_pyodide.VERSION, "exports": "./pyodide.mjs"}
    (pyodide / "package.json").write_text(json.dumps(described), encoding="utf-8")
    return folder


def run(project: Path, script: str, *arguments: str | Path) -> list[str]:
    """The lines that a script of the project prints."""
    path = project / "script.mjs"
    path.write_text(script, encoding="utf-8")
    ran = subprocess.run(["node", path, *arguments], cwd=project, env=ENVIRON, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_package_has_the_version_of_the_engine_and_of_the_pages_pyodide() -> None:
    assert PACKAGE["version"] == referee.ENGINE_VERSION
    assert PACKAGE["dependencies"] == {"pyodide": vendor_pyodide.VERSION}


@proof
def test_package_has_what_it_exports_and_nothing_else(project: Path) -> None:
    home = project / "node_modules" / "referee-js"
    there = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert there == {*javascript.OWN, "LICENSE", "engine.js", "python.js", *(f"schemas/{name}.json" for name in schemas.NAMES)}
    exported = {part for one in PACKAGE["exports"].values() for part in (one.values() if isinstance(one, dict) else [one])}
    assert {part.removeprefix("./") for part in exported if "*" not in part} <= there


@proof
def test_example_of_its_page_runs_as_it_stands(project: Path) -> None:
    (example,) = re.findall(r"```js\n(.*?)```", (javascript.HOME / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    lines = run(project, example)
    assert lines[0] == "flagged { E: 96, S: -32, W: -32, N: -32 }"
    assert lines[1].startswith("12:1 MJ-6.3 The scores of this round are wrong")
    assert lines[-1].startswith("1 [ { code: 'pinghu'")


@proof
def test_package_gives_the_verdicts_of_this_engine(project: Path) -> None:
    some = records()[::12]
    refused, version, *said = run(project, JUDGE, '{"game": "sichuan"}', *some)
    assert json.loads(refused)[:2] == [True, "refused"]
    assert json.loads(version) == [referee.ENGINE_VERSION]
    for path, line in zip(some, said, strict=True):
        (record,) = referee.parse_file(path.read_bytes())
        verdict = wording.verdict_with_names(referee.verify(record).as_dict(), record, ["zh", "en"])
        assert json.loads(line) == [json.loads(json.dumps(verdict))], path
