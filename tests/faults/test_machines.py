"""Machines are lost, the network is cut, the database fails over: in small. ``python -m tests.faults machines`` is the whole."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.faults.machines import FAULTS
from tests.faults.network import check_allowed
from tests.faults.servers import Missing, needs_servers
from tests.proof import proof
from tests.service.service import ROOT

MATCHES, PACE = 500, 1.6
"""As few as last until the last fault."""
PATIENCE = 1200.0


@needs_servers
@proof
def test_accepted_match_is_judged_once_whatever_machine_is_lost() -> None:
    try:
        check_allowed()
    except Missing as reason:
        pytest.skip(f"needs {reason}")
    command = [sys.executable, "-m", "tests.faults", "machines", "--matches", str(MATCHES), "--pace", str(PACE)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    print(ran.stdout, ran.stderr[-20_000:])  # shown where it fails
    assert ran.returncode == 0
    assert len(re.findall(r"^\| [^|]+ \| [\d.]+ \| [\d.–]+ \| [\d.–]+ \|$", ran.stdout, re.M)) == len(FAULTS)
