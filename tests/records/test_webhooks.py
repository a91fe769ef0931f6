"""Webhooks: what is written down with what happened, what is sent, signed, tried again, given up; where nothing is sent."""

from __future__ import annotations

import io
import ipaddress
import json
import re
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from records.accounts import audit, clubs, webhooks
from records.accounts.models import Club, Webhook, WebhookDelivery, WebhookKind
from records.accounts.webhooks import delivery as sending
from records.accounts.webhooks import delivery as webhook_delivery
from records.accounts.webhooks import subscriptions
from records.archive import batches, matches
from records.archive.models import Batch
from records.core import queue
from records.core.db import clock
from records.core.ops import encryption, outbound_http
from records.core.ops.outbound_http import is_public
from records.core.queue import jobs
from tests.golden import HOME
from tests.records.errors import refused
from tests.records.http_receiver import HttpReceiver, http_receiver

pytestmark = pytest.mark.django_db

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_bytes()
PPN = "text/x-ppn"
State = WebhookDelivery.State


@pytest.fixture(autouse=True)
def here(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain HTTP to this machine, however slow it is."""
    settings.WEBHOOK_HTTP = settings.WEBHOOK_PRIVATE = True
    for limit in ("SECONDS", "CONNECT"):
        monkeypatch.setattr(outbound_http, limit, 120.0)


@pytest.fixture
def receiver() -> Iterator[HttpReceiver]:
    with http_receiver() as receiver:
        yield receiver


class Hook:
    """A webhook that listens to everything, at a place."""

    def __init__(self, owner: User, club: Club, receiver: HttpReceiver) -> None:
        kinds = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]
        self.row, self.secret = webhooks.add(owner, club, receiver.url, kinds, "league")
        self.receiver = receiver

    def stored(self) -> Webhook:
        return Webhook.objects.get(pk=self.row.pk)

    def tell(self, subject: str = "1") -> WebhookDelivery:
        with transaction.atomic():
            webhooks.notify(self.row.club, WebhookKind.MATCH_JUDGED, subject, {"match": subject})
        return WebhookDelivery.objects.get(subject=subject)

    def now(self, **more: Any) -> int:
        """Send, as if everything that waits were due."""
        WebhookDelivery.objects.filter(state=State.PENDING).update(next_at=timezone.now())
        Webhook.objects.update(held_until=None, **more)
        return webhooks.deliver_due(self.row.pk)


@pytest.fixture
def hook(ann: User, club: Club, receiver: HttpReceiver) -> Hook:
    return Hook(ann, club, receiver)


def verified() -> Any:
    """The documented function that checks a signature, as it stands in the documentation."""
    said = (Path(__file__).parents[2] / "docs" / "how-to" / "webhooks.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(re.search(r"```python\n(.*?)```", said, re.S).group(1), names)  # type: ignore[union-attr]
    return names["verified"]


def store(club: Club, user: User, number: int = 1) -> Any:
    data = CLEAN.replace(b"[Event ", f'[Event "E{number}"]\n[Was '.encode(), 1)
    return matches.upload(data, media_type=PPN, user=user, club=club).matches[0]


class TestWhatIsWrittenDown:
    def test_verdict_is_written_down_with_its_judgement(self, hook: Hook, club: Club, ann: User) -> None:
        match = store(club, ann)
        matches.judge(match.pk)
        delivery = WebhookDelivery.objects.get()
        said = json.loads(delivery.body)
        assert (said["id"], said["kind"], said["club"]) == (str(delivery.pk), "match.judged", "lions")
        assert said["data"]["match"] == delivery.subject == str(match.pk)
        assert (said["data"]["status"], said["data"]["findings"]) == ("clean", 0)
        assert said["data"]["url"] == f"/api/v1/matches/{match.pk}"

    def test_event_outside_of_a_transaction_is_refused(self, transactional_db: None, receiver: HttpReceiver) -> None:
        ann = User.objects.create_user("ann")
        hook = Hook(ann, clubs.create(ann, "Tea", "tea"), receiver)
        with pytest.raises(RuntimeError, match="transaction"):
            webhooks.notify(hook.row.club, WebhookKind.BATCH_DONE, 1, {})

    def test_only_events_that_an_active_webhook_listens_to_are_written_down(self, hook: Hook, ann: User) -> None:
        webhooks.change(ann, hook.row, kinds=["batch.done"])
        with transaction.atomic():
            webhooks.notify(hook.row.club, WebhookKind.MATCH_JUDGED, 1, {})
            webhooks.notify(hook.row.club_id, WebhookKind.BATCH_DONE, 2, {})
            webhooks.notify(None, WebhookKind.BATCH_DONE, 3, {})
            webhooks.notify(clubs.create(ann, "Other"), WebhookKind.BATCH_DONE, 5, {})
        webhooks.change(ann, hook.row, on=False)
        with transaction.atomic():
            webhooks.notify(hook.row.club, WebhookKind.BATCH_DONE, 4, {})
        assert [row.subject for row in WebhookDelivery.objects.all()] == ["2"]

    def test_batch_is_written_down_when_its_last_match_is_judged(self, hook: Hook, club: Club, ann: User) -> None:
        data = CLEAN + b"\n\n" + (HOME / "sichuan" / "three-suits.ppn").read_bytes()
        batch = batches.receive(io.BytesIO(data).read, media_type=PPN, user=ann, club=club)
        jobs.run(batch.pk)
        assert batches.complete() == 0
        for entry in batches.entries_of(batch):
            matches.judge(entry.match_id)
        assert (batches.complete(), batches.complete()) == (1, 0)
        said = json.loads(WebhookDelivery.objects.get(kind="batch.done").body)["data"]
        assert [said["batch"], said["state"]] == [str(batch.pk), "done"]
        assert [said["matches"][status] for status in ("clean", "flagged")] == [1, 1]

    def test_resumed_batch_is_written_down_again_when_it_ends(self, hook: Hook, club: Club, ann: User) -> None:
        batch = batches.receive(io.BytesIO(CLEAN).read, media_type=PPN, user=ann, club=club)
        assert batches.complete() == 0
        Batch.objects.update(state=Batch.State.FAILED)
        assert batches.complete() == 1
        jobs.resume(ann, Batch.objects.get())
        assert Batch.objects.get().done_at is None
        jobs.cancel(ann, batch)
        assert batches.complete() == 1
        states = [json.loads(row.body)["data"]["state"] for row in WebhookDelivery.objects.order_by("created_at")]
        assert states == ["failed", "cancelled"]

    def test_deliveries_of_one_task_are_enqueued_once(
        self, hook: Hook, club: Club, ann: User, enqueued_tasks: dict[str, list[Any]], django_capture_on_commit_callbacks: Any
    ) -> None:
        from records.tasks import judge_matches

        found = [str(store(club, ann, number).pk) for number in range(3)]
        enqueued_tasks.clear()
        with queue.one_task_per_webhook():
            with django_capture_on_commit_callbacks(execute=True):
                judge_matches(found)
            assert enqueued_tasks == {}
        assert enqueued_tasks == {"deliver_webhook": [str(hook.row.pk)]}


def attempts(delivery: WebhookDelivery) -> list[dict[str, Any]]:
    """The attempts to deliver a message, as they are stored now."""
    delivery.refresh_from_db()
    return delivery.log


class TestWhatIsSent:
    def test_delivery_sends_the_body_as_written_down_and_signed(self, hook: Hook) -> None:
        delivery = hook.tell()
        assert hook.now() == 1
        [came] = hook.receiver.requests
        assert came.body == delivery.body.encode()
        assert (came.headers["Referee-Event"], came.headers["Referee-Delivery"]) == ("match.judged", str(delivery.pk))
        assert verified()(hook.secret, came.headers["Referee-Signature"], came.body)
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == (State.DELIVERED, 1)
        [attempt] = delivery.log
        assert (attempt["status"], attempt["answer"], attempt["error"]) == (200, "thank you", "")
        assert hook.now() == 0

    def test_tampered_delivery_fails_the_signature_check(self, hook: Hook) -> None:
        hook.tell()
        hook.now()
        [came] = hook.receiver.requests
        check, header = verified(), came.headers["Referee-Signature"]
        at = int(re.match(r"t=(\d+)", header).group(1))  # type: ignore[union-attr]
        assert check(hook.secret, header, came.body, now=at + 299)
        assert not check(hook.secret, header, came.body, now=at + 301)
        assert not check(hook.secret, header, came.body.replace(b"lions", b"loins"))
        assert not check(hook.secret, header.replace(f"t={at}", f"t={at + 1}"), came.body)
        assert not check("whsec_another", header, came.body)
        for broken in ("", "t=", "v1=", "t=x,v1=y", "t=1", header.partition(",")[2], header[:-1]):
            assert not check(hook.secret, broken, came.body)

    def test_renewed_secret_signs_beside_the_former_for_a_day(self, hook: Hook, ann: User) -> None:
        new_secret = webhooks.rotate_secret(ann, hook.row)
        hook.tell()
        hook.now()
        header, body = hook.receiver.requests[0].headers["Referee-Signature"], hook.receiver.requests[0].body
        assert verified()(new_secret, header, body)
        assert verified()(hook.secret, header, body)
        hook.tell("2")
        hook.now(former_until=timezone.now())
        header, body = hook.receiver.requests[1].headers["Referee-Signature"], hook.receiver.requests[1].body
        assert verified()(new_secret, header, body)
        assert not verified()(hook.secret, header, body)

    def test_secret_is_stored_encrypted(self, hook: Hook, ann: User, settings: Any) -> None:
        webhooks.rotate_secret(ann, hook.row)
        row = Webhook.objects.values().get()
        assert hook.secret not in str(row)
        assert encryption.decrypt(row["former_secret"]) == hook.secret
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [settings.SECRET_KEY]
        assert encryption.decrypt(row["former_secret"]) == hook.secret
        settings.SECRET_KEY_FALLBACKS = []
        delivery = hook.tell()
        hook.now()
        assert hook.receiver.requests == []
        assert "key was changed" in attempts(delivery)[0]["error"]

    def test_secrets_encrypted_anew_need_the_former_key_no_more(self, hook: Hook, ann: User, settings: Any, capsys: Any) -> None:
        plain = webhooks.rotate_secret(ann, hook.row)
        settings.SECRET_KEY, former = "a new key of forty characters or a few more", settings.SECRET_KEY
        with pytest.raises(CommandError, match="1 webhooks and 0 second factors cannot be read"):
            call_command("reencrypt_secrets")
        settings.SECRET_KEY_FALLBACKS = [former]
        call_command("reencrypt_secrets")
        assert "of 1 webhooks and 0 second factors anew" in capsys.readouterr().out
        settings.SECRET_KEY_FALLBACKS = []
        row = Webhook.objects.get()
        assert [encryption.decrypt(secret) for secret in (row.secret, row.former_secret)] == [plain, hook.secret]

    def test_test_message_is_delivered(self, hook: Hook, ann: User) -> None:
        webhooks.send_test(ann, hook.row)
        hook.now()
        assert json.loads(hook.receiver.requests[0].body)["kind"] == "webhook.test"
        webhooks.change(ann, hook.row, on=False)
        with refused("switched-off", 409):
            webhooks.send_test(ann, hook.stored())


class TestWhatFails:
    def test_failed_delivery_is_retried_with_growing_delays_then_given_up(
        self, hook: Hook, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stands, spread = timezone.now() + timedelta(days=1), []
        monkeypatch.setattr(clock, "now", lambda: stands)
        monkeypatch.setattr(sending.random, "uniform", lambda *given: spread.append(given) or 1.0)
        hook.receiver.statuses = [500]
        delivery = hook.tell()
        waits = []
        for attempt in range(1, sending.ATTEMPTS + 1):
            assert hook.now() == 1
            delivery.refresh_from_db()
            assert delivery.attempts == attempt
            waits.append((delivery.next_at - stands).total_seconds())
        assert (delivery.state, hook.now()) == (State.DEAD, 0)
        assert {came.headers["Referee-Delivery"] for came in hook.receiver.requests} == {str(delivery.pk)}
        assert waits[:-1] == [min(8 * 3600, 15 * 4**attempt) for attempt in range(sending.ATTEMPTS - 1)]
        assert set(spread) == {(0.8, 1.2)}
        assert 20 * 3600 < sum(waits[:-1]) < 24 * 3600

    def test_failed_delivery_arrives_at_a_later_attempt(self, hook: Hook) -> None:
        hook.receiver.statuses = [503, 404, 302, 204]
        hook.receiver.headers = {"Location": "http://127.0.0.1:1/elsewhere"}
        delivery = hook.tell()
        assert hook.now() == 1
        assert hook.stored().failing_since
        for _ in range(3):
            hook.now()
        assert [attempt["status"] for attempt in attempts(delivery)] == [503, 404, 302, 204]
        delivery.refresh_from_db()
        assert delivery.state == State.DELIVERED
        assert hook.stored().failing_since is None

    def test_unanswering_address_is_not_asked_again_for_a_minute(self, hook: Hook) -> None:
        hook.receiver.close()
        for subject in "123":
            hook.tell(subject)
        assert webhooks.deliver_due(hook.row.pk) == 1
        assert webhooks.deliver_due(hook.row.pk) == 0
        assert webhooks.sweep() == 0
        assert "ConnectError" in WebhookDelivery.objects.get(attempts=1).log[0]["error"]
        Webhook.objects.update(held_until=timezone.now() - timedelta(seconds=1))
        assert webhooks.sweep() == 1

    @pytest.mark.parametrize("what", ["nothing", "drop by drop"])
    def test_slow_address_times_out(self, hook: Hook, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
        monkeypatch.setattr(outbound_http, "SECONDS", 0.3)
        hook.receiver.text, hook.receiver.seconds_per_byte = (b"x", 60.0) if what == "nothing" else (b"x" * 1200, 0.05)
        delivery = hook.tell()
        hook.now()
        [attempt] = attempts(delivery)
        assert (attempt["status"], attempt["error"][:8]) == (0, "timeout:"), "the address would have answered after a minute"

    def test_refused_delivery_does_not_delay_others(self, hook: Hook) -> None:
        hook.receiver.statuses = [400, 200]
        hook.tell("1"), hook.tell("2"), hook.tell("3")
        assert webhooks.deliver_due(hook.row.pk) == 3
        assert sorted(WebhookDelivery.objects.values_list("state", flat=True)) == ["delivered", "delivered", "pending"]

    def test_long_answer_is_cut_off_and_stored_as_a_column_can_hold_it(self, hook: Hook) -> None:
        hook.receiver.text = b"\x00\xff" + b"y" * 5_000_000
        delivery = hook.tell()
        hook.now()
        [attempt] = attempts(delivery)
        assert (attempt["status"], attempt["answer"]) == (200, "\u2400\ufffd" + "y" * 1022)

    def test_delivery_of_a_worker_that_died_is_retried(self, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
        """Sent, and killed before it could note so: due again after the lease, sent again with the same id."""
        delivery = hook.tell()
        with monkeypatch.context() as dying:
            dying.setattr(sending, "_store_attempt", lambda *given: (_ for _ in ()).throw(SystemExit))
            with pytest.raises(SystemExit):
                webhooks.deliver_due(hook.row.pk)
        assert webhooks.deliver_due(hook.row.pk) == 0
        assert webhooks.sweep() == 0
        delivery.refresh_from_db()
        assert delivery.next_at - timezone.now() <= sending.LEASE
        assert hook.now() == 1
        assert {came.headers["Referee-Delivery"] for came in hook.receiver.requests} == {str(delivery.pk)}
        assert len(hook.receiver.requests) == 2
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == (State.DELIVERED, 2)

    def test_late_worker_does_not_change_a_delivery(self, hook: Hook) -> None:
        delivery = hook.tell()
        late = sending._claim(hook.row.pk)
        assert late is not None
        assert hook.now() == 1
        sending._store_attempt(late, outbound_http.Response(0, 1, error="late"))
        delivery.refresh_from_db()
        assert delivery.state == State.DELIVERED

    def test_webhook_that_fails_for_days_is_switched_off_with_its_deliveries_given_up(self, hook: Hook, ann: User) -> None:
        hook.receiver.statuses = [500]
        hook.tell("1"), hook.tell("2")
        hook.now(failing_since=timezone.now() - timedelta(days=3, minutes=1))
        assert hook.stored().off == Webhook.Off.FAILING
        assert list(WebhookDelivery.objects.values_list("state", flat=True)) == ["dead", "dead"]
        hook.receiver.statuses = [200]
        webhooks.change(ann, hook.row, on=True)
        assert webhooks.redeliver(ann, hook.row) == 2
        assert hook.now() == 2
        assert (hook.stored().off, hook.stored().failing_since) == ("", None)

    def test_given_up_deliveries_are_sent_again_one_or_all(self, hook: Hook, ann: User) -> None:
        rows = [hook.tell(subject) for subject in "1234"]
        WebhookDelivery.objects.exclude(pk=rows[0].pk).update(state=State.DEAD, ended_at=timezone.now(), attempts=9)
        assert webhooks.redeliver(ann, hook.row, rows[1]) == 1
        assert webhooks.redeliver(ann, hook.row, rows[0]) == 0  # it is on its way
        assert webhooks.redeliver(ann, hook.row) == 2
        assert hook.now() == 4
        assert webhooks.redeliver(ann, hook.row, rows[0]) == 1  # a delivered one, because somebody asks for it
        assert hook.now() == 1

    def test_metrics_count_waiting_and_given_up_deliveries(self, hook: Hook) -> None:
        rows, now = [hook.tell(subject) for subject in "123"], timezone.now()
        WebhookDelivery.objects.filter(pk=rows[0].pk).update(created_at=now - timedelta(hours=2))
        WebhookDelivery.objects.filter(pk=rows[1].pk).update(state=State.DEAD)
        samples = [sample for family in webhook_delivery.figures(now) for sample in family.samples]
        found = {(sample.name, *sample.labels.values()): sample.value for sample in samples}
        states = [found["referee_webhook_deliveries", state] for state in ("pending", "delivered", "dead")]
        assert (states, found["referee_webhook_oldest_pending_seconds",]) == ([2, 0, 1], 7200)

    def test_old_deliveries_are_deleted(self, hook: Hook) -> None:
        rows = [hook.tell(subject) for subject in "123"]
        long_ago = timezone.now() - timedelta(days=31)
        WebhookDelivery.objects.filter(pk=rows[0].pk).update(state=State.DEAD, ended_at=long_ago)
        WebhookDelivery.objects.filter(pk=rows[1].pk).update(state=State.DELIVERED, ended_at=timezone.now())
        webhooks.sweep()
        assert set(WebhookDelivery.objects.values_list("subject", flat=True)) == {"2", "3"}

    def test_delivery_of_a_removed_webhook_is_dropped(self, hook: Hook, ann: User) -> None:
        hook.tell()
        late = sending._claim(hook.row.pk)
        webhooks.remove(ann, hook.row)
        assert late is not None
        sending._store_attempt(late, outbound_http.Response(200, 1))
        assert not WebhookDelivery.objects.exists()


PRIVATE = """
127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.1 192.0.0.8
192.0.0.9 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.88.99.2 192.175.48.1 198.18.0.1
198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ::1 :: fe80::1
fc00::1 fd00:ec2::254 ff02::1 fec0::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
2002:7f00:1:: 64:ff9b::c058:6301 64:ff9b:1::7f00:1 100::1 100:0:0:1::1 2001::1 2001:1::1 2001:2::1 2001:20::1
2001:30::1 2001:1ff:ffff::1 2001:db8::1 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 e000::1
::127.0.0.1
"""
PUBLIC = """
1.1.1.1 93.184.216.34 192.0.1.1 192.88.98.255 223.255.255.255 2606:4700::1111 2001:200::1 2001:4860:4860::8888
3ffe::1 3fff:1000::1 ::ffff:1.1.1.1 64:ff9b::101:101
"""


class TestWhereNothingIsSent:
    def test_private_address_is_refused(self) -> None:
        assert [one for one in PRIVATE.split() if is_public(ipaddress.ip_address(one))] == []

    def test_public_address_is_allowed(self) -> None:
        assert [one for one in PUBLIC.split() if not is_public(ipaddress.ip_address(one))] == []

    @pytest.mark.parametrize(
        ("url", "code"),
        [
            ("", "invalid-url"),
            ("ftp://example.org/", "invalid-url"),
            ("http://example.org/", "invalid-url"),
            ("https://example.org:port/", "invalid-url"),
            ("https://[::1/", "invalid-url"),
            ("https://me:word@example.org/", "invalid-url"),
            ("https://example.org/#part", "invalid-url"),
            ("https://example.org/a b", "invalid-url"),
            ("https://example.org/" + "x" * 500, "invalid-url"),
            ("https://localhost/", "private-address"),
            ("https://127.0.0.1/", "private-address"),
            ("https://169.254.169.254/latest/meta-data", "private-address"),
        ],
    )
    def test_webhook_to_a_refused_address_is_not_made(self, club: Club, ann: User, settings: Any, url: str, code: str) -> None:
        settings.WEBHOOK_HTTP = settings.WEBHOOK_PRIVATE = False
        with refused(code, 422):
            webhooks.add(ann, club, url, ["match.judged"])
        assert not Webhook.objects.exists()
        assert (
            webhooks.add(ann, club, " https://example.org:8443/a?b=c ", ["batch.done"])[0].url == "https://example.org:8443/a?b=c"
        )

    @pytest.mark.parametrize("found", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"]])
    def test_name_that_resolves_to_a_private_address_is_refused(
        self, hook: Hook, settings: Any, monkeypatch: pytest.MonkeyPatch, found: list[str]
    ) -> None:
        answer_with(monkeypatch, found)
        Webhook.objects.update(url=hook.receiver.url.replace("127.0.0.1", "inside.example"))
        settings.WEBHOOK_PRIVATE = False
        delivery = hook.tell()
        hook.now()
        assert hook.receiver.requests == []
        assert attempts(delivery)[0]["error"] == "refused: inside.example leads to an address that is not public"

    def test_name_that_is_not_resolved_in_time_holds_no_worker(self, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
        """The system's resolver waits for each of its servers in turn, and no timeout of ours ends it."""
        answers, resolved = threading.Event(), []
        monkeypatch.setattr(outbound_http, "SECONDS", 0.2)
        monkeypatch.setattr(socket, "getaddrinfo", lambda *question, **more: answers.wait(120) and resolved.append(1) or [])
        Webhook.objects.update(url="http://slow.example/")
        delivery = hook.tell()
        hook.now()
        assert resolved == []
        answers.set()
        assert attempts(delivery)[0]["error"].startswith("timeout")

    def test_names_that_are_never_resolved_take_a_limited_number_of_threads(
        self, hook: Hook, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answers, asked = threading.Event(), []
        monkeypatch.setattr(outbound_http, "SECONDS", 0.05)
        monkeypatch.setattr(socket, "getaddrinfo", lambda *question, **more: asked.append(1) or answers.wait(120) and [])
        errors = {outbound_http.post("https://slow.example/", b"", {}).error for _ in range(2 * outbound_http.LOOKUPS)}
        taken = len(asked)
        answers.set()
        assert taken == outbound_http.LOOKUPS
        assert all(error.startswith("timeout") for error in errors)

    def test_request_goes_to_the_address_that_was_checked(self, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
        """Asked once; the name itself is in the Host header alone."""
        asked = answer_with(monkeypatch, ["127.0.0.1"])
        port = hook.receiver.server.server_address[1]
        Webhook.objects.update(url=f"http://pinned.example:{port}/news?x=1")
        hook.tell()
        hook.now()
        [came] = hook.receiver.requests
        assert (came.path, came.headers["Host"]) == ("/news?x=1", f"pinned.example:{port}")
        assert asked == ["pinned.example"]

    def test_request_uses_no_proxy(self, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, "http://127.0.0.1:1")
        hook.tell()
        hook.now()
        assert len(hook.receiver.requests) == 1

    def test_certificate_of_another_name_is_refused(self, hook: Hook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        server, trusted = certified(tmp_path, "pinned.example")
        monkeypatch.setattr(outbound_http, "_tls_context", lambda: trusted)
        answer_with(monkeypatch, ["127.0.0.1"])
        with http_receiver(server) as receiver:
            port = receiver.server.server_address[1]
            for name, status in (("pinned.example", 200), ("other.example", 0)):
                Webhook.objects.update(url=f"https://{name}:{port}/news")
                delivery = hook.tell(name)
                hook.now()
                [attempt] = attempts(delivery)
                assert attempt["status"] == status, attempt["error"]
            assert "CERTIFICATE_VERIFY_FAILED" in attempt["error"]
            assert len(receiver.requests) == 1


class TestWhatTheAuditLogHolds:
    @pytest.mark.parametrize(
        ("url", "noted"),
        [
            ("https://hooks.example.org/services/T0/B1/key", "https://hooks.example.org/…"),
            ("https://example.org:8443/?key=value", "https://example.org:8443/…"),
            ("https://example.org", "https://example.org/"),
        ],
    )
    def test_entry_names_the_server_and_no_key_of_the_address(self, club: Club, ann: User, url: str, noted: str) -> None:
        webhook, _ = webhooks.add(ann, club, url, ["match.judged"])
        webhooks.change(ann, webhook, name="news")
        webhooks.send_test(ann, webhook)
        webhooks.rotate_secret(ann, webhook)
        webhooks.remove(ann, webhook)
        entries = [json.loads(entry.details) for entry in audit.entries_of(club) if entry.action.startswith("webhook.")]
        assert [entry["url"] for entry in entries] == [noted] * 5


class TestWhoMay:
    def test_eleventh_webhook_and_unknown_events_are_refused(self, hook: Hook, club: Club, ann: User) -> None:
        for kinds in ([], ["webhook.test"], ["match.judged", "nothing"]):
            with refused("invalid-events", 422):
                webhooks.add(ann, club, hook.receiver.url, kinds)
        for _ in range(subscriptions.MAX_WEBHOOKS - 1):
            webhooks.add(ann, club, hook.receiver.url, ["batch.done", "match.judged"])
        with refused("too-many", 409):
            webhooks.add(ann, club, hook.receiver.url, ["batch.done"])
        assert Webhook.objects.last().kinds == ["match.judged", "batch.done"]  # type: ignore[union-attr]


def answer_with(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> list[str]:
    """What looking a name up finds; the names that were asked for."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def found(host: Any, port: Any, *more: Any, **other: Any) -> Any:
        if not str(host).endswith(".example"):
            return real(host, port, *more, **other)
        asked.append(host)
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


def certified(folder: Path, name: str) -> Any:
    """TLS of a server with a certificate of this name, and that of a client who believes it."""
    import ssl
    from datetime import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, issuer = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    names = x509.SubjectAlternativeName([x509.DNSName(name)])
    builder = x509.CertificateBuilder(issuer, issuer, key.public_key(), 1, datetime(2020, 1, 1), datetime(2099, 1, 1))
    certificate = builder.add_extension(names, False).sign(key, hashes.SHA256())
    pem, encoding = folder / "both.pem", serialization.Encoding.PEM
    plain = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    pem.write_bytes(certificate.public_bytes(encoding) + plain)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    return server, ssl.create_default_context(cadata=certificate.public_bytes(encoding).decode())
