"""Texts that are as heavy as a text can be, sent by anybody, delay nobody and take no web process with them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.people import CLEAN
from tests.proof import slow
from tests.service.service import Service, wait_for

pytestmark = slow

AT_ONCE = 8
ROUNDS = b"".join(b'[Round "%d"]\n' % number for number in range(1, 501))
HOSTILE = (b'[PPN "1"]\n[Game "gouji"]\n' + ROUNDS) * 35
"""A quarter of a MiB: matches of 500 empty rounds, each with its findings."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service with the two web processes of a deployment."""
    service = Service(tmp_path)
    try:
        service.prepare()
        service.web("--workers", "2", "--threads", "12")
        yield service
    finally:
        service.close()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for task in Path(f"/proc/{process}/task").iterdir() for word in (task / "children").read_text().split()]


def spent(process: int, *, by_children: bool = False) -> int:
    """Ticks of CPU that a process has taken, or its children that have ended."""
    figures = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return sum(map(int, figures[13:15] if by_children else figures[11:13]))


def test_heavy_texts_at_once_are_judged_outside_of_the_web_processes_which_answer_others(service: Service) -> None:
    home = f"http://127.0.0.1:{service.port}"
    [master] = service.processes
    web = wait_for(lambda: children(master.pid), "the web processes")
    assert service.request("POST", "verify", CLEAN)[0] == 200
    before = sum(map(spent, web))
    with ThreadPoolExecutor(AT_ONCE) as clients:
        heavy = [clients.submit(service.request, "POST", "verify", HOSTILE) for _ in range(2 * AT_ONCE)]
        for _ in range(3):
            assert service.request("POST", "verify", CLEAN)[0] == 200
            assert service.request("GET", f"{home}/healthz")[0] == 200
            assert service.request("GET", "games")[0] == 200
        answers = [one.result() for one in heavy]
    # The first is judged at once. How many of the others get a turn in time depends on the machine.
    assert 200 in {status for status, _ in answers}
    assert {(status, told["code"]) for status, told in answers if status != 200} <= {(503, "busy")}
    assert set(children(master.pid)) == set(web), "a web process was replaced"
    judging = sum(spent(child) for process in web for child in children(process))
    assert sum(map(spent, web)) - before < judging + sum(spent(process, by_children=True) for process in web)
