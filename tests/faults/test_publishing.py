"""Publishing while something is killed, in small: ``python -m tests.faults.publishing`` does it more often."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.publishing import prove
from tests.faults.servers import Server, needs_servers
from tests.proof import proof

TIMES = 4

pytestmark = [proof, needs_servers]


@pytest.mark.parametrize("kind", ["worker", "broker", "database"])
def test_publication_is_made_once_whatever_is_killed(servers: tuple[Path, Server, Server], kind: str) -> None:
    home, database, broker = servers
    report = prove(kind, TIMES, home / f"publishing-{kind}", database, broker)
    assert report.met["pending"] + report.met["running"] > 0, "every publication was there before anything was killed"
    assert report.holds, report
