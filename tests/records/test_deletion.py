"""Deleted matches are nowhere, can be brought back for a while, and are then erased; a corrected record takes one's place."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from records.accounts import access, webhooks
from records.accounts.audit import verify
from records.accounts.models import AuditEntry, Club, Membership, Role, WebhookDelivery, WebhookKind
from records.archive import matches, players
from records.archive.matches.judging import seat_results
from records.archive.models import DeletedMatch, Judgement, Match, Upload
from records.archive.rejudging.run import scope_of, start
from records.core.models import Tombstone
from records.tournament import events
from records.tournament.models import Event
from tests.each import refusals
from tests.links import holder
from tests.records.clubs import join
from tests.records.errors import refused
from tests.records.evening import PPN, hall, publish, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(ann: User, club: Club, event: Event) -> Match:
    return upload(club, ann, text("sichuan/clean-01", "ab", Table="1"))[0]


def actions(after: int = 0) -> list[str]:
    return list(AuditEntry.objects.filter(number__gt=after).order_by("number").values_list("action", flat=True))


def expire(deletion: DeletedMatch) -> None:
    DeletedMatch.objects.filter(pk=deletion.pk).update(ends_at=timezone.now() - timedelta(seconds=1))


def standing(event: Event) -> list[tuple[str, str]]:
    return [(row.entrant, str(row.points)) for row in events.overview_of(event).standings.rows]


class TestDeleting:
    def test_deleted_match_is_nowhere(self, ann: User, club: Club, event: Event, match: Match) -> None:
        staff = User.objects.create_user("staff", is_staff=True)
        _, secret = access.share(ann, match)
        _, of_event = access.share(ann, event)
        [player, *_] = [seat.alias.player for seat in match.seats.all() if seat.alias]
        assert players.by_game(player)
        matches.delete(ann, match)
        for person in (ann, staff):
            assert matches.find(person, match.pk) is None
            assert not matches.visible_to(person).exists()
            assert not matches.search(matches.visible_to(person), q=match.number).exists()
        assert matches.find(holder(secret), match.pk) is None
        assert matches.find(holder(of_event), match.pk) is None
        assert players.by_game(player) == []
        assert players.match_counts([player]) == {}
        assert not scope_of(start(ann, club)).exists()

    def test_deleted_match_leaves_an_empty_table_and_provisional_standings(self, ann: User, event: Event, match: Match) -> None:
        upload(event.club, ann, text("sichuan/clean-02", "cd", Table="2"))
        assert not events.overview_of(event).undecided_after(None)
        matches.delete(ann, match)
        assert hall(event)[0] == (1, 1, "1", None)
        assert events.overview_of(event).undecided_after(None) == [(1, 1, "1")]
        assert events.attach_matching(ann, event) == 0

    def test_match_that_is_brought_back_is_as_it_was(self, ann: User, event: Event, match: Match) -> None:
        before, seats, where = standing(event), list(match.seats.values_list("pk", "alias")), hall(event)
        matches.restore(ann, matches.delete(ann, match))
        assert (standing(event), hall(event)) == (before, where)
        assert list(match.seats.order_by("pk").values_list("pk", "alias")) == seats
        found = matches.find(ann, match.pk)
        assert found is not None
        assert (found.user, found.club, found.owner_key) == (ann, event.club, f"club:{event.club_id}")
        assert not DeletedMatch.objects.exists()

    def test_every_act_is_in_the_audit_log_and_told_to_webhooks(self, ann: User, club: Club, match: Match) -> None:
        kinds = [WebhookKind.MATCH_DELETED, WebhookKind.MATCH_RESTORED]
        webhooks.add(ann, club, "https://example.org/", kinds)
        last = AuditEntry.objects.latest("number").number
        matches.restore(ann, matches.delete(ann, match))
        assert actions(last) == ["match.remove", "match.restore"]
        assert [one.kind for one in WebhookDelivery.objects.order_by("created_at")] == kinds
        assert json.loads(AuditEntry.objects.latest("number").details)["club"] == club.pk
        assert verify().broken is None

    def test_scorer_deletes_and_brings_back_own_uploads_while_scoring(self, club: Club) -> None:
        membership = join(club, "bob", Role.SCORER)
        bob = membership.user
        assert bob is not None
        [mine] = upload(club, bob, text("sichuan/clean-03", "ef"))
        deletion = matches.delete(bob, mine)
        assert list(matches.deleted_lately(bob)) == [deletion]
        Membership.objects.filter(pk=membership.pk).update(role=Role.MEMBER)
        assert not matches.deleted_lately(bob).exists()
        with refused("permission-denied", 403):
            matches.restore(bob, deletion)

    def test_verdict_that_comes_while_the_match_is_deleted_is_not_stored(
        self, ann: User, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The worker has claimed it, and somebody deletes it before the verdict is stored."""
        import referee

        [waiting] = upload(club, ann, text("sichuan/clean-01", "xy"), judge=False)
        verify_ = referee.verify
        deleted: list[DeletedMatch] = []

        def slow(record: Any) -> Any:
            deleted.append(matches.delete(ann, waiting))
            return verify_(record)

        monkeypatch.setattr(referee, "verify", slow)
        assert matches.judge(waiting.pk) is None
        monkeypatch.undo()
        matches.restore(ann, deleted[0])
        assert matches.judge(waiting.pk) is not None
        assert [seat.alias for seat in waiting.seats.all()].count(None) == 0

    def test_match_that_was_to_be_judged_again_is_after_it_is_brought_back(self, ann: User, match: Match) -> None:
        matches.rejudge(None, match)
        deletion = matches.delete(ann, match)
        matches.rejudge(None, match)
        assert Match.objects.get().state == Match.State.STOPPED
        matches.restore(ann, deletion)
        assert Match.objects.get().state == Match.State.PENDING
        assert matches.judge(match.pk) is not None

    def test_record_that_was_uploaded_again_is_not_brought_back_beside_it(self, ann: User, club: Club, match: Match) -> None:
        deletion = matches.delete(ann, match)
        upload(club, ann, text("sichuan/clean-01", "ab", Table="1"))
        with refused("stored-again", 409):
            matches.restore(ann, deletion)
        assert matches.visible_to(ann).count() == 1

    def test_match_goes_to_another_table_where_its_own_is_taken(self, ann: User, club: Club, event: Event, match: Match) -> None:
        deletion = matches.delete(ann, match)
        [other] = upload(club, ann, text("sichuan/clean-02", "cd", Table="1"))
        matches.restore(ann, deletion)
        assert {one for *_, one in hall(event)} == {match.pk, other.pk}

    def test_results_that_are_added_while_the_match_is_deleted_give_it_no_player(self, ann: User, match: Match) -> None:
        Judgement.objects.update(counted=False)
        read_before = Judgement.objects.select_related("match__club").get()
        matches.delete(ann, match)
        seat_results._add_results(read_before)
        assert not match.seats.filter(alias__isnull=False).exists()


