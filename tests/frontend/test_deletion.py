"""Deleting, correcting and taking away a match on its pages: what is asked, done, and undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records import clubs, events, matches
from records.models import Club, DeletedMatch, Event, Match, Role
from tests.frontend.clients import english_client, join, page, stored_match
from tests.people import person
from tests.records.evening import EVENT, hall, publish, text

pytestmark = pytest.mark.django_db
GAMES = ("sichuan/clean-01", "gouji/clean-01")


@pytest.fixture
def li() -> Any:
    return person("li")


@pytest.fixture
def club(li: Any) -> Club:
    return clubs.create(li, "Lions")


@pytest.fixture
def event(li: Any, club: Club) -> Event:
    return events.create(li, club, EVENT)


@pytest.fixture
def browser(li: Any) -> Client:
    return english_client(li)


def played(li: Any, club: Club, record: str = GAMES[0], **tags: str) -> Match:
    return stored_match(li, text(record, **tags).encode(), club=club)


@pytest.mark.parametrize("record", GAMES)
def test_match_is_deleted_after_asking_and_brought_back_by_undo(
    browser: Client, li: Any, club: Club, event: Event, record: str
) -> None:
    match = played(li, club, record)
    address = f"/matches/{match.pk}/"
    assert f'href="{address}delete/"' in page(browser.get(address))
    asked = page(browser.get(f"{address}delete/"))
    assert f"Its table in “{EVENT}” is empty" in asked
    assert "published results" not in asked
    assert matches.find(li, match.pk), "nothing is done before the answer"
    shown = page(browser.post(f"{address}delete/", follow=True))
    assert "was deleted. It can be brought back until" in shown
    assert "Deleted lately (1)" in shown
    assert browser.get(address).status_code == 404
    assert "Bring it back" in page(browser.get(f"/deleted/?club={club.slug}"))
    assert "<pre>[PPN" in page(browser.get(f"/deleted/{match.pk}/"))
    answer = browser.post(f"/deleted/{match.pk}/restore/")
    assert answer["Location"] == address
    assert page(browser.get(address))
    assert not DeletedMatch.objects.exists()


def test_page_that_asks_tells_of_published_results(browser: Client, li: Any, club: Club, event: Event) -> None:
    match = played(li, club)
    publish(li, event)
    assert f"part of the published results of “{EVENT}”" in page(browser.get(f"/matches/{match.pk}/delete/"))


def test_deletion_is_offered_to_those_alone_who_may(browser: Client, li: Any, club: Club) -> None:
    match = played(li, club)
    member = join(club, "mo", Role.MEMBER)
    assert "/delete/" not in page(member.get(f"/matches/{match.pk}/"))
    assert member.post(f"/matches/{match.pk}/delete/").status_code == 403
    assert matches.find(li, match.pk)


def test_undo_that_comes_too_late_is_explained(browser: Client, li: Any, club: Club) -> None:
    match = played(li, club)
    deletion = matches.delete(li, match)
    played(li, club)
    answer = browser.post(f"/deleted/{deletion.pk}/restore/")
    assert answer.status_code == 409
    assert "uploaded again" in answer.content.decode()


def test_corrected_record_takes_the_place_and_leads_to_the_earlier_one(
    browser: Client, li: Any, club: Club, event: Event
) -> None:
    match = played(li, club, Table="1")
    file = SimpleUploadedFile("corrected.ppn", text(GAMES[0], "xy", Table="1").encode())
    answer = browser.post(f"/matches/{match.pk}/replace/", {"file": file})
    assert answer.status_code == 302
    shown = page(browser.get(answer["Location"]))
    assert f'href="/deleted/{match.pk}/">The earlier record' in shown
    assert hall(event)[0][3] != match.pk
    assert "replaced by a corrected record" in page(browser.get("/deleted/"))


def test_file_that_is_no_correction_is_explained(browser: Client, li: Any, club: Club) -> None:
    match = played(li, club)
    file = SimpleUploadedFile("same.ppn", text(GAMES[0]).encode())
    answer = browser.post(f"/matches/{match.pk}/replace/", {"file": file})
    assert answer.status_code == 409
    assert "This record is stored already" in answer.content.decode()
    assert "Upload the corrected record" in page(browser.post(f"/matches/{match.pk}/replace/"))


@pytest.mark.parametrize("record", GAMES)
def test_match_that_is_taken_from_its_table_is_put_back_by_undo(
    browser: Client, li: Any, club: Club, event: Event, record: str
) -> None:
    played(li, club, record, Table="1")
    played(li, club, record, Table="2", Date="2026.11.14")
    address, before = f"/events/{event.pk}/", hall(event)
    table = event.tables.get(name="1", round__number=1)
    assert "Its points no longer count" in page(browser.get(address))
    shown = page(browser.post(f"{address}tables/{table.pk}/", {"detach": "1"}, follow=True))
    assert "was taken away." in shown
    assert "Provisional: one table has no points yet." in shown
    assert "The event waits for no match here any more, nor do the standings." in shown, "removing the empty table asks"
    assert "Put it back" in page(browser.post(f"{address}attach/", follow=True)), "what fits leaves it out"
    browser.post(f"{address}removed/{before[0][3]}/")
    assert hall(event) == before
    assert "Provisional" not in page(browser.get(address))
