"""Penalties of an event: who gives them, what is proposed, what they take off, cancelling, catalogues, and what is published."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from records.accounts import clubs
from records.accounts.audit.checks import verify_all
from records.accounts.models import AuditEntry, Club
from records.archive.models import Match
from records.tournament import events, penalties, seating
from records.tournament.models import Entrant, Event, Penalty, PlannedSeat, Table
from referee.tournament.published.canonical import load
from referee.tournament.ranking.rulings import FindingKey, findings_of
from referee.tournament.verification.verify import verify_results
from tests.each import refusals
from tests.records.errors import refused
from tests.records.evening import EVENT, file_of, publish, text, upload
from tests.referee.tournament.evening import PRIVATE, seal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, ann: User, event: Event) -> Match:
    return upload(club, ann, text(Table="1"))[0]


def table(event: Event) -> Table:
    return event.tables.select_related("event", "round__stage", "match").get(name="1")


def who(event: Event, name: str = "A") -> Entrant:
    return event.entrants.get(name=name)


def give(ann: User, event: Event, grade: str = "warning", name: str = "A", **more: Any) -> Penalty:
    more = {"table": table(event), "reason": "as seen", **more}
    return penalties.give(ann, event, who(event, name), grade, **more)


def standing(event: Event) -> dict[str, str]:
    return {row.entrant: str(row.points) for row in events.overview_of(event).standings.rows}


class TestGiving:
    def test_penalty_keeps_what_the_catalogue_said_and_is_in_the_audit_log(self, ann: User, event: Event, match: Match) -> None:
        given = give(ann, event, "points", amount="2", offence="telephone", moment=penalties.Moment(1, 7))
        assert (given.number, given.entrant_name, given.seat, given.match) == (1, "A", "E", match.pk)
        assert (given.grade, given.amount, given.effect, given.name["en"]) == ("points", "2", "points", "points off")
        assert (given.said["zh"], given.clause, given.round, given.move) == ("使用手機", "SBR 12", 1, 7)
        entry = AuditEntry.objects.get(action="event.penalty")
        assert (entry.actor_name, json.loads(entry.details)["entrant"]) == ("ann", "A")
        assert [check.faults() for check in verify_all(only=["penalties"]).checks] == [[]]

    @refusals(
        ("code", "status", "grade", "more"),
        [
            ("unknown-grade", 422, "red-card", {}),
            ("unknown-offence", 422, "warning", {"offence": "sneezing"}),
            ("invalid-amount", 422, "points", {"amount": "9"}),
            ("invalid-amount", 422, "points", {}),
            ("invalid-amount", 422, "warning", {"amount": "1"}),
            ("reason-needed", 422, "warning", {"reason": " "}),
            ("reason-needed", 422, "warning", {"reason": "x" * 2001}),
            ("table-needed", 422, "points", {"amount": "1", "table": None}),
            ("not-found", 404, "suspended", {"table": None, "stage": 9}),
            ("not-at-the-table", 422, "warning", {"name": "Z"}),
            ("of-the-house", 422, "warning", {"name": "Helper", "table": None}),
        ],
    )
    def test_what_the_catalogue_does_not_have_is_refused(
        self, ann: User, event: Event, match: Match, code: str, status: int, grade: str, more: dict[str, Any]
    ) -> None:
        events.add_entrant(ann, event, "Z")
        seating.add_house(ann, event, "Helper")
        with refused(code, status):
            give(ann, event, grade, **more)
        assert not Penalty.objects.exists()

    def test_penalty_is_given_at_a_planned_table_before_there_is_a_match(self, ann: User, event: Event) -> None:
        entrant = events.add_entrant(ann, event, "A")
        planned = events.plan_table(ann, event, event.stages.get(), 1, "1")
        PlannedSeat.objects.create(table=planned, seat="E", entrant=entrant)
        given = give(ann, event, "placement", amount="0.5", offence="late-10", reason="")
        assert (given.seat, given.amount, given.match) == ("E", "1/2", None)
        upload(event.club, ann, text(Table="1"))
        assert next(row for row in events.overview_of(event).standings.rows if row.entrant == "A").taken_off * 2 == 1

    def test_form_that_was_sent_twice_gives_one(self, ann: User, event: Event, match: Match) -> None:
        first = give(ann, event, after=0)
        assert give(ann, event, after=0).number == first.number
        assert give(ann, event, after=1).number == 2

    def test_table_and_entrant_with_a_penalty_stay(self, ann: User, event: Event, match: Match) -> None:
        give(ann, event)
        events.detach(ann, table(event))
        with refused("table-has-penalties", 409):
            events.remove_table(ann, table(event))
        with refused("entrant-has-penalties", 409):
            events.withdraw(ann, who(event))
        with refused("event-ruled", 409):
            events.delete(ann, event)

    def test_penalty_given_before_the_match_follows_the_player_to_another_table(self, ann: User, event: Event) -> None:
        people = [events.add_entrant(ann, event, name) for name in "ABCD"]
        planned = events.plan_table(ann, event, event.stages.get(), 1, "1")
        PlannedSeat.objects.bulk_create(
            PlannedSeat(table=planned, seat=seat, entrant=one) for seat, one in zip("ESWN", people, strict=True)
        )
        give(ann, event, "points", amount="3")
        upload(event.club, ann, text(Table="2"))
        assert [one.place for one in events.overview_of(event).penalties] == [(1, 1, "2")]
        assert [str(row.taken_off) for row in events.overview_of(event).standings.rows if row.entrant == "A"] == ["3"]

    def test_stage_with_a_penalty_stays(self, ann: User, event: Event, match: Match) -> None:
        stage = events.add_stage(ann, event, tag="final")
        give(ann, event, "placement", amount="1", table=None, stage=stage.number)
        with refused("stage-has-penalties", 409):
            events.remove_stage(ann, stage)
        assert verify_results(file_of(publish(ann, event))).problems == []


class TestPEN1:
    def other_match(self, event: Event, ann: User) -> Table:
        upload(event.club, ann, text("sichuan/clean-02", Table="2"))
        return event.tables.select_related("event").get(name="2")

    def grade(self, event: Event, at: Table) -> str:
        offence = penalties.catalogue_of(event).offence("early-draw")
        return penalties.proposal_for(event, who(event), at, offence).proposal.grade.code

    def test_second_warning_in_a_match_is_a_severe_one_and_after_it_come_points(
        self, ann: User, event: Event, match: Match
    ) -> None:
        at, found = table(event), []
        for amount in ("", "", "1", "2"):
            found.append(self.grade(event, at))
            give(ann, event, found[-1], amount=amount)
        assert found == ["warning", "severe-warning", "points", "points"]

    def test_warning_lapses_with_the_match_unless_the_event_says_otherwise(self, ann: User, event: Event, match: Match) -> None:
        give(ann, event)
        other = self.other_match(event, ann)
        assert self.grade(event, other) == "warning"
        events.change(ann, event, warnings_lapse=False)
        event.refresh_from_db()
        assert self.grade(event, other) == "severe-warning"


class TestPEN2:
    def test_penalty_is_never_changed(self, ann: User, event: Event, match: Match) -> None:
        given = give(ann, event)
        for change in (lambda: Penalty.objects.update(grade="banned"), given.delete, lambda: Penalty.objects.all().delete()):
            with pytest.raises(DatabaseError), transaction.atomic():
                change()
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournament_penalty")
        assert Penalty.objects.get().grade == "warning"

    def test_penalty_is_cancelled_once_by_a_further_entry(self, ann: User, event: Event, match: Match) -> None:
        clean = standing(event)
        give(ann, event, "points", amount="5")
        assert standing(event) != clean
        entry = penalties.cancel(ann, event, 1, "The clock was wrong.")
        assert (entry.number, entry.cancels, entry.grade) == (2, 1, "points")
        assert standing(event) == clean
        offence = penalties.catalogue_of(event).offence("early-draw")
        assert penalties.proposal_for(event, who(event), table(event), offence).proposal.grade.code == "warning"
        for number in (1, 2):
            with refused("cancelled", 409):
                penalties.cancel(ann, event, number, "again")
        with refused("not-found", 404):
            penalties.cancel(ann, event, 7, "no such")
        assert AuditEntry.objects.filter(action="event.penalty.cancel").count() == 1


class TestPEN3:
    def test_first_offence_after_a_reminder_counts_as_a_second(self, ann: User, event: Event, match: Match) -> None:
        offence = penalties.catalogue_of(event).offence("early-draw")
        penalties.remind(ann, event, "early-draw")
        penalties.remind(ann, event, "early-draw")
        event.refresh_from_db()
        found = penalties.proposal_for(event, who(event), table(event), offence)
        assert (found.proposal.grade.code, found.reminded) == ("severe-warning", True)
        assert AuditEntry.objects.filter(action="event.reminder").count() == 1


class TestProposals:
    def test_finding_proposes_its_offence_and_gives_nothing(self, ann: User, event: Event, club: Club) -> None:
        flagged = upload(club, ann, text("sichuan/three-suits", Table="1"))[0]
        assert flagged.current_judgement is not None
        finding = next(iter(findings_of(flagged.current_judgement.verdict).values()))
        offence = penalties.offence_of_finding(penalties.catalogue_of(event), finding)
        assert offence is not None
        assert offence.code == "false-win"
        assert not Penalty.objects.exists()

    def test_verdicts_own_penalty_comes_before_what_the_code_proposes(self, ann: User, club: Club) -> None:
        event = events.create(ann, club, "Cards", game="gouji")
        catalogue = penalties.catalogue_of(event)
        found = penalties.offence_of_finding(catalogue, {"code": "bad-return", "penalty": "place-last"})
        assert found is not None
        assert found.grades[0] == "place-last"


class TestStandings:
    def test_points_off_are_shown_with_what_they_took(self, ann: User, event: Event, match: Match) -> None:
        before = standing(event)
        give(ann, event, "points-24", offence="false-win")
        events.change_entrant(ann, who(event), name="Anna")
        row = next(row for row in events.overview_of(event).standings.rows if row.entrant == "Anna")
        assert (int(row.points), int(row.taken_off)) == (int(before["A"]) - 24, 24)
        events.change(ann, event, penalties_count=False)
        event.refresh_from_db()
        assert standing(event)["Anna"] == before["A"], "it is listed and takes nothing"
        assert len(events.overview_of(event).penalties) == 1

    def test_suspended_entrant_is_not_ranked(self, ann: User, event: Event, match: Match) -> None:
        give(ann, event, "suspended", table=None, offence="cheating")
        assert sorted(standing(event)) == ["B", "C", "D"]
        assert events.overview_of(event).standings.out == ("A",)


class TestCatalogue:
    OWN = '[[grade]]\ncode = "card"\nname = { zh = "黃牌", en = "yellow card" }\neffect = "points"\namounts = [3]\n'

    def test_event_has_its_own_versioned_and_old_penalties_keep_what_they_said(
        self, ann: User, event: Event, match: Match
    ) -> None:
        give(ann, event)
        penalties.store_catalogue(ann, event, self.OWN, "toml")
        penalties.store_catalogue(ann, event, self.OWN, "toml")
        given = give(ann, event, "card")
        assert (given.amount, given.name["zh"]) == ("3", "黃牌")
        with refused("unknown-grade", 422):
            give(ann, event)
        penalties.store_catalogue(ann, event, "", "toml")
        assert give(ann, event).grade == "warning"
        assert [one.number for one in event.catalogues.order_by("number")] == [1, 2]
        assert event.penalties.get(number=2).name["en"] == "yellow card"

    def test_catalogue_and_settings_that_are_none_are_refused(self, ann: User, event: Event) -> None:
        with refused("invalid-catalogue", 422):
            penalties.store_catalogue(ann, event, '[[grade]]\ncode = "X"\n', "toml")
        with refused("invalid-form", 422):
            penalties.store_catalogue(ann, event, "", "yaml")
        assert not event.catalogues.exists()
        for fields in ({"appeals_until": "week"}, {"appeals_allowed": "10"}, {"appeals_allowed": "-1"}, {"appeals_allowed": "x"}):
            with refused("invalid", 422):
                events.change(ann, event, **fields)


class TestPublished:
    """Verification recomputes the standings with them."""

    @pytest.fixture(scope="class")
    @classmethod
    def published(cls, django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
        """Published once; nothing of it stays in the database."""
        with django_db_blocker.unblock(), transaction.atomic():
            ann = User.objects.create_user("ann")
            club = clubs.create(ann, "Lions")
            event = events.create(ann, club, EVENT)
            upload(club, ann, text(Table="1"))
            give(ann, event, "points-24", offence="false-win", moment=penalties.Moment(1, 7, FindingKey(1, 7, "E", "x", "y")))
            give(ann, event, "warning", "B")
            give(ann, event, "points", "C", amount="2")
            penalties.cancel(ann, event, 3, "It was nobody's telephone.")
            file = file_of(publish(ann, event))
            report = verify_results(file)
            assert report.problems == []
            assert report.as_dict()["penalties"] == 4
            found: dict[str, Any] = load(file)["document"]
            transaction.set_rollback(True)
        return found

    @pytest.fixture
    def document(self, published: dict[str, Any]) -> dict[str, Any]:
        return copy.deepcopy(published)

    def test_results_without_penalties_name_none(self, ann: User, event: Event, match: Match) -> None:
        file = file_of(publish(ann, event))
        document = load(file)["document"]
        assert ("penalties" in document, "appeals" in document) == (False, False)
        assert verify_results(file).consistent

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda given: given.pop(0), "penalty"),
            (lambda given: given.pop(), "standing"),
            (lambda given: given.pop(1), "penalty"),
            (lambda given: given[0].update(amount="8"), "standing"),
            (lambda given: given[0].update(effect="none", amount=None), "standing"),
            (lambda given: given[0].update(entrant="B"), "standing"),
            (lambda given: given[0].update(entrant="Nobody"), "missing"),
            (lambda given: given[0].update(table="77"), "missing"),
            (lambda given: given[0].update(stage=5), "missing"),
            (lambda given: given[0].update(amount="1/2"), "amount"),
            (lambda given: given[1].update(amount="1"), "amount"),
            (lambda given: given[3].update(cancels=1), "cancels"),
            (lambda given: given[3].update(cancels=4), "cancels"),
            (lambda given: given[3].update(amount="8"), "cancels"),
            (lambda given: given[3].update(grade="warning"), "cancels"),
            (lambda given: given[1].update(table="", round=7), "missing"),
        ],
    )
    def test_changed_or_missing_penalty_is_found_though_signed_again(
        self, document: dict[str, Any], change: Any, code: str
    ) -> None:
        change(document["penalties"]["given"])
        assert code in {problem.code for problem in verify_results(seal(document, PRIVATE)).problems}

    def test_penalties_that_are_left_out_or_only_listed_are_found(self, document: dict[str, Any]) -> None:
        document["penalties"]["count"] = False
        assert "standing" in {problem.code for problem in verify_results(seal(document, PRIVATE)).problems}
        del document["penalties"]
        assert "standing" in {problem.code for problem in verify_results(seal(document, PRIVATE)).problems}

    def test_spreadsheets_list_them(self, ann: User, event: Event, match: Match) -> None:
        give(ann, event, "points", amount="2", offence="telephone", reason="=1+1")
        publication = publish(ann, event)
        lines = file_of(publication, "penalties.csv").decode("utf-8-sig").splitlines()
        assert len(lines) == 2
        assert "points off" in lines[1]
        assert '"\'=1+1"' in lines[1]
        heads, *rows = [line.split(",") for line in file_of(publication, "standings.csv").decode("utf-8-sig").splitlines()]
        assert [row[heads.index('"deducted"')] for row in rows if row[1] == '"A"'] == ['"2"']
