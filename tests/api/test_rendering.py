"""Answers that tell a client what it sent: characters that UTF-8 cannot say are escaped, and are no error of the service."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from records.accounts import clubs
from records.tournament import events
from tests.api.problems import problem
from tests.people import client_of

LONE = r"\ud800"
"""A lone surrogate, as JSON escapes it."""


def test_choice_of_an_event_with_a_lone_surrogate_is_refused(owner: Any) -> None:
    event = events.create(owner, clubs.create(owner, "Tea", "tea"), "Evening")
    answer = client_of(owner).post(
        f"/api/v1/events/{event.pk}/rulings", f'{{"decision": "{LONE}"}}', content_type="application/json"
    )
    assert "\ud800" in problem(answer, 400, "invalid")["errors"]["decision"][0]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["docs", "schema", "games"])
@pytest.mark.parametrize(("method", "headers", "status"), [("GET", {"Authorization": "Bearer none"}, 401), ("POST", {}, 405)])
def test_error_is_a_problem_also_where_answers_are_no_json(
    address: str, method: str, headers: dict[str, str], status: int
) -> None:
    answer: Any = Client(raise_request_exception=False).generic(method, f"/api/v1/{address}", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status
