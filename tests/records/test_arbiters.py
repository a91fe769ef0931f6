"""Arbiters: who appoints them, that they see the event that they serve and its matches, and nothing else of its club."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.accounts import access, clubs
from records.accounts.models import AuditEntry, Club
from records.archive import matches
from records.archive.models import Match
from records.own_data.export import services
from records.tournament import events
from records.tournament.models import Arbiter, Event
from tests.records.errors import refused
from tests.records.evening import EVENT, finding_of, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(ann: User, event: Event) -> User:
    """An arbiter of the event who is in no club."""
    zoe = User.objects.create_user("zoe")
    events.appoint(ann, event, "zoe")
    return zoe


@pytest.fixture
def played(ann: User, club: Club, event: Event) -> Match:
    return upload(club, ann, text("sichuan/score-mismatch", Table="1"))[0]


class TestAppointing:
    def test_organizer_appoints_and_the_club_s_log_says_so(self, ann: User, event: Event, zoe: User) -> None:
        [arbiter] = events.arbiters_of(event)
        assert (arbiter.user, arbiter.added_by) == (zoe, ann)
        entry = AuditEntry.objects.get(action="event.arbiter")
        assert '"name": "zoe"' in entry.details

    def test_name_of_no_account_is_listed_like_one_of_an_account(self, ann: User, event: Event, zoe: User) -> None:
        made = events.appoint(ann, event, "nobody-at-all")
        assert (made.user, made.username) == (None, "nobody-at-all")
        assert [one.username for one in events.arbiters_of(event)] == ["zoe", "nobody-at-all"]
        for name in ("nobody-at-all", "zoe"):
            with refused("already-there", 409):
                events.appoint(ann, event, name)
        assert not events.served_by(User.objects.create_user("nobody-at-all")), "the account was made later: it was not meant"

    def test_nameless_and_too_many_are_refused(self, ann: User, event: Event) -> None:
        with refused("empty-name", 422):
            events.appoint(ann, event, "  ")
        Arbiter.objects.bulk_create(Arbiter(event=event, unknown_name=f"name {n}") for n in range(100))
        with refused("too-many", 409):
            events.appoint(ann, event, "one more")


class TestDismissing:
    def test_dismissed_arbiter_sees_the_event_no_more(self, ann: User, event: Event, zoe: User, played: Match) -> None:
        arbiter = event.arbiters.get()
        events.dismiss(ann, arbiter)
        with refused("not-found", 404):
            events.dismiss(ann, arbiter)
        assert events.find(zoe, event.pk) is None
        assert matches.find(zoe, played.pk) is None
        assert AuditEntry.objects.filter(action="event.arbiter.dismiss").count() == 1

    def test_arbiter_ends_the_own_service_and_nobody_else_s(self, ann: User, event: Event, zoe: User) -> None:
        other = events.appoint(ann, event, User.objects.create_user("yan").username)
        with refused("permission-denied", 403):
            events.dismiss(zoe, other)
        events.dismiss(zoe, events.arbiter_of(event, "zoe") or other)
        assert [one.username for one in events.arbiters_of(event)] == ["yan"]


class TestWhatAnArbiterSees:
    def test_event_and_its_matches_and_nothing_else_of_the_club(
        self, ann: User, club: Club, event: Event, zoe: User, played: Match
    ) -> None:
        [elsewhere] = upload(club, ann, text("sichuan/clean-02", Event="Another evening"))
        league = events.create(ann, club, "League", tag="")
        events.attach_match(ann, league, played, league.stages.get())
        events.appoint(ann, league, "zoe")
        other = events.create(ann, club, "Another event")
        assert set(events.visible_to(zoe)) == {event, league} == set(events.served_by(zoe))
        assert list(matches.visible_to(zoe)) == [played]
        assert matches.visible_among(zoe, [played.pk, elsewhere.pk]) == {played.pk}
        assert matches.find(zoe, played.pk) == played
        assert matches.find(zoe, elsewhere.pk) is None
        assert list(matches.search(matches.visible_to(zoe), q="autumn")) == list(matches.search(matches.visible_to(zoe), q=""))
        assert events.find(zoe, other.pk) is None
        assert not clubs.visible_to(zoe)
        for table in played.tables.all():
            events.detach(ann, table)
        assert matches.find(zoe, played.pk) is None, "it left its tables"
        assert not matches.visible_to(zoe)

    def test_token_of_one_club_opens_nothing_that_is_served(self, zoe: User, event: Event, played: Match) -> None:
        own = clubs.create(zoe, "Tigers")
        for limit, status in ((None, 200), (own, 404)):
            secret = access.issue_token(zoe, "phone", club=limit)[1]
            client = Client(HTTP_AUTHORIZATION=f"Bearer {secret}")
            for address in (f"events/{event.pk}", f"matches/{played.pk}", f"events/{event.pk}/unresolved"):
                assert client.get(f"/api/v1/{address}").status_code == status, (limit, address)
            assert len(client.get("/api/v1/matches").json()["results"]) == (limit is None)


class TestRuling:
    def test_arbiter_rules_under_the_own_name(self, event: Event, zoe: User, played: Match) -> None:
        ruling = events.rule(zoe, event, played, finding_of(played), "upheld", "as written")
        assert (ruling.arbiter, ruling.arbiter_name) == (zoe.pk, "zoe")

    def test_arbiter_arranges_and_scores_nothing(self, event: Event, zoe: User, played: Match) -> None:
        table, stage = event.tables.get(), event.stages.get()
        attempts = [
            lambda: events.change(zoe, event, name="Mine"),
            lambda: events.change_stage(zoe, stage, carry="0"),
            lambda: events.detach(zoe, table),
            lambda: events.plan_table(zoe, event, stage, 2, "1"),
            lambda: events.add_entrant(zoe, event, "Friend"),
            lambda: events.withdraw(zoe, event.entrants.all()[0]),
            lambda: events.delete(zoe, event),
        ]
        for attempt in attempts:
            with refused("permission-denied", 403):
                attempt()


class TestPages:
    def test_arbiter_finds_the_event_reads_it_and_rules(self, event: Event, zoe: User, played: Match) -> None:
        browser = Client(HTTP_ACCEPT_LANGUAGE="en")
        browser.force_login(zoe)
        for page in ("/", "/clubs/"):
            assert f"/events/{event.pk}/" in browser.get(page).content.decode()
        shown = browser.get(f"/events/{event.pk}/tables/").content.decode()
        assert f"/matches/{played.pk}/" in shown
        assert "Lions" not in shown
        assert 'name="detach"' not in shown
        settings = browser.get(f"/events/{event.pk}/settings/").content.decode()
        assert ("Step down" in settings, 'value="change"' in settings) == (True, False)
        assert "Look and rule" in browser.get(f"/events/{event.pk}/decisions/").content.decode()
        page = f"/matches/{played.pk}/"
        assert 'name="action" value="rule"' in browser.get(page).content.decode()
        form = {"action": "rule", "event": event.pk, **finding_of(played).as_dict(), "decision": "upheld", "reason": "as written"}
        assert browser.post(page, form).status_code == 302
        assert event.rulings.get().arbiter_name == "zoe"


def test_export_of_an_account_lists_what_it_serves(event: Event, zoe: User) -> None:
    assert [row["event__name"] for row in services(zoe)] == [EVENT]