class TestErasing:
    def test_expired_match_is_erased_with_tombstones(self, ann: User, club: Club, match: Match) -> None:
        deletion = matches.delete(ann, match)
        assert matches.erase_expired() == 0
        expire(deletion)
        assert not matches.deleted_lately(ann).exists()
        with refused("not-found", 404):
            matches.restore(ann, deletion)
        assert matches.erase_expired() == 1
        assert not Match.objects.exists()
        assert not Upload.objects.exists()
        assert {stone.kind for stone in Tombstone.objects.all()} == {"archive_match", "archive_judgement", "archive_upload"}
        details = json.loads(AuditEntry.objects.get(action="match.delete").details)
        assert details["club"] == club.pk

    def test_published_results_stay_when_their_match_is_erased(self, ann: User, event: Event, match: Match) -> None:
        publication = publish(ann, event)
        assert events.publications_with(match) == [event]
        expire(matches.delete(ann, match))
        assert matches.erase_expired() == 1
        publication.refresh_from_db()
        assert publication.matches == 1

    def test_upload_stays_while_another_match_of_it_does(self, ann: User, club: Club) -> None:
        first, _second = upload(club, ann, text("sichuan/clean-01", "ab"), text("sichuan/clean-02", "cd"))
        expire(matches.delete(ann, first))
        assert matches.erase_expired() == 1
        assert (Upload.objects.count(), Match.objects.count()) == (1, 1)


