"""The pages of published results: who is offered publishing, what a publication shows; findings are told with their figures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.template.loader import render_to_string
from django.test import Client

from records.accounts import access, clubs
from records.accounts.models import Role
from records.archive.models import Match
from records.core.queue import jobs
from records.tournament import appeals, events, publications
from records.tournament.events import SeatLink
from records.tournament.models import Event
from referee.tournament.published import signature
from referee.tournament.ranking.rulings import UPHELD, FindingKey, findings_of
from tests.frontend.clients import join, page
from tests.frontend.markup import compact
from tests.links import at as at_table
from tests.links import opened, seated
from tests.records.evening import EVENT, publish, text, upload

pytestmark = pytest.mark.django_db

SAID = "North&#x27;s win is worth ×1; the record claims ×2."
UNTOLD = "North: wrong value of a win"


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
    jobs.run(publications.publishing_of(event).pk)  # type: ignore[union-attr]


def test_organizer_publishes_and_is_shown_the_publication(reader: Client, event: Event) -> None:
    assert "Nothing has been published yet." in page(reader.get(at(event, "results/")))
    answer = reader.post(at(event, "results/"), {"action": "publish"})
    assert answer["Location"] == at(event, "results/")
    waiting = page(reader.get(answer["Location"]))
    fragment = f"/jobs/{publications.publishing_of(event).pk}/"  # type: ignore[union-attr]
    assert ("0 / 1" in waiting, "Publish the results" in waiting) == (True, False)
    assert f'hx-get="{fragment}"' in waiting
    assert "HX-Redirect" not in reader.get(fragment)
    run_publication(event)
    assert reader.get(fragment)["HX-Redirect"] == at(event, "results/1/")
    shown, publication = page(reader.get(at(event, "results/1/"))), event.publications.get()
    told = (
        *(signature.grouped(publication.hash), signature.grouped(publication.fingerprint), "&lt;b&gt;甲"),
        f"referee verify-results autumn-cup-1.results.json --key {publication.fingerprint[:32]}",
        f"/api/v1/events/{event.pk}/publications/1/results.json",
    )
    assert [one for one in told if one not in shown] == []
    assert "<b>甲" not in shown
    assert reader.get(at(event, "results/2/")).status_code == 404


def test_refused_publishing_is_explained(reader: Client, event: Event) -> None:
    reader.post(at(event, "results/"), {"action": "publish"})
    event.tables.get().match.delete()  # type: ignore[union-attr]
    run_publication(event)
    shown = page(reader.get(at(event, "results/")))
    assert ("A match or its verdict was deleted meanwhile; publish again." in shown, "hx-get" in shown) == (True, False)


def test_publication_ranks_teams_where_there_are_any(reader: Client, owner: Any, event: Event) -> None:
    publish(owner, event)
    for entrant, team in zip(event.entrants.all(), ("Reds", "Reds", "Blues"), strict=False):
        events.change_entrant(owner, entrant, team=team)
    publish(owner, event)
    teams = ['<th scope="row"><bdi>Reds</bdi></th>', '<th scope="row"><bdi>Blues</bdi></th>', "CSV: Teams"]
    for address, shown in (("", 2), ("results/1/", 0), ("results/2/", 3)):
        assert sum(one in page(reader.get(at(event, address))) for one in teams) == shown


def test_publishing_unresolved_results_needs_a_reason_which_is_shown(reader: Client, owner: Any, event: Event) -> None:
    [match] = upload(event.club, owner, text("sichuan/forced-win-declined", people="IJKL", Table="2"))
    assert "One thing is unresolved." in page(reader.get(at(event, "results/")))
    told = page(reader.post(at(event, "results/"), {"action": "publish", "force": " "}), 409)
    assert ("Settle what is unresolved, or say why" in told, "forced-win-declined" in told) == (True, False)
    assert f'href="{at(event, "decisions/")}"' in told
    reader.post(at(event, "results/"), {"action": "publish", "force": "It is <late>."})
    run_publication(event)
    shown = page(reader.get(at(event, "results/1/")))
    assert "It is &lt;late&gt;." in shown
    assert re.search(r"no ruling at Round \d+ · move \d+: \w+ could win on [^…]+ and had to, but did not\.", shown)
    key = next(iter(findings_of(match.current_judgement.verdict)))  # type: ignore[union-attr]
    events.rule(owner, event, match, key, UPHELD, "So it <was>.")
    publish(owner, event)
    second = page(reader.get(at(event, "results/2/")))
    assert ("So it &lt;was&gt;." in second, "supersedes this one" in second) == (True, False)
    assert "Publication 2 supersedes this one." in page(reader.get(at(event, "results/1/")))


def test_publishing_is_offered_to_organizers_alone_and_what_is_published_to_everybody(
    visitor: Client, owner: Any, event: Event
) -> None:
    for role, offered in ((Role.SCORER, False), (Role.ORGANIZER, True)):
        client = join(event.club, f"a {role}", role)
        assert ("Publish the results" in page(client.get(at(event, "results/")))) == offered
    publish(owner, event)
    secret = access.share(owner, event)[1]
    linked = opened(secret)
    assert f'href="{at(event, "results/")}"' in page(linked.get(at(event)))
    listed = page(linked.get(at(event, "results/")))
    assert (at(event, "results/1/") in listed, "Publish the results" in listed) == (True, False)
    events.change(owner, event, public=True)
    assert f'href="{at(event, "results/")}"' in page(visitor.get(at(event)))
    assert at(event, "results/1/") in page(visitor.get(at(event, "results/")))
    keys = page(visitor.get("/results-keys/"))
    [key] = publications.known_keys()
    assert (signature.grouped(key.fingerprint) in keys, "BEGIN PUBLIC KEY" in keys, "PRIVATE" in keys) == (True, True, False)


def test_fraction_is_written_in_a_publication_as_in_the_standings() -> None:
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
    shown = compact(render_to_string("pages/tournament/publications/ranking.html", context))
    assert [figure in shown for figure in (">−1 1/2<", ">1/2<", ">1 1/2<", ">3 1/2<")] == [True] * 4


class TestFindingTexts:
    """Findings that pages tell from their key: in forms, lists and publications they have the figures of the verdict."""

    @pytest.fixture
    def match(self, owner: Any, event: Event) -> Match:
        events.change(owner, event, public=True)
        return upload(event.club, owner, text("sichuan/value-mismatch", Table="2"))[0]

    @pytest.fixture
    def key(self, match: Match) -> FindingKey:
        found = findings_of(match.current_judgement.verdict)  # type: ignore[union-attr]
        return next(key for key in found if key.code == "value-mismatch")

    def test_ruling_and_publication_tell_the_figures_to_whoever_may_see_the_match(
        self, visitor: Client, reader: Client, owner: Any, event: Event, match: Match, key: FindingKey
    ) -> None:
        penalty = urlencode({**key.as_dict(), "match": str(match.pk), "offence": "other"})
        assert SAID in page(reader.get(at(event, f"decisions/?edit=give&{penalty}")))
        publish(owner, event, "It is late.")
        events.rule(owner, event, match, key, UPHELD, "So it was.")
        for path in (at(event, "decisions/"), at(event, "decisions/?part=parts"), "/clubs/tea/audit/"):
            assert SAID in page(reader.get(path))
        publish(owner, event, "as it stands")
        shown = page(visitor.get(at(event, "decisions/")))
        assert (SAID in shown, UNTOLD in shown) == (False, True)
        for number in (1, 2):
            assert SAID in page(visitor.get(at(event, f"results/{number}/")))

    def test_appeal_tells_the_figures_where_it_is_made_listed_and_answered(
        self, reader: Client, event: Event, match: Match, key: FindingKey
    ) -> None:
        table = event.tables.get(name="2")
        [thing] = [one for one in appeals.things_at(table) if one.finding == key]
        appeals.make(SeatLink(table, "E"), "E", thing.name, "It was worth more.")
        seated(table, "E", reader)
        for path in (at(event, "decisions/"), at(event, "decisions/1/"), at_table(table, "E")):
            assert "win is worth ×1; the record claims ×2." in page(reader.get(path))
