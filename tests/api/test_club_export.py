"""A club's zip over REST: asked for, watched, downloaded."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from records.accounts import clubs
from records.accounts.models import Club
from records.archive import matches
from records.core.queue import jobs
from records.core.queue.models import Job
from tests.people import client_of
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
    assert (asked.status_code, asked.json()["state"]) == (202, "pending")
    assert client.get(AT).json()["code"] == "not-finished"
    assert client.patch(asked["Location"], {"state": "cancelled"}, content_type="application/json").status_code == 403
    jobs.run(asked.json()["id"])
    told = client.get(asked["Location"]).json()
    assert (told["state"], told["percent"], told["counts"]["matches"], told["counts"]["left_out"]) == ("done", 100, 1, 0)
    answer = client.get(told["subject_url"])
    data = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "application/zip"
    assert (".zip" in answer["Content-Disposition"], answer["Cache-Control"]) == (True, "no-store")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert len(archive.namelist()) == 3


def test_zip_is_handed_out_no_more_once_a_match_in_it_is_deleted(club: Club, owner: Any) -> None:
    client = client_of(owner)
    client.post(AT)
    jobs.run(Job.objects.get().pk)
    matches.delete(owner, club.matches.get())
    assert client.get(AT).status_code == 404
