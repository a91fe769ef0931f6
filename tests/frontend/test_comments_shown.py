"""Which comments the replay page of a match holds for whom, and that many of them are read by few queries."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from records import access, clubs, comments, matches
from records.models import Match, Membership, Role
from tests.people import CLEAN, person
from tests.records.samples import store

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(owner: Any) -> Match:
    stored = store(CLEAN, user=owner, club=clubs.create(owner, "Tea", "tea"))
    matches.judge(stored.pk)
    return Match.objects.get(pk=stored.pk)


def shown(user: Any, where: str) -> Any:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    if user is not None:
        client.force_login(user)
    answer = client.get(where)
    assert answer.status_code == 200
    text = answer.content.decode()
    found = re.search(r'data-comments="(.*?)"', text)
    assert found is not None
    return {**json.loads(html.unescape(found[1])), "writes": "comment-form" in text}


def test_member_reads_who_wrote_a_comment_and_a_share_link_tells_only_what(match: Match, owner: Any) -> None:
    member = person("member")
    assert match.club is not None
    Membership.objects.create(club=match.club, user=member, role=Role.MEMBER, accepted_at=timezone.now())
    comments.add(owner, match, 1, 3, "</script><b>why</b>", [["E.hand:5m:0"]])
    comments.add(owner, match, 2, 1, "of another round")
    secret = access.share(owner, match)[1]
    own, linked = f"/matches/{match.pk}/replay/1/", f"/shared/{secret}/replay/1/"
    for user, where, author, writes, mine in (
        (owner, own, "owner", True, True),
        (member, own, "owner", False, False),
        (None, linked, "", False, False),
        (owner, linked, "", False, False),
    ):
        document = shown(user, where)
        [one] = document["comments"]
        assert (one["text"], one["move"], one["marks"]) == ("</script><b>why</b>", 3, [["E.hand:5m:0"]])
        assert (one["author"], document["writes"], one["mine"]) == (author, writes, mine), where


def test_many_comments_are_read_by_as_many_queries_as_one(match: Match, owner: Any) -> None:
    counts = []
    for _ in range(2):
        for move in range(1, 9):
            comments.add(owner, match, 1, move, "why")
        with CaptureQueriesContext(connection) as queries:
            shown(owner, f"/matches/{match.pk}/replay/1/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
