"""Events: how they are made, which matches attach to which tables, who takes part, and what stands at the end."""

from __future__ import annotations

import io
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from records import access, batches, clubs, events, matches
from records.errors import Refusal
from records.models import Club, Entrant, Event, Judgement, Match, Membership, Role, Stage, Table, VerdictSummary
from referee.results.ranking.rulings import findings_of
from tests.records.errors import refused
from tests.records.evening import EVENT, hall, text, upload

pytestmark = pytest.mark.django_db


def first(event: Event) -> Stage:
    return event.stages.get(number=1)


class TestMaking:
    def test_new_event_has_one_stage_and_its_name_as_tag(self, event: Event) -> None:
        assert (event.slug, event.tag, event.open, event.public) == ("autumn-cup", EVENT, True, False)
        assert [stage.number for stage in event.stages.all()] == [1]

    def test_event_name_without_latin_letters_gets_a_short_name(self, ann: User, club: Club) -> None:
        assert events.create(ann, club, "秋季盃").slug.startswith("event-")

    def test_short_name_of_another_event_of_the_club_is_refused(self, ann: User, club: Club, event: Event) -> None:
        with refused("slug-taken", 409):
            events.create(ann, club, EVENT)
        assert events.create(ann, clubs.create(ann, "Tigers"), EVENT).slug == event.slug

    @pytest.mark.parametrize(
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

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.SCORER, Role.ORGANIZER])
    def test_event_may_be_made_by_organizers_alone(self, club: Club, role: Role) -> None:
        bob = User.objects.create_user("bob")
        Membership.objects.create(club=club, user=bob, role=role, accepted_at=timezone.now())
        if role == Role.ORGANIZER:
            assert events.create(bob, club, EVENT).created_by == bob
        else:
            with refused("permission-denied", 403):
                events.create(bob, club, EVENT)

    def test_days_of_an_event_are_stored_as_records_write_them(self, ann: User, event: Event) -> None:
        changed = events.change(ann, event, starts="2026-11-14", ends="2026.11.15")
        assert (changed.starts, changed.ends) == ("2026.11.14", "2026.11.15")

    def test_days_of_the_first_years_keep_their_zeros(self, ann: User, event: Event) -> None:
        changed = events.change(ann, event, starts="0001-01-02", ends="0987.06.05")
        assert (changed.starts, changed.ends) == ("0001.01.02", "0987.06.05")

    @pytest.mark.parametrize(
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

    def test_an_event_without_rulings_can_be_deleted_and_its_matches_stay(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text())
        events.delete(ann, event)
        assert (Event.objects.count(), Table.objects.count(), Match.objects.count()) == (0, 0, 1)


class TestAttaching:
    def test_uploaded_match_is_assigned_to_its_table(self, ann: User, club: Club, event: Event) -> None:
        one, two = upload(club, ann, text(Table="7"), text(people="EFGH", Table="8"))
        assert hall(event) == [(1, 1, "7", one.pk), (1, 1, "8", two.pk)]

    def test_stored_matches_are_assigned_when_the_event_is_made(self, ann: User, club: Club) -> None:
        match = upload(club, ann, text(Table="7"))[0]
        assert hall(events.create(ann, club, EVENT)) == [(1, 1, "7", match.pk)]

    def test_match_is_assigned_to_the_first_round_with_a_free_table_and_free_people(
        self, ann: User, club: Club, event: Event
    ) -> None:
        texts = [text(Table="1"), text("sichuan/clean-02", "EFGH", Table="1"), text("sichuan/clean-03", Table="2")]
        a, b, c = upload(club, ann, *texts)
        assert hall(event) == [(1, 1, "1", a.pk), (1, 2, "1", b.pk), (1, 2, "2", c.pk)]

    def test_match_without_a_table_is_assigned_to_the_first_free_one(self, ann: User, club: Club, event: Event) -> None:
        a, b = upload(club, ann, text(), text(people="EFGH"))
        assert {(round_, name) for _, round_, name, _ in hall(event)} == {(1, "1"), (1, "2")}

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
        again = events.create(ann, club, EVENT, game="sichuan", starts="2026.11.14", ends="2026.11.15")
        assert len(hall(again)) == attached, "the same is found for what was stored before"

    def test_match_of_another_club_or_of_none_is_not_assigned(self, ann: User, event: Event) -> None:
        upload(clubs.create(ann, "Tigers"), ann, text())
        matches.upload(text("sichuan/clean-02").encode(), media_type="text/x-ppn", user=ann)
        assert events.attach_matching(ann, event) == 0

    def test_assigning_matches_again_changes_nothing(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(Table="1"))
        before = hall(event)
        upload(club, ann, text(Table="1"))
        assert events.attach_matching(ann, event) == 0
        assert hall(event) == before

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

    def test_assigning_a_match_of_another_club_by_hand_is_refused(self, ann: User, event: Event) -> None:
        other = upload(clubs.create(ann, "Tigers"), ann, text())[0]
        with refused("not-of-the-club", 422):
            events.attach_match(ann, event, other, first(event))

    def test_matches_of_a_batch_are_assigned(self, ann: User, club: Club, event: Event) -> None:
        data = "\n".join(text(people=f"{n}abc", Table=str(n)) for n in range(1, 5)).encode()
        batch = batches.receive(io.BytesIO(data).read, media_type="text/x-ppn", user=ann, club=club)
        batches.ingest(batch.pk)
        assert [(round_, name) for _, round_, name, _ in hall(event)] == [(1, "1"), (2, "2"), (3, "3"), (4, "4")]

    def test_database_refuses_a_match_at_two_tables(self, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(Table="1"))
        table = event.tables.get()
        with pytest.raises(IntegrityError), transaction.atomic():
            Table.objects.create(event=event, round=table.round, name="2", match=table.match)
        with pytest.raises(IntegrityError), transaction.atomic():
            Table.objects.create(event=event, round=table.round, name="1")


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
        with django_assert_num_queries(9):
            _ = events.overview_of(event).standings
        upload(club, ann, *(text(people=f"{n}xyz", Table=str(n)) for n in range(2, 9)))
        with django_assert_num_queries(9):
            _ = events.overview_of(event).standings
        for match in upload(club, ann, *(text("sichuan/score-mismatch", people=f"{n}abc", Table=str(n)) for n in (9, 10))):
            finding = next(iter(findings_of(match.current_judgement.verdict)))  # type: ignore[union-attr]
            events.rule(ann, event, match, finding, "overruled", "Agreed.")
        with django_assert_num_queries(11):
            _ = events.overview_of(event).standings

    def test_standings_read_neither_records_nor_verdicts(self, ann: User, club: Club, event: Event, monkeypatch: Any) -> None:
        flagged = upload(club, ann, text(Table="1"), text("sichuan/score-mismatch", people="EFGH", Table="2"))[1]
        upload(club, ann, text(people="IJKL", Table="3"), judge=False)
        finding = next(iter(findings_of(flagged.current_judgement.verdict)))  # type: ignore[union-attr]
        events.rule(ann, event, flagged, finding, "overruled", "Agreed.")
        events.seat(ann, event.tables.get(name="1"), {"E": "Z"})
        read: list[Any] = []
        monkeypatch.setattr("records.events.overview.results.record_of", read.append)
        with CaptureQueriesContext(connection) as asked:
            overview = events.overview_of(event)
            assert [row.entrant for row in overview.standings.rows]
            assert [issue.kind for issue in overview.issues] == ["pending"]
        assert read == []
        assert not [query["sql"] for query in asked if '"source"' in query["sql"] or '."verdict"' in query["sql"]]

    def test_standings_are_the_same_for_judgements_without_a_summary(self, ann: User, club: Club, event: Event) -> None:
        """Judgements of a release that stored no summary, until the sweeper has come to them, and then."""
        flagged = upload(club, ann, text(Table="1"), text("sichuan/score-mismatch", people="EFGH", Table="2"))[1]
        broken = upload(club, ann, '[PPN "1"]\n[Game sichuan]\n')[0]
        events.attach_match(ann, event, broken, first(event), 2, "1")
        finding = next(iter(findings_of(flagged.current_judgement.verdict)))  # type: ignore[union-attr]
        events.rule(ann, event, flagged, finding, "overruled", "Agreed.")

        def told() -> Any:
            overview = events.overview_of(event)
            return [table.result for table in overview.tables], overview.standings, overview.issues

        new = told()
        VerdictSummary.objects.all().delete()
        Judgement.objects.update(counted=False)
        assert told() == new
        assert matches.add_missing_results(5) == 3
        assert VerdictSummary.objects.count() == 3
        assert told() == new


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
        assert events.find_shared(secret) == event
        assert events.find_shared_match(secret, inside.pk) == inside
        assert events.find_shared_match(secret, outside.pk) is None
        assert events.find_shared_match(secret) is None
        access.revoke_link(ann, link)
        assert events.find_shared(secret) is None
        assert events.find_shared_match(secret, inside.pk) is None

    def test_share_link_of_an_event_ends_with_its_time(self, ann: User, event: Event) -> None:
        soon = timezone.now() + timedelta(hours=1)
        link, secret = access.share(ann, event, expires_at=soon)
        assert events.find_shared(secret) == event
        link.expires_at = timezone.now()
        link.save()
        assert events.find_shared(secret) is None
        with refused("invalid-expiry", 422):
            access.share(ann, event, expires_at=timezone.now())

    def test_database_refuses_a_share_link_of_two_things_or_of_none(self, ann: User, club: Club, event: Event) -> None:
        link, _ = access.share(ann, event)
        link.match = upload(club, ann, text())[0]
        with pytest.raises(IntegrityError), transaction.atomic():
            link.save()
        link.match = link.event = None
        with pytest.raises(IntegrityError), transaction.atomic():
            link.save()


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


def test_refusal_names_what_was_expected(ann: User, event: Event) -> None:
    with pytest.raises(Refusal, match="carry: expected a whole number or a fraction from 0 to 1, as 1/2, found “2”"):
        events.change_stage(ann, first(event), carry="2")
