"""Uploading to a table of an event, and moving one's own match into a club."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts.models import AuditEntry, Club, Role
from records.archive import matches
from records.archive.models import Match, SeatResult
from records.tournament import events
from records.tournament.models import Event, Table
from tests.each import refusals
from tests.records.clubs import join
from tests.records.errors import refused
from tests.records.evening import EVENT, PPN, hall, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    return events.create(ann, club, EVENT, game="sichuan")


@pytest.fixture
def planned(ann: User, event: Event) -> Table:
    """Table 7 of the second round."""
    events.plan_table(ann, event, event.stages.get(), 1, "1")
    return events.plan_table(ann, event, event.stages.get(), 2, "7")


def bring(actor: Any, table: Table, record: str, **more: Any) -> Match:
    return events.upload_to_table(actor, table, record.encode(), media_type=PPN, filename="7.ppn", **more)


def own(user: User, *records: str) -> Match:
    """A judged match in somebody's own archive."""
    found = matches.upload("\n".join(records).encode(), media_type=PPN, user=user).matches
    matches.judge_all([match.pk for match in found])
    return Match.objects.get(pk=found[0].pk)


class TestUploadToTable:
    def test_match_is_at_the_table_whatever_its_tags_say(self, ann: User, club: Club, event: Event, planned: Table) -> None:
        match = bring(ann, planned, text(Table="1"))
        assert (match.club, match.user) == (club, ann)
        assert hall(event) == [(1, 1, "1", None), (1, 2, "7", match.pk)]
        without_tags = text("sichuan/clean-02", Event="", Table="")
        other = bring(ann, events.plan_table(ann, event, event.stages.get(), 3, "9"), without_tags)
        assert hall(event)[2] == (1, 3, "9", other.pk)

    def test_match_that_was_taken_away_comes_back_by_it(self, ann: User, event: Event, planned: Table) -> None:
        match = bring(ann, planned, text())
        events.detach(ann, Table.objects.get(pk=planned.pk))
        assert bring(ann, planned, text()) == match
        assert not event.excluded_matches.exists()
        assert bring(ann, planned, text()) == match, "uploaded once more it stays there"

    @refusals(
        ("record", "code", "status"),
        [
            (text("gouji/clean-01"), "another-game", 422),
            (text() + "\n" + text("sichuan/clean-02"), "one-match", 422),
            ("what is this", "another-game", 422),
            ("", "empty", 422),
        ],
    )
    def test_what_does_not_fit_is_refused_with_nothing_stored(
        self, ann: User, planned: Table, record: str, code: str, status: int
    ) -> None:
        with refused(code, status):
            bring(ann, planned, record)
        assert not Match.objects.exists()

    def test_table_that_is_taken_or_gone_takes_nothing(self, ann: User, event: Event, planned: Table) -> None:
        bring(ann, planned, text())
        with refused("table-taken", 409):
            bring(ann, planned, text("sichuan/clean-02"))
        with refused("at-another-table", 409):
            bring(ann, event.tables.get(name="1"), text())
        free = event.tables.get(name="1")
        events.remove_table(ann, free)
        with refused("not-found", 404):
            bring(ann, free, text("sichuan/clean-02"))
        assert Match.objects.count() == 1


class TestMoving:
    def test_own_match_becomes_the_club_s_and_finds_its_table_and_players(self, ann: User, club: Club, event: Event) -> None:
        match = own(ann, text(Table="4"))
        before = match.current_judgement
        moved = matches.move_to_club(ann, match, club)
        assert (moved.pk, moved.club, moved.user, moved.current_judgement) == (match.pk, club, ann, before)
        assert [row[2:] for row in hall(event)] == [("4", match.pk)]
        assert sorted(club.players.values_list("name", flat=True)) == ["A", "B", "C", "D"]
        assert SeatResult.objects.filter(judgement=before).count() == 4
        assert events.overview_of(event).standings.rows[0].points != 0
        assert AuditEntry.objects.get(action="match.move").actor == f"user:{ann.pk}"
        assert Match.objects.get(pk=match.pk).upload.club == club, "else it would be erased with the account"

    def test_public_match_wants_the_right_to_share(self, club: Club) -> None:
        scorer = join(club, "sam", Role.SCORER).user
        assert scorer is not None
        match = own(scorer, text())
        Match.objects.filter(pk=match.pk).update(public=True)
        with refused("permission-denied", 403):
            matches.move_to_club(scorer, Match.objects.get(pk=match.pk), club)

    def test_match_that_the_club_has_or_had_or_that_is_one_of_many_is_not_moved(self, ann: User, club: Club) -> None:
        match = own(ann, text(), text("sichuan/clean-02"))
        with refused("one-of-many", 409):
            matches.move_to_club(ann, match, club)
        moved = matches.move_to_club(ann, own(ann, text(Table="8")), club)
        with refused("of-a-club", 409):
            matches.move_to_club(ann, moved, club)
        with refused("stored-already", 409):
            matches.move_to_club(ann, own(ann, text(Table="8")), club)
