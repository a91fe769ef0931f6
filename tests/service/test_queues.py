"""What is sent to other people's machines waits in a queue of its own: no verdict waits for it, nor it for verdicts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.files import copies
from tests.proof import slow
from tests.records.http_receiver import HttpReceiver, http_receiver
from tests.service.service import Service, wait_for

HOOK = """
from django.contrib.auth.models import User
from records.accounts import clubs, webhooks
club = clubs.create(User.objects.get(), "Tea House", "tea")
webhooks.add(User.objects.get(), club, {url!r}, ["match.judged"], "league")
"""


@pytest.fixture
def receiver() -> Iterator[HttpReceiver]:
    with http_receiver() as receiver:
        yield receiver


@slow
def test_a_worker_of_verdicts_alone_sends_nothing_and_one_of_webhooks_judges_nothing(
    empty_service: Service, receiver: HttpReceiver
) -> None:
    service = empty_service
    service.environment["WEBHOOK_PRIVATE"] = "1"
    service.shell(HOOK.format(url=receiver.url))
    sending = service.worker(1, service.webhooks)
    assert service.request("POST", "clubs/tea/matches", copies(3, "first"))[0] == 202
    assert service.depth(service.queue) == 1
    judging = service.worker(1, service.queue)
    wait_for(lambda: len(receiver.requests) == 3, "the news of three verdicts")
    service.kill(sending)
    assert service.request("POST", "clubs/tea/matches", copies(3, "second"))[0] == 202
    wait_for(lambda: [row[0] for row in service.rows("state")] == ["judged"] * 6, "the verdicts that nobody is told of")
    assert (service.depth(service.queue), len(receiver.requests)) == (0, 3)
    assert service.depth(service.webhooks) > 0
    service.kill(judging)
    service.worker(1)
    wait_for(lambda: len(receiver.requests) == 6, "the rest, by a worker of both queues")
