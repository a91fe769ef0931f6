"""The folder of the offline pages: small, served by its own script, and at work when that is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts.offline.__main__ import compressed
from scripts.up import ROOT, a_free_port
from tests.frontend.browser import new_page
from tests.frontend.offline_engine import ANSWERED, KEPT_ALL, PATIENCE, START_PAGE
from tests.proof import proof

MOST = 8_000_000
"""Bytes that a first visit may load, compressed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("offline") / "folder"
    subprocess.run([sys.executable, "-m", "scripts.offline", str(made)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return made


@pytest.fixture
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The folder's own server, and where it says that it is."""
    command = [sys.executable, str(folder / "start.py"), str(a_free_port()), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server, server.stdout.readline().split()[0]
        server.kill()


@proof
def test_folder_is_small_and_names_nothing_outside(folder: Path) -> None:
    assert compressed(folder) < MOST
    for path in (*folder.glob("*.html"), folder / "parts.json", folder / "app.webmanifest", folder / "worker.js"):
        text = path.read_text(encoding="utf-8")
        assert '"/' not in text, f"{path.name} may lie at any address"
        assert "http://" not in text.replace("http://www.w3.org/", "")
    for part in json.loads((folder / "parts.json").read_text(encoding="utf-8"))["parts"]:
        assert (folder / part["address"]).stat().st_size == part["bytes"]
    assert {"LICENSE", "pyodide.LICENSE", "READ-ME.txt", "start.sh", "start.bat"} <= {path.name for path in folder.iterdir()}


@proof
def test_pages_of_the_folder_work_when_its_server_is_gone(chromium: Browser, started: tuple[subprocess.Popen[str], str]) -> None:
    server, address = started
    with new_page(chromium, locale="en-US") as page:
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.wait_for_url("**/en.html*")
        page.evaluate(START_PAGE)
        page.evaluate(KEPT_ALL)
        server.kill()
        server.wait()
        page.goto(address)
        page.wait_for_url("**/en.html*")
        assert page.evaluate(ANSWERED) == "D"
