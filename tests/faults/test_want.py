"""What the service needs is taken away for a while, again and again: nothing is lost, twice or stuck."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.kills import WANTS
from tests.faults.proof import prove
from tests.faults.servers import Missing, Server, needs_servers
from tests.proof import proof

MATCHES = int(os.environ.get("FAULT_MATCHES", "200"))

pytestmark = needs_servers


@proof
@pytest.mark.parametrize("kind", WANTS)
def test_accepted_match_is_judged_once_whatever_is_wanting(servers: tuple[Path, Server, Server], kind: str) -> None:
    home, database, broker = servers
    try:
        report = prove(kind, MATCHES, home / kind, database, broker, pause=2, batch=50)
    except Missing as reason:
        pytest.skip(f"needs {reason}")
    with (home / kind / "celery.log").open(encoding="utf-8") as log:  # what went wrong is shown where the proof fails
        print("".join(line for line in log if '"level": "INFO"' not in line)[-100_000:])
    assert sum(report.kills.values()) > 0, "everything was done before anything was taken away: give it more"
    assert report.holds, report
