"""Answers that tell a client what it sent: characters that UTF-8 cannot say are escaped, and are no error of the service."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from records import clubs, events, webhooks
from records.models import WebhookKind
from tests.api.problems import problem
from tests.people import client_of, person

LONE = r"\ud800"
"""A lone surrogate, as JSON escapes it."""


@pytest.fixture
def club(owner: Any) -> Any:
    return clubs.create(owner, "Tea", "tea")


def send(user: Any, method: str, path: str, body: str) -> Any:
    client = client_of(user)
    client.raise_request_exception = False
    return getattr(client, method)(path, body, content_type="application/json")


@pytest.mark.parametrize("method", ["post", "patch"])
def test_role_with_a_lone_surrogate_is_refused(owner: Any, club: Any, method: str) -> None:
    person("guest")
    path, body = "/api/v1/clubs/tea/members", f'{{"username": "guest", "role": "{LONE}"}}'
    told = problem(send(owner, method, path if method == "post" else f"{path}/owner", body), 400, "invalid")
    assert "\ud800" in told["errors"]["role"][0]


@pytest.mark.parametrize(
    ("method", "path", "field", "body"),
    [
        ("post", "rulings", "decision", f'"{LONE}"'),
        ("patch", "stages/1", "points", f'"{LONE}"'),
        ("patch", "stages/1", "tie_breaks", f'["{LONE}"]'),
        ("patch", "stages/1", "placement", f'["{LONE}"]'),
    ],
)
def test_choice_of_an_event_with_a_lone_surrogate_is_refused(
    owner: Any, club: Any, method: str, path: str, field: str, body: str
) -> None:
    event = events.create(owner, club, "Evening")
    told = problem(send(owner, method, f"/api/v1/events/{event.pk}/{path}", f'{{"{field}": {body}}}'), 400, "invalid")
    assert field in told["errors"]


@pytest.mark.parametrize("state", ["%00", "%ED%A0%80", "dead%00"])
def test_deliveries_of_a_state_that_no_database_stores_are_refused(owner: Any, club: Any, state: str) -> None:
    webhook, _ = webhooks.add(owner, club, "https://example.org/", [WebhookKind.BATCH_DONE])
    answer = client_of(owner).get(f"/api/v1/clubs/tea/webhooks/{webhook.pk}/deliveries?state={state}")
    assert problem(answer, 400, "invalid-parameter")["field"] == "state"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["docs", "schema", "games"])
@pytest.mark.parametrize(("method", "headers", "status"), [("GET", {"Authorization": "Bearer none"}, 401), ("POST", {}, 405)])
def test_error_is_a_problem_also_where_answers_are_no_json(
    address: str, method: str, headers: dict[str, str], status: int
) -> None:
    answer: Any = Client(raise_request_exception=False).generic(method, f"/api/v1/{address}", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status
