"""Rulings: who gives them, on what, what they change, and that nothing changes them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from records.accounts.models import AuditEntry, Club
from records.archive.models import Judgement, Match
from records.tournament import events
from records.tournament.models import Event, Ruling
from referee.tournament.ranking.rulings import FindingKey
from tests.each import refusals
from tests.records.errors import refused
from tests.records.evening import finding_of, text, upload

pytestmark = pytest.mark.django_db


def play(club: Club, user: User, name: str) -> tuple[Match, FindingKey]:
    """A match of the event and its first finding."""
    match = upload(club, user, text(name, Table="1"))[0]
    return match, finding_of(match)


def kinds(event: Event) -> list[str]:
    return [issue.kind for issue in events.overview_of(event).issues]


def points(event: Event) -> dict[str, int]:
    return {row.entrant: int(row.points) for row in events.overview_of(event).standings.rows}


def scores(match: Match, kind: str) -> dict[str, int]:
    """What a one-round match claims or has computed, by the names that the tests give."""
    assert match.current_judgement is not None
    said = match.current_judgement.verdict["rounds"][0]["scores"][kind]
    return dict(zip("ABCD", (said[seat] for seat in "ESWN"), strict=True))


class TestRuling:
    @pytest.mark.parametrize(
        ("decision", "given", "counts"),
        [("upheld", None, "computed"), ("overruled", None, "claimed"), ("corrected", {"E": 1, "S": -1, "W": 0, "N": 0}, "given")],
    )
    def test_finding_that_is_ruled_on_counts_the_score_of_the_decision(
        self, ann: User, club: Club, event: Event, decision: str, given: dict[str, int] | None, counts: str
    ) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        assert (kinds(event), points(event)) == (["finding"], scores(match, "computed"))
        assert scores(match, "claimed") != scores(match, "computed")
        events.rule(ann, event, match, finding, decision, "As seen.", given)
        expected = {"A": 1, "B": -1, "C": 0, "D": 0} if counts == "given" else scores(match, counts)
        assert (kinds(event), points(event)) == ([], expected)

    def test_halted_round_gets_its_score_from_an_arbiter(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/not-winning")
        assert events.overview_of(event).standings.provisional
        events.rule(ann, event, match, finding, "upheld", "It did not win.")
        assert kinds(event) == ["no-score"], "the finding is answered, the round still has no score"
        events.rule(ann, event, match, FindingKey(finding.round), "corrected", "Played on.", dict.fromkeys("ESWN", 0))
        assert kinds(event) == []
        assert not events.overview_of(event).standings.provisional

    def test_later_ruling_supersedes_the_earlier_which_stays(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        events.rule(ann, event, match, finding, "overruled", "So they say.")
        events.rule(ann, event, match, finding, "upheld", "They take it back.")
        assert points(event) == scores(match, "computed")
        assert [(one.number, one.decision) for one in events.rulings_of(event)] == [(1, "overruled"), (2, "upheld")]

    def test_ruling_names_the_arbiter_and_is_in_the_audit_log(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        ruling = events.rule(ann, event, match, finding, "upheld", " So be it. ")
        assert events.rule(ann, event, match, finding, "upheld", "So be it.") == ruling, "sent twice"
        assert (ruling.arbiter, ruling.arbiter_name, ruling.reason) == (ann.pk, "ann", "So be it.")
        entry = AuditEntry.objects.order_by("-number").first()
        assert entry is not None
        assert (entry.action, entry.target) == ("event.ruling", f"event:{event.pk}")

    def test_ruling_may_allow_claimed_totals(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/total-mismatch")
        assert finding.round == 0
        events.rule(ann, event, match, finding, "overruled", "An agreed adjustment.")
        assert match.current_judgement is not None
        claimed = match.current_judgement.verdict["totals"]["claimed"]
        assert points(event) == {name: claimed[seat] for name, seat in zip("ABCD", "ESWN", strict=True)}

    def test_ruling_on_a_team_game_corrects_by_team(self, ann: User, club: Club, event: Event) -> None:
        match = upload(club, ann, text("gouji/score-mismatch", "ABCDEF", Table="1"))[0]
        finding = finding_of(match)
        with refused("invalid-scores", 422):
            events.rule(ann, event, match, finding, "corrected", "Why not.", dict.fromkeys("ABCDEF", 1))
        events.rule(ann, event, match, finding, "corrected", "Why not.", {"ACE": 2, "BDF": 0})
        assert all(points(event)[name] - points(event)[partner] == 0 for name, partner in ("AC", "CE", "BD", "DF"))


class TestRefusing:
    @refusals(
        ("said", "code", "status"),
        [
            ({"finding": FindingKey(9, 9, "E", "late-gang", "X")}, "no-such-finding", 404),
            ({"finding": FindingKey(9)}, "no-such-finding", 404),
            ({"decision": "maybe"}, "invalid-decision", 422),
            ({"reason": "  "}, "reason-needed", 422),
            ({"reason": "x" * 2001}, "reason-needed", 422),
            ({"decision": "corrected"}, "invalid-scores", 422),
            ({"decision": "corrected", "scores": {"E": 1, "S": 0, "W": 0}}, "invalid-scores", 422),
            ({"decision": "corrected", "scores": {"E": True, "S": 0, "W": 0, "N": 0}}, "invalid-scores", 422),
            ({"decision": "corrected", "scores": {"E": 10**10, "S": 0, "W": 0, "N": 0}}, "invalid-scores", 422),
        ],
    )
    def test_senseless_ruling_is_refused(
        self, ann: User, club: Club, event: Event, said: dict[str, Any], code: str, status: int
    ) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        with refused(code, status):
            events.rule(ann, event, match, **{"finding": finding, "decision": "upheld", "reason": "So be it.", **said})
        assert not event.rulings.exists()

    def test_ruling_on_a_match_of_another_event_without_a_verdict_or_a_finding_is_refused(
        self, ann: User, club: Club, event: Event
    ) -> None:
        elsewhere = upload(club, ann, text("sichuan/score-mismatch", event="Spring Cup"))[0]
        with refused("not-attached", 404):
            events.rule(ann, event, elsewhere, FindingKey(1), "upheld", "So be it.")
        clean = upload(club, ann, text(Table="2"))[0]
        number = clean.current_judgement.verdict["rounds"][0]["round"]  # type: ignore[union-attr]
        with refused("round-has-a-score", 409):
            events.rule(ann, event, clean, FindingKey(number), "corrected", "I like it.", dict.fromkeys("ESWN", 0))
        waiting = upload(club, ann, text("sichuan/score-mismatch"), judge=False)[0]
        with refused("not-judged", 409):
            events.rule(ann, event, waiting, FindingKey(1), "upheld", "So be it.")

    def test_ruling_gives_an_unreadable_record_no_scores(self, ann: User, club: Club, event: Event) -> None:
        match = upload(club, ann, '[PPN "1"]\n[Game sichuan]\n')[0]
        events.attach_match(ann, event, match, event.stages.get(), 1, "1")
        finding = finding_of(match)
        with refused("unreadable", 422):
            events.rule(ann, event, match, finding, "corrected", "As they say.", dict.fromkeys("ESWN", 0))


class TestJudgingAgain:
    def test_ruling_whose_finding_is_gone_is_unresolved(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        events.rule(ann, event, match, finding, "overruled", "Agreed.")
        before = match.current_judgement
        assert before is not None
        rounds = [{**round_, "findings": []} for round_ in before.verdict["rounds"]]
        match.current_judgement = Judgement.objects.create(
            match=match,
            engine_version="next",
            record_sha256=match.sha256,
            status="flagged",
            verdict={**before.verdict, "findings": [], "rounds": rounds},
        )
        match.save()
        assert (kinds(event), points(event)) == (["ruling"], scores(match, "computed"))


class TestKeeping:
    def test_database_refuses_to_change_or_delete_a_ruling(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        ruling = events.rule(ann, event, match, finding, "upheld", "So be it.")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            Ruling.objects.update(decision="overruled")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            ruling.delete()
        if connection.vendor == "sqlite":
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT OR REPLACE INTO tournament_ruling SELECT * FROM tournament_ruling")

    def test_deleting_a_ruled_match_or_its_event_is_refused(self, ann: User, club: Club, event: Event) -> None:
        match, finding = play(club, ann, "sichuan/score-mismatch")
        events.rule(ann, event, match, finding, "upheld", "So be it.")
        with refused("event-ruled", 409):
            events.delete(ann, event)
        with pytest.raises(ProtectedError):
            match.upload.delete()
