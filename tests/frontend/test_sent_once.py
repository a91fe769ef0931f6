"""Forms of pages that are sent twice: what they make is made once, and both are answered the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from records.accounts.models import ApiToken, Club
from records.core.models import AnsweredRequest
from records.tournament import seating
from records.tournament.models import Event, PlannedSeat

pytestmark = pytest.mark.django_db
EVENTS, TOKENS = "/clubs/lions/events/", "/account/tokens/"


@pytest.fixture
def sender(owner: Any) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    return client


def token_of(sender: Client, address: str) -> str:
    """The CSRF token of the forms of a page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', sender.get(address).content.decode())
    assert found
    return found.group(1)


def send(sender: Client, address: str, token: str, **fields: Any) -> Any:
    return sender.post(address, {"csrfmiddlewaretoken": token, **fields})


def test_form_that_is_sent_twice_makes_one_thing_and_is_answered_alike(sender: Client, club: Club) -> None:
    for address, fields, made in (
        (EVENTS, {"action": "create", "name": "Winter"}, Event),
        (TOKENS, {"action": "make", "name": "bot", "scopes": "read", "days": "30"}, ApiToken),
    ):
        token = token_of(sender, address)
        first, second = (send(sender, address, token, **fields) for _ in range(2))
        assert (first.status_code, first.content, first.get("Location")) == (
            second.status_code,
            second.content,
            second.get("Location"),
        )
        assert made._default_manager.count() == 1
    assert "ref_" in first.content.decode(), "a token is shown both times"


def test_form_whose_answer_cannot_be_decrypted_is_refused_on_a_page(sender: Client, club: Club) -> None:
    """The operator has changed SECRET_KEY in between."""
    token = token_of(sender, EVENTS)
    assert send(sender, EVENTS, token, action="create", name="Winter").status_code == 302
    AnsweredRequest.objects.update(answer="of another key")
    answer = send(sender, EVENTS, token, action="create", name="Winter")
    assert (answer.status_code, 'class="narrow refused"' in answer.content.decode(), Event.objects.count()) == (409, True, 1)


def test_form_that_is_shown_anew_filled_in_otherwise_or_was_refused_is_carried_out(sender: Client, club: Club) -> None:
    token = token_of(sender, TOKENS)
    for form, name in ((token, "bot"), (token, "tablet"), (token_of(sender, TOKENS), "bot")):
        assert send(sender, TOKENS, form, action="make", name=name, scopes="read", days="30").status_code == 200
    assert sorted(ApiToken.objects.values_list("name", flat=True)) == ["bot", "bot", "tablet"]
    refused = token_of(sender, EVENTS)
    assert [send(sender, EVENTS, refused, action="create", name="").status_code for _ in range(2)] == [422, 422]


def test_rounds_are_drawn_and_tables_swapped_once_by_a_double_click(sender: Client, owner: Any, event: Event) -> None:
    """Twice swapped, everybody would sit where they had sat before."""
    seating.enter_people(owner, event, "\n".join("ABCDEFGH"))
    page = f"/events/{event.pk}/people/"
    order = {"method": "lot", "rounds": "1", "who": "all", "layout": "sichuan:ESWN", "stage": "1", "seed": "7"}
    shown = send(sender, page, token_of(sender, f"{page}?edit=draw"), action="look", **order).content.decode()
    [seen] = re.findall(r'name="seen" value="(\w+)"', shown)
    [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
    assert [send(sender, page, token, action="draw", **order, seen=seen).status_code for _ in range(2)] == [302, 302]
    assert event.draws.count() == 1
    one, other = event.tables.order_by("pk")
    before = set(PlannedSeat.objects.filter(table=one).values_list("seat", "entrant"))
    token, tables = token_of(sender, page), {"table": one.pk, "with": other.pk}
    for _ in range(2):
        assert send(sender, page, token, action="swap_tables", stage=1, round=1, **tables).status_code == 302
    assert set(PlannedSeat.objects.filter(table=other).values_list("seat", "entrant")) == before
