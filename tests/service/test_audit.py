"""One chain by many processes: uploads through several web processes at once, judging again, and commands beside them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.files import copies
from tests.proof import slow
from tests.service.service import Service

AT_ONCE, EACH = 8, 5


@slow
def test_audit_chain_holds_with_concurrent_writers(empty_service: Service) -> None:
    def client(number: int) -> None:
        for turn in range(EACH):
            [match] = empty_service.upload(copies(1, f"client {number} turn {turn}"), X_Request_ID=f"client-{number}-{turn}")
            assert empty_service.request("POST", f"matches/{match['id']}/rejudge")[0] == 202

    empty_service.kill(empty_service.processes[0])
    empty_service.web("--workers", "3")
    with ThreadPoolExecutor(AT_ONCE + 1) as clients:
        work = [clients.submit(client, number) for number in range(AT_ONCE)]
        clients.submit(empty_service.manage, "issue_token", "tester", "beside").result()
        for one in work:
            one.result()
    said = empty_service.manage("verify_audit")
    # Besides: the tables that were made, the account and its two tokens.
    assert said.startswith(f"chain: {4 + 2 * AT_ONCE * EACH} entries, each follows from the one before\n"), said
    kept = empty_service.ask("SELECT request_id FROM accounts_auditentry WHERE action = 'upload'")
    assert sorted(one for (one,) in kept) == sorted(f"client-{n}-{turn}" for n in range(AT_ONCE) for turn in range(EACH))
