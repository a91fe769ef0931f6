"""A club's zip over REST: asked for, watched, downloaded, by owners alone."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from records.accounts import clubs
from records.accounts.models import Club, Role
from records.archive import club_exports, matches
from records.archive.models import ClubExport
from tests.people import client_of, person
from tests.records.players import between, store

pytestmark = pytest.mark.django_db
AT = "/api/v1/clubs/tea/export"


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    store(club, owner, between("Ann,Bo,Cy,Di"))
    return club


def test_owner_has_the_zip_made_and_downloads_it(club: Club, owner: Any) -> None:
    client = client_of(owner)
    assert client.get(AT).status_code == 404
    asked = client.post(AT)
    assert (asked.status_code, asked.json()["state"], asked.json()["file_url"]) == (202, "pending", None)
    assert client.get(f"{AT}/file").json()["code"] == "not-finished"
    club_exports.run(ClubExport.objects.get().pk)
    told = client.get(asked["Location"]).json()
    assert (told["state"], told["percent"], told["matches"], told["left_out"]) == ("done", 100, 1, 0)
    answer = client.get(told["file_url"])
    data = b"".join(answer.streaming_content)
    assert (answer["Content-Type"], int(answer["Content-Length"])) == ("application/zip", len(data))
    assert (".zip" in answer["Content-Disposition"], answer["Cache-Control"]) == (True, "no-store")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert len(archive.namelist()) == 3


def test_zip_is_handed_out_no_more_once_a_match_in_it_is_deleted(club: Club, owner: Any) -> None:
    client = client_of(owner)
    client.post(AT)
    club_exports.run(ClubExport.objects.get().pk)
    matches.delete(owner, club.matches.get())
    assert (client.get(AT).status_code, client.get(f"{AT}/file").status_code) == (404, 404)


def test_organizer_may_not_and_to_strangers_the_club_is_not_there(club: Club, owner: Any) -> None:
    bo = person("bo")
    clubs.accept_invitation(clubs.invite(owner, club, "bo", Role.ORGANIZER))
    for who, status in ((bo, 403), (person("stranger"), 404)):
        client = client_of(who)
        assert [client.get(AT).status_code, client.post(AT).status_code, client.get(f"{AT}/file").status_code] == [status] * 3
