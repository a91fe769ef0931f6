"""The GIF of a round over REST: drawn for who is signed in, read by whoever may read the match."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from records.accounts import clubs
from records.archive.models import Match
from records.core.queue import jobs
from tests.api.problems import problem
from tests.records.players import CLEAN, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(owner: Any) -> Match:
    return store(clubs.create(owner, "茶館", "tea"), owner, CLEAN)[0]


def test_gif_is_asked_for_drawn_and_read(owner: Any, match: Match) -> None:
    address, api, nobody = f"/api/v1/matches/{match.pk}/rounds/1/gif", APIClient(), APIClient()
    api.force_authenticate(owner)
    problem(api.get(address), 404, "not-found")
    asked = api.post(address)
    assert asked.status_code == 202
    assert asked.json()["subject_url"].endswith(address)
    problem(api.get(address), 409, "not-finished")
    jobs.run(asked.json()["id"])
    assert api.get(asked.json()["url"]).json()["percent"] == 100
    answer = api.get(address)
    assert (answer.status_code, answer["Content-Type"], answer.content[:6]) == (200, "image/gif", b"GIF89a")
    problem(nobody.get(address), 404, "not-found")
    Match.objects.filter(pk=match.pk).update(public=True)
    assert nobody.get(address).status_code == 200
    problem(nobody.post(address), 401, "not-authenticated")
    problem(api.post(address.replace("/1/", "/9/")), 404, "no-frames")
