"""Statistics of an event's deals: asked for by arbiters, worked out by a worker, shown with their number; a match's page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

import referee
from records import deal_statistics
from records.models import AuditEntry, Club, DealStatistics, Event
from referee.record import Record
from tests.records.evening import EVENT, upload
from tests.referee.walls.made import FULL, contributions, wall

pytestmark = pytest.mark.django_db


def match(table: str, rounds: int = 13, seed: int = 0) -> str:
    """A match of an event, all of whose deals are known."""
    made = [
        wall("sichuan", tags={**FULL, "WallTable": table}, seed=seed, whole_match=True, round=one) for one in range(1, rounds + 1)
    ]
    tags = {**made[0].tags, "Event": EVENT, "Table": table}
    seats = dict(zip("ESWN", ("A", "B", "C", "D"), strict=True))
    return referee.write(Record("sichuan", tags=tags, seats=seats, rounds=tuple(one.rounds[0] for one in made)))


def worked_out(event: Event) -> DealStatistics:
    asked = deal_statistics.of_event(event)
    assert asked
    assert deal_statistics.compute(asked.pk)
    asked.refresh_from_db()
    return asked


def test_statistics_are_worked_out_when_an_arbiter_asks(ann: User, club: Club, event: Event) -> None:
    upload(club, ann, match("1"), match("2", seed=1))
    assert deal_statistics.of_event(event) is None
    deal_statistics.ask(ann, event)
    asked = worked_out(event)
    assert asked.result
    assert (asked.state, asked.result["deals"], asked.result["matches"], asked.left_out) == ("done", 26, 2, 0)
    assert {one["code"] for one in asked.result["figures"]} == {"seat", "dealer", "place", "distance", "repeated"}
    assert AuditEntry.objects.filter(action="event.statistics").count() == 1


@pytest.mark.parametrize(
    ("language", "said"), [("en", "nobody could choose it"), ("zh-TW", "誰都無法挑選"), ("zh-CN", "谁都无法挑选")]
)
def test_page_of_a_match_says_what_was_proven_of_its_wall(ann: User, club: Club, language: str, said: str) -> None:
    (stored,) = upload(club, ann, referee.write(wall("sichuan", tags={**FULL, **contributions("sichuan")})))
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    client.force_login(ann)
    assert said in client.get(f"/matches/{stored.pk}/").content.decode()
