"""Matches that were shown as they were played: they are held from those who watched until the delay of their table is over."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

import referee
from records.accounts import access, clubs
from records.accounts.models import Club, Role
from records.archive import matches
from records.archive.models import Match
from records.tournament import events, live_tables
from records.tournament.models import Event, LiveLines, LiveTable, Table
from tests.files import lines_of
from tests.links import at as at_table
from tests.links import program, seated
from tests.people import CLEAN, FLAGGED, client_of, person
from tests.proof import proof
from tests.records.clubs import join

TIMES = re.compile(
    r'"now":"[^"]*"|<updated>[^<]*</updated>|nonce="[^"]*"|data-version="[^"]*"|[0-9A-Za-z]{64}|data-version="[^"]*"'
)
pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def ann() -> Any:
    return person("ann")


@pytest.fixture
def club(ann: Any) -> Club:
    return clubs.create(ann, "Tea", "tea")


def ended(user: Any, **more: Any) -> Match:
    """A table at which a match was written, ended and judged."""
    table = live_tables.open_table(user, {"game": "sichuan"}, **more)
    written = lines_of(referee.parse(CLEAN))
    for start in range(0, len(written), 100):
        live_tables.write(user, table, start + 1, written[start : start + 100])
    match = live_tables.end(user, table)
    matches.judge(match.pk)
    match.refresh_from_db()
    return match


def pass_the_delay() -> None:
    """As if the last line had come before the delay."""
    Match.objects.update(held_until=timezone.now() - timedelta(seconds=1))


def statuses(match: Match, client: Client, api: APIClient) -> list[int]:
    """What is answered at the addresses of a match."""
    addresses = (f"matches/{match.pk}/", f"matches/{match.pk}/replay/1/", f"matches/{match.pk}/card.png", f"embed/{match.pk}/1/")
    pages = [client.get(f"/{address}").status_code for address in addresses]
    answers = [
        api.get(f"/api/v1/matches/{match.pk}{part}").status_code for part in ("", "/source", "/verdict", "/rounds/1/frames")
    ]
    listed = [match.pk == row["id"] or str(match.pk) == row["id"] for row in api.get("/api/v1/matches").json()["results"]]
    return [*pages, *answers, 200 if any(listed) else 404]


def test_ended_public_table_of_ones_own_is_seen_by_others_when_its_delay_is_over(ann: Any) -> None:
    """A9."""
    match = ended(ann, public=True)
    asked = statuses(match, Client(), APIClient())
    pass_the_delay()
    now = statuses(match, Client(), APIClient())
    assert asked == [404] * len(asked)
    assert now == [200] * len(now)


def test_owner_sees_it_at_once_and_a_correction_of_it_is_held_too(ann: Any) -> None:
    match = ended(ann, public=True)
    client = Client()
    client.force_login(ann)
    assert statuses(match, client, client_of(ann)) == [200, 200, 404, 404, *[200] * 5], "the card and the frame are for everybody"
    corrected = matches.replace(ann, match, CLEAN, media_type="text/x-ppn").replacement
    assert corrected.held_until == match.held_until
    assert APIClient().get(f"/api/v1/matches/{corrected.pk}").status_code == 404


def test_organizer_who_sets_the_delay_to_nought_lets_it_go(ann: Any) -> None:
    match = ended(ann, public=True)
    live_tables.change_delay(ann, LiveTable.objects.select_related("match").get(), 0)
    assert APIClient().get(f"/api/v1/matches/{match.pk}").status_code == 200


def test_table_without_a_delay_or_left_for_long_holds_nothing(ann: Any) -> None:
    assert ended(ann, public=True, delay=0).held_until is None
    table = live_tables.open_table(ann, {"game": "sichuan"}, public=True)
    live_tables.write(ann, table, 1, [*lines_of(referee.parse(CLEAN))[:-3], {"over": {}}])
    LiveLines.objects.filter(live_table=table).update(at=timezone.now() - timedelta(days=1))
    assert live_tables.end(ann, table).held_until is None


class TestOfEvents:
    """The match at a table of an event."""

    @pytest.fixture
    def event(self, ann: Any, club: Club) -> Event:
        event = events.create(ann, club, "Autumn")
        Event.objects.update(public=True)
        event.refresh_from_db()
        return event

    @pytest.fixture
    def at(self, ann: Any, event: Event) -> Table:
        return events.plan_table(ann, event, event.stages.get(), 1, "3")

    def test_who_may_write_sees_it_and_members_wait(self, ann: Any, club: Club, at: Table) -> None:
        scorer, member = (client_of(join(club, role, role).user) for role in (Role.SCORER, Role.MEMBER))
        match = ended(ann, at=at)
        linked = program(access.share(ann, at.event)[1])
        path = f"/api/v1/matches/{match.pk}"
        seen = [one.get(path).status_code for one in (scorer, member, linked)]
        pass_the_delay()
        assert seen == [200, 404, 404]
        assert [one.get(path).status_code for one in (scorer, member, linked)] == [200, 200, 200]

    @pytest.mark.parametrize("data", [pytest.param(CLEAN, marks=proof, id="clean"), pytest.param(FLAGGED, id="flagged")])
    def test_what_came_of_it_is_told_when_its_delay_is_over(self, ann: Any, event: Event, at: Table, data: bytes) -> None:
        """A9: judging changes nothing of what an event tells, until the delay is over."""
        ended(ann, at=at)
        other = matches.upload(data, media_type="text/x-ppn", user=ann, club=event.club).matches[0]
        matches.hold(other, timezone.now() + timedelta(hours=1))
        second = events.plan_table(ann, event, event.stages.get(), 1, "4")
        events.attach_match(ann, event, other, event.stages.get(), 1, "4")
        before = told(event)
        matches.judge(other.pk)
        held = told(event)
        for path in held:
            assert held[path].split("\n") == before[path].split("\n"), path
        version = Event.objects.get().version
        pass_the_delay()
        assert live_tables.release_due() == 2
        assert Event.objects.get().version > version
        now = told(event)
        same = [path for path in now if now[path] == held[path]]
        assert "" not in same
        assert data == FLAGGED or same == [], "a halted round gives no points"
        second.refresh_from_db()
        assert second.match_id == other.pk

    def test_members_are_told_what_a_player_made_of_it_when_its_delay_is_over(self, ann: Any, club: Club) -> None:
        """A9: on the player's page and over the API."""
        found = [matches.upload(one, media_type="text/x-ppn", user=ann, club=club).matches[0] for one in (CLEAN, FLAGGED)]
        for one in found:
            matches.hold(one, timezone.now() + timedelta(hours=1))
        member = client_of(join(club, "max", Role.MEMBER).user)
        paths = [f"/api/v1/clubs/{club.slug}/players/{player.pk}" for player in club.players.order_by("name")]
        before = [member.get(path).json() for path in paths]
        for one in found:
            matches.judge(one.pk)
        held = [member.get(path).json() for path in paths]
        pass_the_delay()
        now = [member.get(path).json() for path in paths]
        assert held == before
        assert any(one["findings"] for one in now)
        assert any(one["results"][0]["settled"] for one in now)

    def test_links_of_the_table_tell_nothing_found_at_it_before_its_delay_is_over(
        self, ann: Any, event: Event, at: Table
    ) -> None:
        """A9: a player's link, and that of whoever writes there."""
        found = matches.upload(FLAGGED, media_type="text/x-ppn", user=ann, club=event.club).matches[0]
        matches.judge(found.pk)
        events.attach_match(ann, event, found, event.stages.get(), 1, "3")
        matches.hold(found, timezone.now() + timedelta(hours=1))
        pages = [at_table(at, seat) for seat in ("S", "")]
        player = seated(at, "S")
        held = [player.get(page).content.decode() for page in pages]
        pass_the_delay()
        now = [player.get(page).content.decode() for page in pages]
        assert ["nothing to appeal against" in page for page in held] == [True] * 2
        assert ["nothing to appeal against" in page for page in now] == [False] * 2


def told(event: Event) -> dict[str, str]:
    """What a visitor is told of an event and its tables, without the times of the answers."""
    pages = ("", "results.atom", "results.csv")
    answers = ("standings", "hall", "tables")
    visitor, api = Client(HTTP_ACCEPT_LANGUAGE="en"), APIClient()
    found = {path: visitor.get(f"/events/{event.pk}/{path}").content.decode() for path in pages}
    found |= {f"api {path}": api.get(f"/api/v1/events/{event.pk}/{path}").content.decode() for path in answers}
    return {path: TIMES.sub("", text) for path, text in found.items()}
