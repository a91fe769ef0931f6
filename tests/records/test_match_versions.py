"""A6, A7: of the versions of a match at most one counts, whoever deletes, replaces, restores or uploads which of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from records.accounts import clubs
from records.accounts.audit import verify
from records.accounts.models import Club, Role
from records.archive import matches
from records.archive.models import DeletedMatch, Match
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.models import Event, ScoreSheet
from referee.tournament.ranking.rulings import findings_of
from tests.files import PPN, of_event
from tests.proof import seeds
from tests.records.at_once import at_once
from tests.records.clubs import join
from tests.records.errors import refused
from tests.records.evening import EVENT, finding_of, hall, publish, upload

pytestmark = pytest.mark.django_db
RECORDS = [*(f"sichuan/clean-0{number}" for number in range(1, 7)), "sichuan/score-mismatch"]


def text(version: int, people: str = "ab", table: str = "1") -> str:
    """A version of the record of one match: other moves and points, the same people."""
    return of_event(RECORDS[version], people, Table=table)


def replace(actor: Any, match: Match, version: int, people: str = "ab") -> Match:
    new = matches.replace(actor, match, text(version, people, "7").encode(), media_type=PPN).replacement
    matches.judge(new.pk)
    return Match.objects.get(pk=new.pk)


def restore(actor: Any, match: Match) -> None:
    """Bring a match back, unless somebody else has just done so."""
    for deletion in DeletedMatch.objects.filter(match=match):
        matches.restore(actor, deletion)


def rule(actor: Any, event: Event, match: Match) -> None:
    events.rule(actor, event, match, finding_of(match), "overruled", "as agreed")


def seated(event: Event) -> list[Any]:
    return [match for *_, match in hall(event) if match]


class TestOneCounts:
    def test_first_version_that_is_restored_takes_the_place_of_the_third(self, ann: User, club: Club, event: Event) -> None:
        [first] = upload(club, ann, text(0))
        second = replace(ann, first, 1)
        third = replace(ann, second, 2)
        matches.restore(ann, DeletedMatch.objects.get(match=first))
        assert seated(event) == [first.pk]
        assert matches.find(ann, third.pk) is None
        matches.restore(ann, DeletedMatch.objects.get(match=second))
        assert seated(event) == [second.pk]
        assert set(matches.deleted_lately(ann).values_list("match", flat=True)) == {first.pk, third.pk}

    def test_match_with_a_ruling_is_replaced_once(self, ann: User, club: Club, event: Event) -> None:
        [first] = upload(club, ann, text(6))
        rule(ann, event, first)
        second = replace(ann, first, 1)
        with refused("replaced", 409):
            replace(ann, first, 2)
        assert seated(event) == [second.pk]
        assert Match.objects.count() == 2

    def test_match_with_a_ruling_is_not_seated_beside_its_correction(self, ann: User, club: Club, event: Event) -> None:
        [first] = upload(club, ann, text(6))
        rule(ann, event, first)
        second = replace(ann, first, 1)
        with refused("replaced", 409):
            events.put_back(ann, event, first.pk)
        with refused("replaced", 409):
            events.attach_match(ann, event, first, event.stages.get())
        later = events.create(ann, club, "Later", tag=EVENT)
        assert (seated(event), seated(later)) == ([second.pk], [second.pk])

    def test_former_record_that_is_uploaded_again_does_not_count_beside_its_correction(
        self, ann: User, club: Club, event: Event
    ) -> None:
        [first] = upload(club, ann, text(0))
        second = replace(ann, first, 1)
        [again] = upload(club, ann, text(0))
        assert again.pk != first.pk
        assert seated(event) == [second.pk]
        with refused("replaced", 409):
            replace(ann, again, 2)
        matches.delete(ann, second)
        events.attach_matching(ann, event)
        assert seated(event) == [again.pk]

    def test_versions_in_an_own_archive_are_one_match_too(self, ann: User) -> None:
        [first] = matches.upload(text(0).encode(), media_type=PPN, user=ann).matches
        replace(ann, replace(ann, first, 1), 2)
        matches.restore(ann, DeletedMatch.objects.get(match=first))
        assert list(matches.visible_to(ann)) == [first]


class Evening:
    """Two matches of an event that several people delete, replace, restore, seat and upload again, at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - an order of acts
        self.ann = User.objects.create_user("ann")
        self.club = clubs.create(self.ann, "Lions")
        people = [join(self.club, name, role).user for name, role in (("bob", Role.ORGANIZER), ("cy", Role.SCORER))]
        self.people = [self.ann, *people]
        self.event = events.create(self.ann, self.club, EVENT)
        self.pairs = ["ab", "cd"]
        self.published: list[tuple[Any, str]] = []
        for pair in self.pairs:
            upload(self.club, self.ann, text(0, pair))
        for table in self.event.tables.select_related("match"):
            ScoreSheet.objects.create(table=table, match=table.match, game="sichuan")

    def pair_of(self, match: Match) -> str:
        return "".join(seat.name for seat in match.seats.all() if seat.name)[:2]

    def act(self) -> None:
        """One act of somebody; a refusal changes nothing."""
        actor, act = self.random.choice(self.people), self.random.choice(self.acts)
        before = self.told()
        try:
            with transaction.atomic():
                act(self, actor)
        except Refusal:
            assert self.told() == before

    def one(self) -> Match | None:
        found = list(Match.objects.order_by("created_at", "pk"))
        return self.random.choice(found) if found else None

    def delete(self, actor: Any) -> None:
        if match := self.one():
            matches.delete(actor, match)

    def replace(self, actor: Any) -> None:
        if match := self.one():
            replace(actor, match, self.random.randrange(len(RECORDS)), self.pair_of(match))

    def restore(self, actor: Any) -> None:
        found = list(DeletedMatch.objects.order_by("deleted_at", "pk"))
        if found:
            matches.restore(actor, self.random.choice(found))

    def upload(self, actor: Any) -> None:
        """Only a text that was uploaded before: another one would be another match."""
        if match := self.one():
            data = bytes(match.source)
            for one in matches.upload(data, media_type=PPN, user=actor, club=self.club).matches:
                matches.judge(one.pk)

    def rule(self, actor: Any) -> None:
        for table in self.event.tables.exclude(match=None).select_related("match__current_judgement"):
            judgement = table.match and table.match.current_judgement
            if table.match and judgement and findings_of(judgement.verdict):
                rule(actor, self.event, table.match)

    def detach(self, actor: Any) -> None:
        for table in self.event.tables.all()[:1]:
            events.detach(actor, table)

    def put_back(self, actor: Any) -> None:
        for excluded in events.removed_lately(self.event)[:1]:
            events.put_back(actor, self.event, excluded.match_id)

    def attach(self, actor: Any) -> None:
        if match := self.one():
            events.attach_match(actor, self.event, match, self.event.stages.get())

    def publish(self, actor: Any) -> None:
        publication = publish(actor, self.event, "as it stands")
        assert publication.matches == len(seated(self.event))
        self.published.append((publication, publication.hash))

    acts = (delete, replace, replace, restore, restore, upload, rule, detach, put_back, attach, publish)

    def told(self) -> list[Any]:
        rows = Match.objects.order_by("pk").values_list("pk", "owner_key", "club")
        return [sorted(rows), hall(self.event), sorted(DeletedMatch.objects.values_list("match", "replacement"))]

    def holds(self) -> None:
        """What has to hold after each act."""
        at_tables = list(Match.objects.filter(tables__event=self.event))
        pairs = [self.pair_of(match) for match in at_tables]
        assert len(set(pairs)) == len(pairs), "two versions of one match count"
        assert not any(match.is_deleted for match in at_tables)
        assert not any(match.is_deleted for match in Match.objects.filter(counts=True))
        rows = events.overview_of(self.event).standings.rows
        counted = {row.entrant: row.tables for row in rows if row.tables}
        assert set("".join(pairs)) == set(counted)
        assert set(counted.values()) <= {1}
        for sheet in ScoreSheet.objects.select_related("match", "table__match"):
            of_sheet, of_table = sheet.match, sheet.table.match
            if of_sheet and of_table and not of_sheet.is_deleted and self.pair_of(of_sheet) == self.pair_of(of_table):
                assert of_sheet == of_table
        for publication, digest in self.published:
            publication.refresh_from_db()
            assert publication.hash == digest


