"""Machines are lost, the network is cut, the database fails over: in small. ``python -m tests.faults machines`` is the whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.machines import FAULTS
from tests.faults.network import check_allowed
from tests.faults.servers import Missing, needs_servers
from tests.proof import proof, slow
from tests.service.service import ROOT, wait_for

MATCHES = 1000
PATIENCE = 1200.0

WORLD = """
import subprocess, sys, time, urllib.error, urllib.request
from tests.faults.network import Network

network = Network(["one"])
one = network.machines["one"]
serving = [*one.enter, sys.executable, "-m", "http.server", "8000", "--bind", one.address, "--directory", sys.argv[1]]

def is_reached(patience):
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://{one.address}:8000/nothing", timeout=2)
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.1)
    return False

subprocess.Popen(serving, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seen = [is_reached(60)]
network.cut(["one"])
seen.append(is_reached(3))
network.heal(["one"])
seen.append(is_reached(60))
network.lose("one")
network.join("one")
seen.append(is_reached(3))
subprocess.Popen(serving, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seen.append(is_reached(60))
print(*seen, flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def allowed() -> None:
    try:
        check_allowed()
    except Missing as reason:
        pytest.skip(f"needs {reason}")


def is_run(words: str) -> bool:
    """Whether a server with this in its command runs on this machine."""
    lines = subprocess.run(
        ["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()
    return any(words in line and "http.server" in line for line in lines)


@slow
def test_machine_is_reached_until_it_is_cut_off_or_lost_and_ends_with_whoever_made_it(tmp_path: Path) -> None:
    code = f"import sys; from tests.faults.network import run_within; run_within('-c', {WORLD!r}, sys.argv[1])"
    made = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert made.stdout
        assert made.stdout.readline().split() == ["True", "False", "True", "False", "True"]
        assert is_run(f"--directory {tmp_path}")
    finally:
        made.kill()
        made.wait(60)
    wait_for(lambda: not is_run(f"--directory {tmp_path}"), "all processes of the network to be gone")


@needs_servers
@proof
def test_accepted_match_is_judged_once_whatever_machine_is_lost() -> None:
    command = [sys.executable, "-m", "tests.faults", "machines", "--matches", str(MATCHES)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    print(ran.stdout, ran.stderr[-20_000:])  # shown where it fails
    assert ran.returncode == 0
    assert len(re.findall(r"^\| [^|]+ \| [\d.]+ \| [\d.–]+ \| [\d.–]+ \|$", ran.stdout, re.M)) == len(FAULTS)
