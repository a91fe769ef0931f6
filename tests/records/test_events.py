"""Events: how they are made, which matches attach to which tables, who takes part, and what stands at the end."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from records.accounts import access, clubs
from records.accounts.models import Club
from records.archive import matches
from records.archive.models import Match
from records.tournament import events
from records.tournament.models import Entrant, Event, Stage, Table
from tests.each import refusals
from tests.links import holder
from tests.records.errors import refused
from tests.records.evening import EVENT, hall, text, upload

pytestmark = pytest.mark.django_db


def first(event: Event) -> Stage:
    return event.stages.get(number=1)


class TestMaking:
    def test_short_name_of_another_event_of_the_club_is_refused(self, ann: User, club: Club, event: Event) -> None:
        with refused("slug-taken", 409):
            events.create(ann, club, EVENT)
        assert events.create(ann, clubs.create(ann, "Tigers"), EVENT).slug == event.slug
        assert events.create(ann, club, "秋季盃").slug.startswith("event-"), "no latin letters to make one of"

    @refusals(
        ("said", "code"),
        [
            ({"name": " "}, "empty-name"),
            ({"slug": "Not so"}, "invalid-slug"),
            ({"game": "chess"}, "invalid"),
            ({"starts": "2026.13.01"}, "invalid"),
            ({"starts": "2026.11.14", "ends": "2026.11.13"}, "invalid"),
        ],
    )
    def test_event_with_senseless_settings_is_refused(self, ann: User, club: Club, said: dict[str, str], code: str) -> None:
        with refused(code, 422):
            events.create(ann, club, **{"name": EVENT, **said})
        assert not Event.objects.exists()

    def test_days_of_an_event_are_stored_as_records_write_them(self, ann: User, event: Event) -> None:
        changed = events.change(ann, event, starts="2026-11-14", ends="2026.11.15")
        assert (changed.starts, changed.ends) == ("2026.11.14", "2026.11.15")
        changed = events.change(ann, event, starts="0001-01-02", ends="0987.06.05")
        assert (changed.starts, changed.ends) == ("0001.01.02", "0987.06.05")

    @refusals(
        "said",
        [
            {"points": "beauty"},
            {"points": "placement"},
            {"placement": []},
            {"placement": ["-1"]},
            {"carry": "3/2"},
            {"carry": "1/0"},
            {"carry": "0.5"},
            {"tie_breaks": ["luck"]},
            {"tie_breaks": ["strength", "strength"]},
        ],
    )
    def test_stage_with_senseless_settings_is_refused(self, ann: User, event: Event, said: dict[str, Any]) -> None:
        with refused("invalid", 422):
            events.change_stage(ann, first(event), **said)

    def test_stage_keeps_its_scoring_settings(self, ann: User, event: Event) -> None:
        said = {"points": "placement", "placement": [4, 2, "1/2", 0], "carry": "2/4", "cut": True, "tie_breaks": ["strength"]}
        stage = events.add_stage(ann, event, name="Final", tag="final", **said)
        assert (stage.number, stage.placement, stage.carry, stage.cut) == (2, ["4", "2", "1/2", "0"], "1/2", True)

    def test_second_stage_without_a_tag_and_removal_of_a_used_stage_are_refused(self, ann: User, event: Event) -> None:
        with refused("stage-tag-taken", 409):
            events.add_stage(ann, event, name="Another without a tag")
        with refused("stage-in-use", 409):
            events.remove_stage(ann, first(event))


class TestAttaching:
    def test_match_is_assigned_to_the_first_round_with_a_free_table_and_free_people(
        self, ann: User, club: Club, event: Event
    ) -> None:
        texts = [text(Table="1"), text("sichuan/clean-02", "EFGH", Table="1"), text("sichuan/clean-03", Table="2")]
        a, b, c = upload(club, ann, *texts)
        assert hall(event) == [(1, 1, "1", a.pk), (1, 2, "1", b.pk), (1, 2, "2", c.pk)]

    def test_match_is_assigned_to_its_planned_table(self, ann: User, club: Club, event: Event) -> None:
        table = events.plan_table(ann, event, first(event), 3, "A")
        events.plan_table(ann, event, first(event), 1, "A")
        match = upload(club, ann, text(Table="A"))[0]
        assert hall(event) == [(1, 1, "A", match.pk), (1, 3, "A", None)]
        with refused("table-taken", 409):
            events.plan_table(ann, event, first(event), 3, "A")
        events.remove_table(ann, table)
        assert hall(event) == [(1, 1, "A", match.pk)]

    def test_match_is_assigned_to_the_stage_of_its_tag_or_else_to_the_one_without(
        self, ann: User, club: Club, event: Event
    ) -> None:
        events.add_stage(ann, event, name="Final", tag="final")
        a, b = upload(club, ann, text(Table="1", Stage="Day 1"), text(people="EFGH", Table="1", Stage="final"))
        assert hall(event) == [(1, 1, "1", a.pk), (2, 1, "1", b.pk)]

    def test_match_of_an_unknown_stage_waits_until_the_stage_is_made(self, ann: User, club: Club, event: Event) -> None:
        events.change_stage(ann, first(event), tag="first")
        match = upload(club, ann, text(Stage="second"))[0]
        assert hall(event) == []
        assert [(issue.kind, issue.match) for issue in events.overview_of(event).issues] == [("no-stage", match)]
        events.add_stage(ann, event, tag="second")
        assert hall(event) == [(2, 1, "1", match.pk)]

    @pytest.mark.parametrize(
        ("said", "attached"),
        [
            ({"event": "Spring Cup"}, 0),
            ({"Date": "2026.11.13"}, 0),
            ({"Date": "2026.11.14"}, 1),
            ({"Date": "2026.11.16"}, 0),
            ({"Date": "2026.??.??"}, 1),
            ({"name": "kawuxing/clean-01"}, 0),
            ({}, 1),
        ],
    )
    def test_match_of_another_tag_game_or_day_is_not_assigned(
        self, ann: User, club: Club, event: Event, said: dict[str, str], attached: int
    ) -> None:
        events.change(ann, event, game="sichuan", starts="2026.11.14", ends="2026.11.15")
        upload(club, ann, text(**said))
        assert len(hall(event)) == attached
        events.delete(ann, event)
        assert (Event.objects.count(), Table.objects.count(), Match.objects.count()) == (0, 0, 1)
        again = events.create(ann, club, EVENT, game="sichuan", starts="2026.11.14", ends="2026.11.15")
        assert len(hall(again)) == attached, "the same is found for what was stored before"

    def test_match_of_another_club_or_of_none_is_not_assigned(self, ann: User, event: Event) -> None:
        [other] = upload(clubs.create(ann, "Tigers"), ann, text())
        matches.upload(text("sichuan/clean-02").encode(), media_type="text/x-ppn", user=ann)
        assert events.attach_matching(ann, event) == 0
        with refused("not-of-the-club", 422):
            events.attach_match(ann, event, other, first(event))

    def test_match_excluded_by_hand_stays_excluded(self, ann: User, club: Club, event: Event) -> None:
        match = upload(club, ann, text(Table="1"))[0]
        events.detach(ann, event.tables.get())
        assert hall(event) == [(1, 1, "1", None)]
        assert events.attach_matching(ann, event) == 0
        events.attach_match(ann, event, match, first(event))
        assert hall(event) == [(1, 1, "1", match.pk)]

    def test_match_moved_by_hand_leaves_no_empty_table(self, ann: User, club: Club, event: Event) -> None:
        match = upload(club, ann, text(Table="1"))[0]
        events.attach_match(ann, event, match, first(event), 4, "B")
        assert hall(event) == [(1, 4, "B", match.pk)]
        other = upload(club, ann, text("sichuan/clean-02", Table="1"))[0]
        with refused("table-taken", 409):
            events.attach_match(ann, event, other, first(event), 4, "B")


class TestEntering:
    def test_player_of_an_open_event_becomes_an_entrant(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(people=["Li Si", "ＬＩ  SI ", "?", "Wang"], Table="1"))  # type: ignore[arg-type]
        assert [entrant.name for entrant in event.entrants.all()] == ["Li Si", "Wang"], "the first spelling is the name"

    def test_player_of_a_closed_event_is_unknown_until_entered(self, ann: User, club: Club, event: Event) -> None:
        events.change(ann, event, open=False)
        upload(club, ann, text(Table="1"))
        issues = [(issue.kind, issue.names) for issue in events.overview_of(event).issues]
        assert issues == [("unknown-name", ("A", "B", "C", "D"))]
        assert events.add_everybody(ann, event, "ABCD") == 4
        assert events.overview_of(event).issues == ()

    def test_alias_given_to_another_entrant_counts_for_them(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(Table="1"), text("sichuan/clean-02", "aEFG", Table="2"))
        events.change_entrant(ann, Entrant.objects.get(name="B"), name="Bob", team="Reds")
        assert {entrant.name for entrant in event.entrants.all()} == {"A", "Bob", "C", "D", "E", "F", "G"}
        events.change_entrant(ann, Entrant.objects.get(name="E"), alias="F")
        assert "F" not in {entrant.name for entrant in event.entrants.all()}
        row = next(row for row in events.overview_of(event).standings.rows if row.entrant == "A")
        assert row.tables == 2, "a and A are one name"

    def test_two_players_of_one_name_at_a_table_are_told_apart_by_hand(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(people="AABC", Table="1"))
        overview = events.overview_of(event)
        assert [(issue.kind, issue.names) for issue in overview.issues] == [("same-name", ("A",))]
        assert overview.standings.provisional
        table = event.tables.get()
        with refused("unknown-seat", 422):
            events.seat(ann, table, {"X": "A"})
        events.seat(ann, table, {"S": "A the younger"})
        overview = events.overview_of(event)
        assert (overview.issues, overview.standings.provisional) == ((), False)
        assert len(overview.standings.rows) == 4

    def test_withdrawn_entrant_is_not_ranked(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(Table="1"))
        events.withdraw(ann, Entrant.objects.get(name="A"))
        overview = events.overview_of(event)
        assert [row.entrant for row in overview.standings.rows if row.entrant == "A"] == []
        assert [issue.kind for issue in overview.issues] == ["unknown-name"]

    def test_entering_the_same_name_twice_is_refused(self, ann: User, event: Event) -> None:
        events.add_entrant(ann, event, "Li Si")
        with refused("already-entered", 409):
            events.add_entrant(ann, event, "ＬＩ SI")
        with refused("empty-name", 422):
            events.add_entrant(ann, event, " ? ")


class TestStandings:
    def test_standings_add_up_the_points_of_the_verdicts_by_name(self, ann: User, club: Club, event: Event) -> None:
        match = upload(club, ann, text(people=["A", "B", "C", "D"], Table="1"))[0]  # type: ignore[arg-type]
        computed = match.current_judgement.verdict["totals"]["computed"]
        rows = {row.entrant: row.points for row in events.overview_of(event).standings.rows}
        assert rows == {name: computed[seat] for name, seat in zip("ABCD", "ESWN", strict=True)}

    def test_unjudged_and_unreadable_matches_are_unresolved(self, ann: User, club: Club, event: Event) -> None:
        waiting = upload(club, ann, text(Table="1"), judge=False)[0]
        broken = upload(club, ann, '[PPN "1"]\n[Game sichuan]\n')[0]
        events.attach_match(ann, event, broken, first(event), 2, "1")
        events.plan_table(ann, event, first(event), 2, "2")
        overview = events.overview_of(event)
        assert [(issue.kind, issue.match) for issue in overview.issues if issue.kind != "no-names"] == [
            ("pending", waiting),
            ("unreadable", broken),
            ("no-match", None),
        ]
        assert len(overview.standings.undecided) == 2

    def test_reading_an_event_takes_the_same_queries_whatever_its_size(
        self, ann: User, club: Club, event: Event, django_assert_num_queries: Any
    ) -> None:
        upload(club, ann, text(Table="1"))
        with django_assert_num_queries(8):
            _ = events.overview_of(event).standings
        upload(club, ann, *(text(people=f"{n}xyz", Table=str(n)) for n in range(2, 9)))
        with django_assert_num_queries(8):
            _ = events.overview_of(event).standings


class TestSeeing:
    def test_event_is_hidden_from_strangers_until_it_is_public(self, ann: User, event: Event) -> None:
        stranger = User.objects.create_user("eve")
        seen = [events.find(user, event.pk) is not None for user in (ann, stranger, None)]
        assert seen == [True, False, False]
        events.change(ann, event, public=True)
        assert all(events.find(user, event.pk) for user in (ann, stranger, None))

    def test_share_link_of_an_event_opens_it_and_its_matches_alone(self, ann: User, club: Club, event: Event) -> None:
        inside, outside = upload(club, ann, text(Table="1"), text("sichuan/clean-02", event="Spring Cup"))
        link, secret = access.share(ann, event)
        assert events.find(holder(secret), event.pk) == event
        assert matches.find(holder(secret), inside.pk) == inside
        assert matches.find(holder(secret), outside.pk) is None
        assert matches.visible_among(holder(secret), [inside.pk, outside.pk]) == {inside.pk}
        assert not matches.visible_to(holder(secret)).exists(), "a link puts nothing into lists"
        access.revoke_link(ann, link)
        assert events.find(holder(secret), event.pk) is None
        assert matches.find(holder(secret), inside.pk) is None

    def test_share_link_of_an_event_ends_with_its_time(self, ann: User, event: Event) -> None:
        soon = timezone.now() + timedelta(hours=1)
        link, secret = access.share(ann, event, expires_at=soon)
        assert events.find(holder(secret), event.pk) == event
        link.expires_at = timezone.now()
        link.save()
        assert events.find(holder(secret), event.pk) is None
        with refused("invalid-expiry", 422):
            access.share(ann, event, expires_at=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_concurrent_uploads_are_assigned_to_different_tables() -> None:
    ann = User.objects.create_user("ann")
    club = clubs.create(ann, "Lions")
    event = events.create(ann, club, EVENT)

    def bring(number: int) -> None:
        try:
            for round_ in range(3):
                upload(club, ann, text(f"sichuan/clean-0{round_ + 1}", f"{number}abc", Table="1"), judge=False)
        finally:
            connection.close()

    threads = [threading.Thread(target=bring, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(round_ for _, round_, _, _ in hall(event)) == list(range(1, 10))
    assert len({match for *_, match in hall(event)}) == 9
    assert event.entrants.count() == 6
