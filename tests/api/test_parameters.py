"""What a query parameter may be: everything that is not one of its values is refused, and nothing is quietly ignored."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from records import clubs, events, webhooks
from records.models import Match, WebhookKind
from tests.api.problems import problem
from tests.people import CLEAN, PPN, client_of


def cursor(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("state", "done"),
        ("status", "Clean"),
        ("date_from", "yesterday"),
        ("date_to", "2026.13.1x"),
        ("date_to", "2026.02.30"),
        ("sort", "name"),
        ("limit", "many"),
        ("limit", "0"),
        ("limit", "-1"),
        ("limit", "1.5"),
        ("cursor", "nonsense"),
        ("cursor", cursor("p=nonsense")),
        ("cursor", cursor("o=x")),
    ],
)
def test_invalid_filter_value_of_a_match_list_is_refused(db: None, name: str, value: str) -> None:
    told = problem(client_of().get("/api/v1/matches", {name: value}), 400, "invalid-parameter")
    assert told["field"] == name


def test_parameter_given_twice_counts_as_given_last_and_only_from_the_query(db: None) -> None:
    """Never as both, never from a body or a header of the same name."""
    client = client_of()
    problem(client.get("/api/v1/matches?limit=5&limit=none"), 400, "invalid-parameter")
    assert client.get("/api/v1/matches?limit=none&limit=5").status_code == 200
    answer = client.generic(
        "GET", "/api/v1/matches", b"limit=none", content_type="application/x-www-form-urlencoded", HTTP_LIMIT="none"
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {"state": "judged", "status": "clean", "limit": "500"},
        {"date_from": "2026", "date_to": "2026-12"},
        {"date_from": "2026.1.1"},
        {"date_to": "2026.10.04"},
        {"date_to": "2026年10月4日"},
        {"state": "", "limit": "", "date_from": ""},
    ],
)
def test_valid_filter_value_of_a_match_list_is_accepted(db: None, query: dict[str, str]) -> None:
    assert client_of().get("/api/v1/matches", query).status_code == 200


@pytest.mark.parametrize("address", ["/api/v1/matches", "/api/v1/batches"])
@pytest.mark.parametrize(("said", "public"), [("1", True), ("TRUE", True), ("0", False), ("false", False), ("", False)])
def test_upload_with_a_public_flag_is_public(owner: Any, address: str, said: str, public: bool) -> None:
    answer = client_of(owner).post(f"{address}?public={said}", CLEAN, content_type=PPN).json()
    assert (answer["matches"][0] if "matches" in answer else answer)["public"] is public


@pytest.mark.parametrize("address", ["/api/v1/matches", "/api/v1/batches"])
@pytest.mark.parametrize("said", ["yes", "on", "2", "tru"])
def test_upload_with_an_invalid_public_flag_is_not_stored(owner: Any, address: str, said: str) -> None:
    answer = client_of(owner).post(f"{address}?public={said}", CLEAN, content_type=PPN)
    assert problem(answer, 400, "invalid-parameter")["field"] == "public"
    assert not Match.objects.exists()


@pytest.mark.parametrize("number", ["x", "", "-1", "1.0", "²"])
def test_judgement_parameter_that_is_no_number_is_refused(owner: Any, stored: str, number: str) -> None:
    told = problem(client_of(owner).get(f"{stored}/verdict", {"judgement": number}), 400, "invalid-parameter")
    assert told["field"] == "judgement"


@pytest.mark.parametrize("stage", ["0", "2", "x", "²", "10000000"])
def test_standings_after_an_unknown_stage_are_refused(owner: Any, stage: str) -> None:
    event = events.create(owner, clubs.create(owner, "Tea"), "Evening")
    address = f"/api/v1/events/{event.pk}/standings"
    assert client_of(owner).get(address, {"stage": "1"}).status_code == 200
    assert problem(client_of(owner).get(address, {"stage": stage}), 400, "invalid")["field"] == "stage"


def test_deliveries_of_an_unknown_state_are_refused(owner: Any) -> None:
    club = clubs.create(owner, "Tea", "tea")
    webhook, _ = webhooks.add(owner, club, "https://example.org/", [WebhookKind.BATCH_DONE])
    address = f"/api/v1/clubs/tea/webhooks/{webhook.pk}/deliveries"
    assert client_of(owner).get(address, {"state": "dead"}).status_code == 200
    assert problem(client_of(owner).get(address, {"state": "given-up"}), 400, "invalid-parameter")["field"] == "state"
