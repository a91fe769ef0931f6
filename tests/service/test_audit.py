"""One chain by many processes: uploads through several web processes at once, judging again, and commands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.files import copies
from tests.proof import slow
from tests.service.service import Service

AT_ONCE, EACH = 8, 5


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("audit"))
    try:
        service.prepare()
        service.web("--workers", "3")
        yield service
    finally:
        service.close()


@slow
def test_audit_chain_holds_with_concurrent_writers(service: Service) -> None:
    def client(number: int) -> None:
        for turn in range(EACH):
            [match] = service.upload(copies(1, f"client {number} turn {turn}"), X_Request_ID=f"client-{number}-{turn}")
            assert service.request("POST", f"matches/{match['id']}/rejudge")[0] == 202

    with ThreadPoolExecutor(AT_ONCE + 1) as clients:
        work = [clients.submit(client, number) for number in range(AT_ONCE)]
        clients.submit(service.manage, "issue_token", "tester", "beside").result()
        for one in work:
            one.result()
    said = service.manage("verify_audit")
    # Besides: the tables that were made, the account and its two tokens.
    assert said.startswith(f"chain: {4 + 2 * AT_ONCE * EACH} entries, each follows from the one before\n"), said
    assert re.search(r"\nnote \d+:[0-9a-f]{64}$", said), said
    ids = "print(sorted(AuditEntry.objects.filter(action='upload').values_list('request_id', flat=True)))"
    kept = service.shell(f"from records.models import AuditEntry; {ids}")
    assert kept == str(sorted(f"client-{number}-{turn}" for number in range(AT_ONCE) for turn in range(EACH)))