@pytest.mark.parametrize("some", seeds(2, 6))
def test_at_most_one_version_counts_after_any_sequence_of_acts(some: range) -> None:
    for seed in some:
        with transaction.atomic():
            evening = Evening(seed)
            for _ in range(25):
                evening.act()
                evening.holds()
            assert verify().broken is None
            transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
class TestAtOnce:
    @pytest.mark.parametrize("ruled", [False, True])
    def test_of_four_replacements_at_once_one_succeeds(self, ann: User, club: Club, event: Event, ruled: bool) -> None:
        [first] = upload(club, ann, text(6))
        if ruled:
            rule(ann, event, first)
        codes = at_once([partial(replace, ann, first, version) for version in range(1, 5)])
        assert codes == ["", *["replaced" if ruled else "not-found"] * 3]
        assert len(seated(event)) == 1

    @pytest.mark.parametrize("of_club", [False, True])
    def test_of_versions_restored_replaced_and_deleted_at_once_one_is_left(
        self, ann: User, club: Club, event: Event, of_club: bool
    ) -> None:
        [first] = matches.upload(text(0).encode(), media_type=PPN, user=ann, club=club if of_club else None).matches
        second = replace(ann, first, 1)
        third = replace(ann, second, 2)
        works: list[Callable[[], Any]] = [
            lambda: restore(ann, first),
            lambda: restore(ann, second),
            lambda: replace(ann, third, 3),
            lambda: matches.delete(ann, third),
        ]
        codes = at_once(works)
        assert set(codes) <= {"", "not-found"}
        assert matches.visible_to(ann).count() <= 1
        assert seated(event) == list(matches.visible_to(ann).values_list("pk", flat=True)) if of_club else True
