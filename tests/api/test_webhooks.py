"""Webhooks over REST: the secret is said once; what was sent, what was given up and its coming again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from records.accounts import clubs
from records.accounts.models import Webhook, WebhookDelivery
from tests.people import client_of

HOOK = {"url": "https://example.org/news", "events": ["match.judged", "batch.done"], "name": "league"}


@pytest.fixture
def club(owner: Any) -> str:
    clubs.create(owner, "Tea", "tea")
    return "/api/v1/clubs/tea/webhooks"


@pytest.fixture
def made(owner: Any, club: str) -> Any:
    answer = client_of(owner).post(club, HOOK, format="json")
    assert answer.status_code == 201, answer.content
    return answer


def test_secret_of_a_webhook_is_shown_once_and_renewed(owner: Any, club: str, made: Any) -> None:
    said = made.json()
    assert said["secret"].startswith("whsec_")
    assert made.headers["Cache-Control"] == "no-store"
    assert (said["url"], said["events"], said["name"], said["on"]) == (*list(HOOK.values()), True)
    client = client_of(owner)
    [listed] = client.get(club).json()["results"]
    assert listed == said | {"secret": None}
    renewed = client.patch(said["address"], {"rotate_secret": True}, format="json").json()
    assert renewed["secret"] != said["secret"]
    assert said["secret"] not in client.get(said["address"]).content.decode()


def test_webhook_is_changed_and_removed(owner: Any, made: Any) -> None:
    client, address = client_of(owner), made.json()["address"]
    changed = client.patch(address, {"events": ["batch.done"], "on": False}, format="json").json()
    assert (changed["events"], changed["on"], changed["off_because"]) == (["batch.done"], False, "owner")
    assert changed["name"] == "league"
    assert client.patch(address, {"on": True}, format="json").json()["off_because"] == ""
    assert client.delete(address).status_code == 204
    assert client.get(address).json()["code"] == "not-found"


def test_deliveries_are_listed_with_attempts_and_those_given_up(owner: Any, made: Any) -> None:
    client, address = client_of(owner), made.json()["address"]
    ids = [client.post(f"{address}/deliveries").json()["id"] for _ in range(3)]
    WebhookDelivery.objects.filter(pk__in=ids[:2]).update(state="dead", ended_at=timezone.now(), attempts=9)
    attempt = {"at": timezone.now().isoformat(), "status": 503, "milliseconds": 12, "error": "", "answer": "busy"}
    WebhookDelivery.objects.filter(pk=ids[0]).update(log=[attempt])
    listed = client.get(f"{address}/deliveries?limit=2").json()
    assert [row["id"] for row in listed["results"]] == ids[:0:-1]
    assert client.get(listed["next"]).json()["results"][0]["id"] == ids[0]
    assert {row["id"] for row in client.get(f"{address}/deliveries?state=dead").json()["results"]} == set(ids[:2])
    one = client.get(f"{address}/deliveries/{ids[0]}").json()
    assert (one["state"], one["next_at"], one["event"]) == ("dead", None, "webhook.test")
    assert (one["body"]["id"], one["log"][0]["status"], one["log"][0]["answer"]) == (ids[0], 503, "busy")
    again = client.patch(f"{address}/deliveries/{ids[0]}", {"state": "pending"}, format="json")
    assert (again.status_code, again.json()) == (202, {"messages": 1})
    assert client.patch(f"{address}/deliveries", {"state": "pending"}, format="json").json() == {"messages": 1}
    assert client.get(f"{address}/deliveries?state=dead").json()["results"] == []


def test_webhook_pages_show_the_secret_once(owner: Any, club: str) -> None:
    browser = Client(HTTP_ACCEPT_LANGUAGE="en")
    browser.force_login(owner)
    assert "No webhook yet." in browser.get("/clubs/tea/webhooks/").content.decode()
    shown = browser.post("/clubs/tea/webhooks/", {"action": "add", "url": "https://example.org/x", "events": ["batch.done"]})
    assert "whsec_" in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    page = f"/clubs/tea/webhooks/{Webhook.objects.get().pk}/"
    assert "whsec_" not in browser.get(page).content.decode()
    sent = browser.post(page, {"action": "test"}, follow=True)
    assert "Not tried yet." in sent.content.decode()
    WebhookDelivery.objects.update(state="dead")
    assert "Send again everything that was given up" in browser.get(f"{page}?state=dead").content.decode()
    browser.post(page, {"action": "redeliver"})
    assert WebhookDelivery.objects.get().state == "pending"
    refused = browser.post("/clubs/tea/webhooks/", {"action": "add", "url": "https://localhost/", "events": ["batch.done"]})
    assert (refused.status_code, "open internet" in refused.content.decode()) == (422, True)
    assert 'value="https://localhost/"' in refused.content.decode()
