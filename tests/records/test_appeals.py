"""Appeals: who appeals against what, until when, how often; answering once; what is published of them."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import override_settings
from django.utils import timezone
from django.utils.translation import override

from records.accounts import clubs, webhooks
from records.accounts.audit.checks import verify_all
from records.accounts.models import AuditEntry, Club, WebhookDelivery
from records.archive.models import Match
from records.tournament import appeals, events, penalties
from records.tournament.events import SeatLink
from records.tournament.models import Appeal, AppealAnswer, Arbiter, Event, PlannedSeat, Table
from referee.tournament.published.canonical import load
from referee.tournament.ranking.rulings import OVERRULED, findings_of
from referee.tournament.verification.verify import verify_results
from tests.each import refusals
from tests.records.errors import refused
from tests.records.evening import EVENT, file_of, finding_of, publish, text, upload
from tests.referee.tournament.evening import PRIVATE, seal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, ann: User, event: Event) -> Match:
    return upload(club, ann, text("sichuan/three-suits", Table="1"))[0]


def table(event: Event, name: str = "1") -> Table:
    return event.tables.get(name=name)


def link(event: Event, seat: str = "E", name: str = "1") -> SeatLink:
    return SeatLink(table(event, name), seat)


def thing(event: Event, number: int = 0, name: str = "1") -> str:
    return appeals.things_at(table(event, name))[number].name


def make(event: Event, seat: str = "E", number: int = 0, said: str = "It was not so.") -> Appeal:
    return appeals.make(link(event, seat), seat, thing(event, number), said)


class TestAppealing:
    def test_player_appeals_against_a_finding_by_the_link_of_the_seat(self, event: Event, match: Match) -> None:
        made = make(event)
        assert (made.number, made.seat, made.player, made.against) == (1, "E", "A", "finding")
        assert made.entrant == event.entrants.get(name="A")
        assert made.finding == finding_of(match).as_dict()
        assert AuditEntry.objects.get(action="event.appeal").actor == ""
        assert [check.faults() for check in verify_all(only=["appeals", "answers"]).checks] == [[], []]

    def test_player_objects_to_a_ruling_and_to_a_penalty(self, ann: User, event: Event, match: Match) -> None:
        key, before = finding_of(match), thing(event)
        events.rule(ann, event, match, key, OVERRULED, "They all say so.")
        at = event.tables.select_related("event").get(name="1")
        penalties.give(ann, event, event.entrants.get(name="A"), "warning", table=at, reason="late")
        found = {one.against: one.name for one in appeals.things_at(table(event))}
        assert found["ruling"] == "ruling:1"
        assert found["penalty"] == "penalty:1"
        with refused("not-found", 404):
            appeals.make(link(event), "E", before, "it was ruled on")
        made = [appeals.make(link(event), "E", found[kind], "no") for kind in ("ruling", "penalty")]
        assert [one.of for one in made] == [1, 1]
        with refused("not-found", 404):
            appeals.make(link(event), "E", "penalty:9", "no")
        for change in (lambda: Appeal.objects.update(text="other"), made[0].delete):
            with pytest.raises(DatabaseError), transaction.atomic():
                change()

    def test_tables_link_objects_in_the_name_of_a_seat_and_a_seats_in_no_others(self, event: Event, match: Match) -> None:
        assert appeals.make(link(event, ""), "S", thing(event), "no").player == "B"
        with refused("unknown-seat", 422):
            appeals.make(link(event, ""), "", thing(event), "no")
        with refused("another-seat", 403):
            appeals.make(link(event, "E"), "S", thing(event), "no")

    def test_webhook_of_the_club_is_told_of_an_appeal_once(self, ann: User, club: Club, event: Event, match: Match) -> None:
        webhooks.add(ann, club, "https://example.org/", ["appeal.made"])
        make(event)
        make(event)
        [told] = WebhookDelivery.objects.filter(kind="appeal.made")
        data = json.loads(told.body)["data"]
        assert (data["event"], data["number"], data["table"], data["against"]) == (str(event.pk), 1, "1", "finding")
        assert "It was not so." not in told.body

    @pytest.mark.parametrize("said", ["", "  ", "x" * 2001])
    def test_appeal_says_why(self, event: Event, match: Match, said: str) -> None:
        with refused("reason-needed", 422):
            make(event, said=said)

    def test_appeal_sent_twice_is_stored_once_and_not_made_again_in_other_words(self, event: Event, match: Match) -> None:
        assert make(event).pk == make(event).pk
        with refused("appealed-before", 409):
            make(event, said="Once more.")

    @override_settings(THROTTLE={"appeal": "1/hour"})
    def test_link_that_appeals_too_often_is_told_to_wait(self, event: Event, match: Match) -> None:
        make(event)
        with refused("throttled", 429):
            make(event, said="Once more.")
        assert make(event, seat="S").seat == "S", "another seat's link is counted by itself"


class TestTime:
    """Until when one may object: a table for each setting."""

    def begin(self, ann: User, event: Event, people: str, after: timedelta) -> datetime:
        """A match of the next round comes in so long after that of the first."""
        first = event.tables.get(round__number=1).match
        assert first is not None
        made = upload(event.club, ann, text("sichuan/clean-01", people=people, Table="1", Date="2026.02.02"))[0]
        assert event.tables.get(match=made).round.number == 2
        Match.objects.filter(pk=made.pk).update(created_at=first.created_at + after)
        return first.created_at + after

    def end(self, event: Event) -> datetime | None:
        at = event.tables.select_related("event", "round__stage", "match__current_judgement").get(round__number=1)
        player = next(one for one in events.people_at(at) if one.seat == "E")
        return appeals.open_until(event, at, player, appeals.things_at(at)[0])

    @pytest.mark.parametrize(
        ("until", "people", "closed"), [("round", "WXYZ", True), ("match", "WXYZ", False), ("match", "AXYZ", True)]
    )
    def test_it_ends_when_the_next_round_begins_or_the_players_own_match(
        self, ann: User, event: Event, match: Match, until: str, people: str, closed: bool
    ) -> None:
        events.change(ann, event, appeals_until=until)
        event.refresh_from_db()
        assert self.end(event) is None
        began = self.begin(ann, event, people, timedelta(hours=1))
        assert self.end(event) == (began if closed else None)

    def test_round_that_is_only_planned_or_began_before_it_was_said_does_not_end_it(
        self, ann: User, event: Event, match: Match
    ) -> None:
        planned = events.plan_table(ann, event, event.stages.get(), 3, "1")
        PlannedSeat.objects.create(table=planned, seat="E", entrant=event.entrants.get(name="A"))
        assert self.end(event) is None
        self.begin(ann, event, "ABCD", timedelta(hours=-1))
        assert self.end(event) is None

    def test_day_ends_with_the_day_on_which_it_was_said(self, ann: User, event: Event, match: Match) -> None:
        events.change(ann, event, appeals_until="day")
        event.refresh_from_db()
        end = self.end(event)
        assert end is not None
        assert timezone.localtime(end).date() == timezone.localtime(match.created_at).date()
        assert timezone.localtime(end).strftime("%H:%M") == "23:59"

    def test_last_round_is_open_until_the_events_last_day_ends(self, ann: User, event: Event, match: Match) -> None:
        tomorrow = timezone.localtime() + timedelta(days=1)
        Event.objects.filter(pk=event.pk).update(ends=tomorrow.strftime("%Y.%m.%d"))
        event.refresh_from_db()
        end = self.end(event)
        assert end is not None
        assert timezone.localtime(end).date() == tomorrow.date()

    def test_too_late_is_refused_with_the_time_said(self, ann: User, event: Event, match: Match) -> None:
        events.change(ann, event, appeals_until="day")
        event.refresh_from_db()
        Match.objects.filter(pk=match.pk).update(created_at=datetime(2026, 3, 1, 12, tzinfo=UTC))
        with override("en"), pytest.raises(Exception, match=r"ended at 2026\.03\.01 23:59"):
            make(event)
        assert not Appeal.objects.exists()


class TestChallenges:
    def flag(self, ann: User, event: Event, name: str, table_: str) -> None:
        upload(event.club, ann, text(name, Table=table_))

    def test_appeal_is_given_back_when_won_and_spent_when_lost(self, ann: User, event: Event, match: Match) -> None:
        events.change(ann, event, appeals_allowed="1")
        event.refresh_from_db()
        [player] = appeals.players_of(link(event))
        assert appeals.appeals_left(event, player) == 1
        make(event)
        assert appeals.appeals_left(event, player) == 0
        appeals.answer(ann, event, 1, "upheld", "You are right.")
        assert appeals.appeals_left(event, player) == 1
        at = event.tables.select_related("event").get(name="1")
        penalties.give(ann, event, event.entrants.get(name="A"), "warning", table=at, reason="late")
        appeals.make(link(event), "E", "penalty:1", "no")
        appeals.answer(ann, event, 2, "dismissed", "It stays.")
        assert appeals.appeals_left(event, player) == 0
        penalties.give(ann, event, event.entrants.get(name="B"), "warning", table=at, reason="late")
        with refused("no-appeal-left", 409):
            appeals.make(link(event), "E", "penalty:2", "no")
        assert appeals.make(link(event, "S"), "S", "penalty:2", "no").player == "B"


class TestAnswering:
    def test_answer_is_given_once_by_who_may_rule(self, ann: User, event: Event, match: Match) -> None:
        make(event)
        zoe = User.objects.create_user("zoe")
        with refused("permission-denied", 403):
            appeals.answer(zoe, event, 1, "upheld", "yes")
        Arbiter.objects.create(event=event, user=zoe)
        given = appeals.answer(zoe, event, 1, "dismissed", "The hand has three suits.")
        assert (given.outcome, given.arbiter_name) == ("dismissed", "zoe")
        with refused("answered", 409):
            appeals.answer(ann, event, 1, "upheld", "yes")
        with pytest.raises(DatabaseError), transaction.atomic():
            AppealAnswer.objects.update(outcome="upheld")
        assert [check.faults() for check in verify_all(only=["appeals", "answers"]).checks] == [[], []]

    @refusals(
        ("code", "status", "number", "outcome", "reason"),
        [
            ("not-found", 404, 2, "upheld", "yes"),
            ("invalid-outcome", 422, 1, "perhaps", "yes"),
            ("reason-needed", 422, 1, "upheld", " "),
        ],
    )
    def test_answer_that_is_none_is_refused(
        self, ann: User, event: Event, match: Match, code: str, status: int, number: int, outcome: str, reason: str
    ) -> None:
        make(event)
        with refused(code, status):
            appeals.answer(ann, event, number, outcome, reason)

    def test_ruling_is_given_with_the_answer_or_nothing_is(self, ann: User, event: Event, match: Match) -> None:
        make(event)
        with refused("invalid-scores", 422):
            appeals.answer(ann, event, 1, "upheld", "yes", appeals.NewRuling("corrected", {"E": 1}))
        assert not AppealAnswer.objects.exists()
        given = appeals.answer(ann, event, 1, "upheld", "yes", appeals.NewRuling(OVERRULED))
        assert (given.ruling, event.rulings.get().decision) == (1, OVERRULED)

    def test_penalty_is_cancelled_with_the_answer(self, ann: User, event: Event, match: Match) -> None:
        at = event.tables.select_related("event").get(name="1")
        penalties.give(ann, event, event.entrants.get(name="A"), "warning", table=at, reason="late")
        appeals.make(link(event), "E", "penalty:1", "no")
        with refused("penalty-stays", 422):
            appeals.answer(ann, event, 1, "dismissed", "It was not the clock.", cancel_penalty=True)
        appeals.answer(ann, event, 1, "upheld", "It was the clock.", cancel_penalty=True)
        assert event.penalties.get(number=2).cancels == 1

    def test_open_appeal_is_unresolved_and_publishing_asks_for_a_reason(self, ann: User, event: Event) -> None:
        [match] = upload(event.club, ann, text("sichuan/score-mismatch", Table="1"))
        for key in findings_of(match.current_judgement.verdict):  # type: ignore[union-attr]
            events.rule(ann, event, match, key, "upheld", "seen")
        make(event)
        assert [issue.kind for issue in events.overview_of(event).issues] == ["appeal"]
        with refused("unresolved", 409):
            publish(ann, event)
        assert events.overview_of(event).provisional_after(None)
        document: Any = load(file_of(publish(ann, event, "The player waits.")))["document"]
        assert (document["standings"]["provisional"], document["standings"]["undecided"]) == (True, [])
        document["standings"]["provisional"] = False
        assert "provisional" in {problem.code for problem in verify_results(seal(document, PRIVATE)).problems}
        appeals.answer(ann, event, 1, "dismissed", "It stays.")
        overview = events.overview_of(event)
        assert (overview.issues, overview.provisional_after(None)) == ((), False)


class TestPublished:
    @pytest.fixture(scope="class")
    @classmethod
    def published(cls, django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
        """Published once; nothing of it stays in the database."""
        with django_db_blocker.unblock(), transaction.atomic():
            ann = User.objects.create_user("ann")
            club = clubs.create(ann, "Lions")
            event = events.create(ann, club, EVENT)
            upload(club, ann, text("sichuan/three-suits", Table="1"))
            make(event)
            make(event, "S", said="Nor mine.")
            appeals.answer(ann, event, 1, "upheld", "yes", appeals.NewRuling(OVERRULED))
            file = file_of(publish(ann, event, "The second is answered tomorrow."))
            assert verify_results(file).problems == []
            found: dict[str, Any] = load(file)["document"]
            assert {"kind": "appeal", "appeal": 2}.items() <= found["open"][-1].items()
            transaction.set_rollback(True)
        return found

    @pytest.fixture
    def document(self, published: dict[str, Any]) -> dict[str, Any]:
        return copy.deepcopy(published)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (lambda made: made.pop(0), "appeal"),
            (lambda made: made.pop(), "open"),
            (lambda made: made[0].update(table="77"), "missing"),
            (lambda made: made[0]["answer"].update(ruling=7), "missing"),
            (lambda made: made[0].update(against="penalty"), "against"),
            (lambda made: made[0].update(against="penalty", finding=None, of=3), "missing"),
            (lambda made: made[1].update(answer={**made[0]["answer"], "ruling": None}), "open"),
        ],
    )
    def test_changed_or_missing_appeal_is_found_though_signed_again(
        self, document: dict[str, Any], change: Any, code: str
    ) -> None:
        change(document["appeals"])
        assert code in {problem.code for problem in verify_results(seal(document, PRIVATE)).problems}
