"""Deleting, correcting and taking away a match on its pages: what is asked, done, and undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.accounts.models import Role
from records.archive import matches
from records.archive.models import DeletedMatch, Match
from records.tournament.models import Event
from tests.frontend.clients import join, page, stored_match
from tests.records.evening import EVENT, hall, publish, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(owner: Any, event: Event) -> Match:
    return stored_match(owner, text(Table="1").encode(), club=event.club)


def test_match_is_deleted_after_asking_and_brought_back_by_undo(reader: Client, owner: Any, event: Event, match: Match) -> None:
    address = f"/matches/{match.pk}/"
    assert "?edit=delete" not in page(join(event.club, "mo", Role.MEMBER).get(address)), "it is offered to those who may"
    assert 'href="?edit=delete"' in page(reader.get(address))
    asked = page(reader.get(f"{address}?edit=delete"))
    assert (f"Its table in “{EVENT}” is empty" in asked, "published results" in asked) == (True, False)
    publish(owner, event)
    assert f"part of the published results of “{EVENT}”" in page(reader.get(f"{address}?edit=delete"))
    assert matches.find(owner, match.pk), "nothing is done before the answer"
    shown = page(reader.post(f"{address}?edit=delete", {"action": "delete"}, follow=True))
    assert ("was deleted. It can be brought back until" in shown, "Deleted lately (1)" in shown) == (True, True)
    assert reader.get(address).status_code == 404
    assert "Bring it back" in page(reader.get("/deleted/?club=lions"))
    assert "<pre>[PPN" in page(reader.get(f"/deleted/{match.pk}/"))
    assert reader.post(f"/deleted/{match.pk}/", {"action": "restore"})["Location"] == address
    assert page(reader.get(address))
    assert not DeletedMatch.objects.exists()


def test_undo_that_comes_too_late_is_explained(reader: Client, owner: Any, event: Event, match: Match) -> None:
    deletion = matches.delete(owner, match)
    stored_match(owner, text(Table="1").encode(), club=event.club)
    assert "uploaded again" in page(reader.post(f"/deleted/{deletion.pk}/", {"action": "restore"}), 409)


def test_corrected_record_takes_the_place_and_leads_to_the_earlier_one(reader: Client, event: Event, match: Match) -> None:
    same = SimpleUploadedFile("same.ppn", text(Table="1").encode())
    form = f"/matches/{match.pk}/?edit=replace"
    assert "Upload the corrected record" in page(reader.get(form))
    refused = page(reader.post(form, {"action": "replace", "file": same}), 409)
    assert ("This record is stored already" in refused, "Upload the corrected record" in refused) == (True, True)
    assert "Choose a file." in page(reader.post(form, {"action": "replace"}), 422)
    file = SimpleUploadedFile("corrected.ppn", text(people="xy", Table="1").encode())
    shown = page(reader.post(form, {"action": "replace", "file": file}, follow=True))
    assert f'href="/deleted/{match.pk}/">The earlier record' in shown
    assert hall(event)[0][3] != match.pk
    assert "replaced by a corrected record" in page(reader.get("/deleted/"))


def test_match_that_is_taken_from_its_table_is_put_back_by_undo(reader: Client, owner: Any, event: Event, match: Match) -> None:
    stored_match(owner, text(Table="2", Date="2026.11.14").encode(), club=event.club)
    address, before = f"/events/{event.pk}/tables/", hall(event)
    table = event.tables.get(name="1", round__number=1)
    assert "Its points no longer count" in page(reader.get(address))
    shown = page(reader.post(address, {"action": "detach", "table": table.pk}, follow=True))
    removing = "The event and its standings no longer wait for a match here."
    assert [one for one in ("was taken away.", removing) if one not in shown] == []
    standings = f"/events/{event.pk}/"
    assert "Provisional: one table has no points yet." in page(reader.get(standings))
    assert "Put it back" in page(reader.post(address, {"action": "attach"}, follow=True)), "what fits leaves it out"
    reader.post(address, {"action": "put_back", "match": before[0][3]})
    assert hall(event) == before
    assert "Provisional" not in page(reader.get(standings))