class TestReplacing:
    CORRECTED = text("sichuan/clean-01", "ab", Table="7")

    def test_corrected_record_takes_the_table_of_the_former_one(self, ann: User, event: Event, match: Match) -> None:
        new, deletion = matches.replace(ann, match, self.CORRECTED.encode(), media_type=PPN)
        assert hall(event) == [(1, 1, "1", new.pk)]
        assert deletion is not None
        assert deletion.replacement == new
        assert matches.find(ann, match.pk) is None
        assert bytes(matches.read_deleted(deletion).source) == bytes(match.source)
        assert "match.replace" in actions()

    def test_undone_replacement_brings_the_former_record_back_to_its_table(self, ann: User, event: Event, match: Match) -> None:
        new, deletion = matches.replace(ann, match, self.CORRECTED.encode(), media_type=PPN)
        assert deletion is not None
        matches.restore(ann, deletion)
        assert hall(event) == [(1, 1, "1", match.pk)]
        assert list(matches.deleted_lately(ann).values_list("match", flat=True)) == [new.pk]

    @refusals(
        ("data", "code", "status"),
        [
            (text("sichuan/clean-01", "ab", Table="1"), "same-record", 409),
            (text("sichuan/clean-02", "cd") + "\n" + text("sichuan/clean-03", "ef"), "one-match", 422),
            ("no record at all", "unreadable", 422),
        ],
    )
    def test_what_is_no_correction_is_refused_and_not_stored(
        self, ann: User, event: Event, match: Match, data: str, code: str, status: int
    ) -> None:
        before = hall(event)
        with refused(code, status):
            matches.replace(ann, match, data.encode(), media_type=PPN)
        assert hall(event) == before
        assert (Match.objects.count(), DeletedMatch.objects.count()) == (1, 0)


class TestTakingAway:
    def test_match_that_was_taken_away_can_be_put_back_to_its_table(self, ann: User, event: Event, match: Match) -> None:
        table = event.tables.get()
        events.seat(ann, table, {"E": "Somebody"})
        before = standing(event)
        table.refresh_from_db()
        events.detach(ann, table)
        assert [one.match for one in events.removed_lately(event)] == [match]
        assert events.attach_matching(ann, event) == 0
        events.put_back(ann, event, match.pk)
        table.refresh_from_db()
        assert (table.match, table.seated, standing(event)) == (match, {"E": "Somebody"}, before)
        assert actions()[-1] == "event.put-back"
        with refused("not-found", 404):
            events.put_back(ann, event, match.pk)

    def test_match_that_was_taken_away_and_deleted_comes_back_to_the_archive_alone(
        self, ann: User, event: Event, match: Match
    ) -> None:
        events.detach(ann, event.tables.get())
        deletion = matches.delete(ann, match)
        assert not events.removed_lately(event)
        with refused("not-found", 404):
            events.put_back(ann, event, match.pk)
        matches.restore(ann, deletion)
        assert hall(event) == [(1, 1, "1", None)]
        assert [one.match for one in events.removed_lately(event)] == [match]


def test_match_that_is_moved_or_brought_back_after_it_was_read_is_not_touched(club: Club, ann: User) -> None:
    """Its club's events are locked by the club that it was read with."""
    match = upload(club, ann, text("sichuan/clean-01", []))[0]
    deletion = matches.delete(ann, match)
    stale = Match.objects.get(pk=match.pk)
    matches.restore(ann, deletion)
    with refused("moved-meanwhile", 409):
        matches.delete(ann, stale)
    with refused("moved-meanwhile", 409):
        matches.replace(ann, stale, text("sichuan/clean-01", [], Date="2026.01.02").encode(), media_type=PPN)
