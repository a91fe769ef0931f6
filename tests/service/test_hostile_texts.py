"""Texts that are as heavy as a text can be, sent by anybody, delay nobody and leave nothing behind in the web processes."""

from __future__ import annotations

import http.client
import os
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
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
MEBI = 1024 * 1024
PROMPT = 10.0
"""Seconds within which others are answered; on an idle machine it takes hundredths."""
GROWN = 64 * MEBI
"""Bytes that a web process may have grown by: twelve threads with a heap each, connections, the hundreds of pages that it made
meanwhile. It was 35 MiB when measured; judged in the web process itself the same texts took hundreds."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service with the two web processes of a deployment."""
    service = Service(tmp_path)
    try:
        service.prepare()
        service.collect_static()
        service.web("--workers", "2", "--threads", "12")
        yield service
    finally:
        service.close()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for task in Path(f"/proc/{process}/task").iterdir() for word in (task / "children").read_text().split()]


def resident(process: int) -> int:
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def asked(service: Service, method: str, path: str, body: bytes | None = None) -> tuple[int, int, float]:
    """Status, bytes of the answer, and seconds until it was there."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
    connection.request(method, path, body, {"Content-Type": "text/x-ppn"} if body else {})
    with connection.getresponse() as answer:
        size = len(answer.read())
    connection.close()
    return answer.status, size, time.monotonic() - began


def test_heavy_texts_at_once_delay_nobody_and_web_processes_do_not_grow(service: Service) -> None:
    master = service.processes[0].pid
    for _ in range(20):
        assert asked(service, "POST", "/api/v1/verify", CLEAN)[0] == 200
        assert asked(service, "GET", "/rules/sichuan/")[0] == 200
    web = wait_for(lambda: children(master), "the web processes")
    before = {process: resident(process) for process in web}

    statuses: Counter[int] = Counter()
    under_way = threading.Semaphore(0)

    def send() -> None:
        for _ in range(3):
            under_way.release()
            statuses[asked(service, "POST", "/api/v1/verify", HOSTILE)[0]] += 1

    clients = [threading.Thread(target=send) for _ in range(AT_ONCE)]
    for client in clients:
        client.start()
        under_way.acquire()
    waited: dict[str, list[float]] = {"/healthz": [], "/readyz": [], "/rules/sichuan/": [], "/": [], "/api/v1/verify": []}
    while any(client.is_alive() for client in clients):
        for path, times in waited.items():
            status, _, seconds = asked(
                service, "POST" if path == "/api/v1/verify" else "GET", path, CLEAN if "verify" in path else None
            )
            assert status in ((200, 503) if path == "/readyz" else (200,)), path
            times.append(seconds)
    for client in clients:
        client.join()

    print({path: (len(times), round(max(times), 3), round(sorted(times)[len(times) // 2], 4)) for path, times in waited.items()})
    print(dict(statuses), {process: (before[process] // MEBI, resident(process) // MEBI) for process in web})
    assert set(statuses) <= {200, 503}
    assert statuses[200] >= 2
    assert all(max(times) < PROMPT for times in waited.values()), waited
    assert set(children(master)) == set(web), "a web process was replaced"
    assert all(resident(process) - before[process] < GROWN for process in web)


def test_children_end_with_a_web_process_that_is_killed(service: Service) -> None:
    master = service.processes[0].pid
    web = wait_for(lambda: children(master), "the web processes")
    judging = [child for process in web for child in wait_for(lambda process=process: children(process), "children that judge")]
    threading.Thread(
        target=lambda: pytest.raises(OSError, asked, service, "POST", "/api/v1/verify", HOSTILE), daemon=True
    ).start()
    for process in web:
        os.kill(process, 9)
    wait_for(lambda: not any(alive(child) for child in judging), "the children to end")
    wait_for(service.answers, "new web processes")


def alive(process: int) -> bool:
    """Whether a process runs: one that nobody has waited for yet does not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
