"""What a query parameter may be: everything that is not one of its values is refused, and nothing is quietly ignored."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from records.accounts import clubs, webhooks
from records.accounts.models import WebhookKind
from records.tournament import events
from tests.api.problems import problem
from tests.people import CLEAN, PPN, client_of


def cursor(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("state", "done"),
        ("date_from", "yesterday"),
        ("date_to", "2026.13.1x"),
        ("date_to", "2026.02.30"),
        ("sort", "name"),
        ("limit", "many"),
        ("limit", "-1"),
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
        {"date_to": "2026年10月4日"},
        {"state": "", "limit": "", "date_from": ""},
    ],
)
def test_valid_filter_value_of_a_match_list_is_accepted(db: None, query: dict[str, str]) -> None:
    assert client_of().get("/api/v1/matches", query).status_code == 200


@pytest.mark.parametrize("address", ["/api/v1/matches", "/api/v1/batches"])
def test_upload_is_public_where_its_flag_says_so(owner: Any, address: str) -> None:
    client = client_of(owner)
    for said, public in (("1", True), ("TRUE", True), ("0", False), ("", False)):
        answer = client.post(f"{address}?public={said}", CLEAN.replace(b"PE", b"P" + said.encode()), content_type=PPN).json()
        assert (answer["matches"][0] if "matches" in answer else answer)["public"] is public
    refused = client.post(f"{address}?public=yes", CLEAN, content_type=PPN)
    assert problem(refused, 400, "invalid-parameter")["field"] == "public"


def test_parameter_that_is_none_of_its_values_is_refused(owner: Any, stored: str) -> None:
    club = clubs.create(owner, "Tea", "tea")
    webhook, _ = webhooks.add(owner, club, "https://example.org/", [WebhookKind.BATCH_DONE])
    standings = f"/api/v1/events/{events.create(owner, club, 'Evening').pk}/standings"
    deliveries = f"/api/v1/clubs/tea/webhooks/{webhook.pk}/deliveries"
    for address, name, fits, others, code in (
        (f"{stored}/verdict", "judgement", None, ("x", "", "-1", "1.0", "²"), "invalid-parameter"),
        (standings, "stage", "1", ("0", "2", "x", "²", "10000000"), "invalid"),
        (deliveries, "state", "dead", ("given-up", "\0", "dead\0"), "invalid-parameter"),
    ):
        assert fits is None or client_of(owner).get(address, {name: fits}).status_code == 200
        for value in others:
            assert problem(client_of(owner).get(address, {name: value}), 400, code)["field"] == name
