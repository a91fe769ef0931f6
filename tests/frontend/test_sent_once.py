"""Forms of pages that are sent twice: what they make is made once, and both are answered the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import clubs, events, seating
from records.models import AnsweredRequest, ApiToken, Club, Event, PlannedSeat
from records.seating import Order

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Tea", "tea")


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    event = events.create(ann, club, "Autumn", game="sichuan")
    for name in "ABCDEFGH":
        events.add_entrant(ann, event, name)
    return event


@pytest.fixture
def page(ann: User) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    return client


def token_of(page: Client, address: str) -> str:
    """The CSRF token of the forms of a page."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.get(address).content.decode())
    assert found
    return found.group(1)


def send(page: Client, address: str, token: str, **fields: Any) -> Any:
    return page.post(address, {"csrfmiddlewaretoken": token, **fields})


def test_form_that_is_sent_twice_makes_one_event_and_leads_to_it_twice(page: Client, club: Club) -> None:
    """P8: what a double click on a page's form creates."""
    address = "/clubs/tea/events/"
    token = token_of(page, address)
    first, second = (send(page, address, token, name="Winter") for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"]
    assert Event.objects.count() == 1


def test_form_whose_answer_cannot_be_decrypted_is_refused_on_a_page(page: Client, club: Club) -> None:
    """The operator has changed SECRET_KEY in between."""
    address = "/clubs/tea/events/"
    token = token_of(page, address)
    assert send(page, address, token, name="Winter").status_code == 302
    AnsweredRequest.objects.update(answer="of another key")
    answer = send(page, address, token, name="Winter")
    assert answer.status_code == 409
    assert 'class="narrow refused"' in answer.content.decode()
    assert Event.objects.count() == 1


def test_form_that_is_shown_anew_or_filled_in_otherwise_makes_another_token(page: Client) -> None:
    address = "/account/tokens/"
    token = token_of(page, address)
    for form, name in ((token, "bot"), (token, "bot"), (token, "tablet"), (token_of(page, address), "bot")):
        assert send(page, address, form, name=name, scopes="read", days="30").status_code == 200
    assert sorted(ApiToken.objects.values_list("name", flat=True)) == ["bot", "bot", "tablet"]


def test_refused_form_is_asked_again(page: Client, club: Club) -> None:
    address = "/clubs/tea/events/"
    token = token_of(page, address)
    assert send(page, address, token, name="").status_code == 422
    assert send(page, address, token, name="").status_code == 422


def test_token_made_by_a_form_sent_twice_is_one_and_is_shown_both_times(page: Client) -> None:
    token = token_of(page, "/account/tokens/")
    first, second = (send(page, "/account/tokens/", token, name="bot", scopes="read", days="30") for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert ApiToken.objects.count() == 1
    assert "ref_" in first.content.decode()
    assert first.content == second.content


def test_tables_that_are_swapped_by_a_double_click_stay_swapped(page: Client, ann: User, event: Event) -> None:
    """Twice swapped, everybody sat where they had sat before."""
    seating.draw(ann, event, event.stages.get(), Order.of({"method": "lot", "layout": "sichuan:ESWN", "seed": 1}))
    one, other = event.tables.order_by("pk")
    before = set(PlannedSeat.objects.filter(table=one).values_list("seat", "entrant"))
    token = token_of(page, f"/events/{event.pk}/seating/")
    swap = {"stage": 1, "round": 1, "table": one.pk, "with": other.pk}
    for _ in range(2):
        assert send(page, f"/events/{event.pk}/seating/swap/", token, **swap).status_code == 302
    assert set(PlannedSeat.objects.filter(table=other).values_list("seat", "entrant")) == before


def test_rounds_drawn_by_a_form_sent_twice_are_drawn_once_without_a_complaint(page: Client, event: Event) -> None:
    address = f"/events/{event.pk}/seating/draw/"
    order = {"method": "lot", "rounds": "1", "who": "all", "layout": "sichuan:ESWN", "stage": "1", "seed": "7"}
    shown = send(page, address, token_of(page, address), **order).content.decode()
    [seen] = re.findall(r'name="seen" value="(\w+)"', shown)
    [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
    answers = [send(page, address, token, **order, seen=seen, write="1").status_code for _ in range(2)]
    assert answers == [302, 302]
    assert event.draws.count() == 1
