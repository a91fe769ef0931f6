"""The pages of published results: who is offered publishing, what a publication shows, what stays hidden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from records import access, clubs, events, publications
from records.models import Club, Event, Role
from referee.results.published import signature
from referee.results.ranking.rulings import UPHELD, findings_of
from tests.frontend.clients import english_client, join, page
from tests.frontend.markup import compact
from tests.people import person
from tests.records.evening import EVENT, publish, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""


@pytest.fixture
def event(owner: Any) -> Event:
    club = clubs.create(owner, "Tea <House>", "tea")
    upload(club, owner, text(people=["<b>甲", "B", "C", "D"], Table="1"))  # type: ignore[arg-type]
    return events.create(owner, club, EVENT)


def at(event: Event, rest: str = "") -> str:
    return f"/events/{event.pk}/{rest}"


def run_publication(event: Event) -> None:
    """What a worker does."""
    publications.run(publications.publishing_of(event).pk)  # type: ignore[union-attr]


def test_refused_publishing_is_explained(owner: Any, event: Event) -> None:
    client = english_client(owner)
    client.post(at(event, "publish/"))
    event.tables.get().match.delete()  # type: ignore[union-attr]
    run_publication(event)
    for shown in (page(client.get(at(event, "publications/"))), client.get(at(event, "publishing/")).content.decode()):
        assert "A match or its verdict was deleted meanwhile; publish again." in shown
    assert "hx-get" not in shown
    assert "Nothing has been published yet." in page(client.get(at(event, "publications/")))


def test_publication_ranks_teams_where_there_are_any(owner: Any, event: Event) -> None:
    client = english_client(owner)
    client.post(at(event, "publish/"))
    run_publication(event)
    for entrant, team in zip(event.entrants.all(), ("Reds", "Reds", "Blues"), strict=False):
        events.change_entrant(owner, entrant, team=team)
    client.post(at(event, "publish/"))
    run_publication(event)
    teams = ['<th scope="row"><bdi>Reds</bdi></th>', '<th scope="row"><bdi>Blues</bdi></th>', "CSV: Teams"]
    for address, shown in (("", 2), ("publications/1/", 0), ("publications/2/", 3)):
        assert sum(one in page(client.get(at(event, address))) for one in teams) == shown


def test_organizer_publishes_and_is_shown_the_publication(owner: Any, event: Event) -> None:
    client = english_client(owner)
    assert "Nothing has been published yet." in page(client.get(at(event, "publications/")))
    answer = client.post(at(event, "publish/"))
    assert answer["Location"] == at(event, "publications/")
    waiting = page(client.get(answer["Location"]))
    assert "0 of 1 matches checked" in waiting
    assert "Publish the results" not in waiting
    assert f'hx-get="{at(event, "publishing/")}"' in waiting
    assert "HX-Redirect" not in client.get(at(event, "publishing/"))
    run_publication(event)
    assert client.get(at(event, "publishing/"))["HX-Redirect"] == at(event, "publications/1/")
    shown = page(client.get(at(event, "publications/1/")))
    publication = event.publications.get()
    assert signature.grouped(publication.hash) in shown
    assert signature.grouped(publication.fingerprint) in shown
    assert f"referee verify-results autumn-cup-1.results.json --key {publication.fingerprint[:32]}" in shown
    assert "&lt;b&gt;甲" in shown
    assert "<b>甲" not in shown
    assert f"/api/v1/events/{event.pk}/publications/1/results.json" in shown


def test_publishing_unresolved_results_needs_a_reason_which_is_shown(owner: Any, event: Event) -> None:
    [match] = upload(event.club, owner, text("sichuan/forced-win-declined", people="IJKL", Table="2"))
    client = english_client(owner)
    assert "One thing is unresolved." in page(client.get(at(event, "publications/")))
    refused = client.post(at(event, "publish/"), {"force": " "})
    assert refused.status_code == 409
    told = refused.content.decode()
    assert "Settle what is unresolved, or say why" in told
    assert "forced-win-declined" not in told
    assert f'href="{at(event, "unresolved/")}"' in told
    client.post(at(event, "publish/"), {"force": "It is <late>."})
    run_publication(event)
    shown = page(client.get(at(event, "publications/1/")))
    assert "It is &lt;late&gt;." in shown
    assert re.search(r"no ruling at Round \d+ · move \d+: \w+ could win on [^…]+ and had to, but did not\.", shown)
    key = next(iter(findings_of(match.current_judgement.verdict)))
    events.rule(owner, event, match, key, UPHELD, "So it <was>.")
    client.post(at(event, "publish/"))
    run_publication(event)
    second = page(client.get(at(event, "publications/2/")))
    assert "So it &lt;was&gt;." in second
    assert re.search(r"Round \d+ · move \d+ · \w+ could win on [^…]+ and had to, but did not\.", second)
    assert "supersedes this one" not in second
    assert "Publication 2 supersedes this one." in page(client.get(at(event, "publications/1/")))


@pytest.mark.parametrize(("role", "offered"), [(Role.MEMBER, False), (Role.SCORER, False), (Role.ORGANIZER, True)])
def test_publishing_is_offered_to_organizers_alone(event: Event, role: Role, offered: bool) -> None:
    client = join(Club.objects.get(), "somebody", role)
    assert ("Publish the results" in page(client.get(at(event, "publications/")))) == offered
    assert (client.post(at(event, "publish/")).status_code == 302) == offered


def test_publication_below_a_share_link_is_read_only(owner: Any, event: Event) -> None:
    publish(owner, event)
    _, secret = access.share(owner, event)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert f'href="/shared/{secret}/publications/"' in page(client.get(f"/shared/{secret}/"))
    listed = page(client.get(f"/shared/{secret}/publications/"))
    assert f"/shared/{secret}/publications/1/" in listed
    assert "Publish the results" not in listed
    shown = client.get(f"/shared/{secret}/publications/1/")
    assert str(event.pk) not in shown.content.decode()
    assert "noindex" in shown["X-Robots-Tag"]


def test_public_event_links_everybody_to_its_publications(owner: Any, event: Event) -> None:
    events.change(owner, event, public=True)
    publish(owner, event)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert f'href="{at(event, "publications/")}"' in page(client.get(at(event)))
    assert at(event, "publications/1/") in page(client.get(at(event, "publications/")))


def test_public_keys_are_shown_to_everybody(owner: Any, event: Event) -> None:
    publish(owner, event)
    shown = page(Client(HTTP_ACCEPT_LANGUAGE="en").get("/results-keys/"))
    [key] = publications.known_keys()
    assert signature.grouped(key.fingerprint) in shown
    assert "BEGIN PUBLIC KEY" in shown
    assert "PRIVATE" not in shown


def test_unknown_publication_is_not_found(owner: Any, event: Event) -> None:
    assert english_client(owner).get(at(event, "publications/1/")).status_code == 404
    assert english_client(person("stranger")).get(at(event, "publications/")).status_code == 404


def test_fraction_is_written_in_a_publication_as_in_the_standings() -> None:
    """W15"""
    row = {
        "rank": 1,
        "entrant": "A",
        "points": "-3/2",
        "carried": "1/2",
        "taken_off": "3/2",
        "tables": 1,
        "figures": [("x", "7/2")],
    }
    context = {"ranked": [row], "players": True, "results": {"carried": True, "taken_off": True, "tie_breaks": []}}
    shown = compact(render_to_string("pages/publications/ranking.html", context))
    assert [figure in shown for figure in (">−1 1/2<", ">1/2<", ">1 1/2<", ">3 1/2<")] == [True] * 4
