"""Nobody comes across what is another's, and nobody changes it: whatever is asked, at every address that there is."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse

from records.accounts.models import Club
from records.archive.models import Match
from tests.permissions.crawl import Asked, Crawl, Report, crawl
from tests.permissions.world import CLUBS, OTHER, OWN, STRANGER, World
from tests.proof import ROUND, proof, seeded

EVERY = int(os.environ.get("CRAWL_EVERY", "64"))
"""One request of so many is asked, in each round of a long proof others; CRAWL_EVERY=1 asks all, in sixty-four times the time."""

pytestmark = pytest.mark.django_db


@proof
@seeded
def test_nobody_reads_or_changes_what_is_another_s(world: World) -> None:
    report = crawl(world, EVERY, ROUND % EVERY)
    print(f"{report.requests:,} requests, {report.wrote:,} of them wrote; {dict(sorted(report.statuses.items()))}")
    assert report.faults == []
    assert report.requests > 40_000 // EVERY


class Service:
    """Stands for a service that does something wrong when it is asked."""

    def __init__(self, answer: Callable[[], Any]) -> None:
        self._answer = answer

    def generic(self, *asked: Any, **more: Any) -> HttpResponse:
        said = self._answer()
        return HttpResponse(str(said), status=500 if said == "broken" else 200)


def faults(crawling: Crawl, answer: Callable[[], Any]) -> str:
    """What a crawl finds wrong when a stranger asks such a service for a page."""
    stranger = next(person for person in crawling.people if person.name == STRANGER)
    asking = stranger._replace(client=Service(answer))
    return "\n".join(crawling.ask(Asked(asking, "GET", "/clubs/second/", b"", "", "clubs/<club:slug>/", frozenset({OTHER}))))


def renamed() -> None:
    Club.objects.filter(slug="second").update(name="Mine")


def deleted() -> None:
    Match.objects.filter(club__slug="first")[0].links.all().delete()


def founded() -> None:
    Club.objects.create(name="A club of mine", slug="mine")


WRONG: dict[str, tuple[Callable[[World], Any], str]] = {
    "a word": (lambda world: CLUBS[OTHER], "tells of Club of Theirs"),
    "an id": (lambda world: world.matches[OTHER].pk, "tells match_id of other"),
    "a changed row": (lambda world: renamed(), "accounts_club"),
    "a deleted row": (lambda world: deleted(), "deleted"),
    "an added row": (lambda world: world.webhooks[OWN].deliveries.create(kind="x", body="x"), "accounts_webhookdelivery"),
    "a fault": (lambda world: "broken", "500"),
}


def test_crawl_finds_what_is_wrong_and_nothing_else(world: World) -> None:
    crawling = Crawl(world, Report())
    for kind, (does, found) in WRONG.items():
        assert found in faults(crawling, partial(does, world)), kind
    for own in (founded, lambda: "nothing"):
        assert faults(crawling, own) == ""
