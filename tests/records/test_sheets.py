"""Score sheets: who enters what, what is confirmed and closed, and the match that is made of one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import override_settings

from records.accounts.models import AuditEntry, Club, Role
from records.archive import matches
from records.archive.models import DeletedMatch, Match
from records.core.errors import Refusal
from records.own_data import archive_of
from records.tournament import events, sheets
from records.tournament.models import Arbiter, Event, PlannedSeat, SheetConfirmation, SheetRound, Table
from records.tournament.tables.seat_links import SeatLink
from tests.each import refusals
from tests.links import holder
from tests.records.clubs import join
from tests.records.errors import refused

pytestmark = pytest.mark.django_db
NAMES = {"E": "張三", "S": "Li Si", "W": "Wang Wu", "N": "Zhao Liu"}


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    return events.create(ann, club, "Autumn Cup", game="sichuan")


@pytest.fixture
def table(ann: User, event: Event) -> Table:
    return planned(ann, event, 1, "3")


def planned(ann: User, event: Event, round_: int, name: str) -> Table:
    """A table at which people are to sit."""
    made = events.plan_table(ann, event, event.stages.get(), round_, name)
    for seat, person in NAMES.items():
        entrant = event.entrants.filter(name=person).first() or events.add_entrant(ann, event, person)
        PlannedSeat.objects.create(table=made, seat=seat, entrant=entrant)
    return made


def entry(scores: dict[str, int] | None = None, dealer: str = "E", **more: Any) -> dict[str, Any]:
    """A round of nothing but four numbers."""
    points = scores or {"E": 3, "S": -1, "W": -1, "N": -1}
    return {"dealer": dealer, "scores": points, "moves": [], "tags": {"Kind": "scores"}, **more}


def at(table: Table, seat: str = "") -> sheets.Writer:
    """The writer who has the link of a seat, or of the table."""
    found = events.seat_link_of(holder(events.secret_for(table, seat)), table.pk)
    assert isinstance(found, SeatLink)
    return sheets.by_link(found)


def by(user: User, table: Table) -> sheets.Writer:
    return sheets.by_account(user, Table.objects.select_related("event__club", "round__stage").get(pk=table.pk))


def person_of(club: Club, name: str, role: Role) -> User:
    """Somebody with this role in the club."""
    person = join(club, name, role).user
    assert person is not None
    return person


def act(writer: sheets.Writer, do: str, **asked: Any) -> dict[str, Any]:
    body = {"do": do, "round": 1, "version": 0, **asked}
    return sheets.act(writer, json.dumps(body).encode())


def state(table: Table, number: int = 1) -> dict[str, Any]:
    table = Table.objects.select_related("event").get(pk=table.pk)
    return sheets.state_of(sheets.sheet_for(table), sheets.Writer(table))["rounds"][number - 1]


def actions() -> list[str]:
    return list(AuditEntry.objects.filter(action__startswith="sheet.").order_by("number").values_list("action", flat=True))


def closed(table: Table, number: int = 1, version: int = 1, **given: Any) -> None:
    """Enter a round and have every seat confirm it."""
    act(at(table), "enter", round=number, version=version - 1, entry=entry(**given))
    for seat in NAMES:
        act(at(table, seat), "confirm", round=number, version=version)


class TestEntering:
    def test_round_entered_by_the_tables_link_stands_with_its_first_version(self, table: Table) -> None:
        assert act(at(table), "enter", entry=entry()) == {"number": 1, "version": 1}
        found = state(table)
        assert (found["version"], found["closed"], found["confirmed"], found["entry"]["scores"]["E"]) == (1, False, [], 3)

    def test_round_entered_by_a_seats_link_is_logged_with_seat_and_table(self, table: Table) -> None:
        act(at(table, "S"), "enter", entry=entry())
        found = AuditEntry.objects.get(action="sheet.enter")
        details = json.loads(found.details)
        assert (found.actor, details["seat"], details["name"], details["table"]) == ("", "S", "Li Si", "3")
        assert SheetRound.objects.get().entered_by == "Li Si"

    def test_second_scorer_who_has_not_seen_the_first_entry_is_given_it(self, table: Table) -> None:
        act(at(table, "E"), "enter", entry=entry())
        with pytest.raises(Refusal) as stale:
            act(at(table, "S"), "enter", entry=entry({"E": -3, "S": 1, "W": 1, "N": 1}))
        assert (stale.value.code, stale.value.status) == ("stale", 409)
        assert stale.value.facts["current"]["entry"]["scores"]["E"] == 3
        assert act(at(table, "S"), "enter", entry=entry()) == {"number": 1, "version": 1}, "the same changes nothing"
        assert actions() == ["sheet.enter"]

    @refusals(
        ("given", "code", "status"),
        [
            ("no object", "invalid-entry", 422),
            ({"tags": {}}, "invalid-entry", 422),
            (entry(hands={"E": "1m"}), "invalid-entry", 422),
            (entry({"E": 1}), "invalid-entry", 422),
            (entry(moves=["not a move"]), "syntax", 422),
            (entry(end="x" * 9000), "too-large", 413),
            (entry({"E": 10**15, "S": -(10**15), "W": 0, "N": 0}), "invalid-entry", 422),
        ],
    )
    def test_entry_that_is_no_round_of_a_sheet_is_refused(self, table: Table, given: Any, code: str, status: int) -> None:
        with refused(code, status):
            act(at(table), "enter", entry=given)
        assert not SheetRound.objects.exists()

    def test_entry_nested_too_deeply_is_refused(self, table: Table) -> None:
        for deep in range(800, 1000, 5):
            given = f'{{"tags": {{"Kind": "sheet"}}, "x": {"[" * deep}{"]" * deep}}}'
            with pytest.raises(Refusal) as refusal:
                sheets.act(at(table), f'{{"do": "enter", "round": 1, "entry": {given}}}'.encode())
            assert refusal.value.status == 422, deep

    @refusals("data", [b"", b"[1]", b'{"do": "erase"}', b'{"do": "enter", "round": -1}', b'{"do": "enter", "round": true}'])
    def test_request_that_is_none_is_refused(self, table: Table, data: bytes) -> None:
        with refused("invalid-request", 422):
            sheets.act(at(table), data)
        with refused("invalid-round", 422):
            act(at(table), "enter", round=2, entry=entry())

    def test_event_without_a_game_has_no_sheets_until_an_organizer_says_which(self, ann: User, club: Club) -> None:
        any_game = events.create(ann, club, "Any")
        table = events.plan_table(ann, any_game, any_game.stages.get(), 1, "1")
        with refused("no-game", 409):
            act(at(table), "enter", entry=entry())
        sheets.change_settings(ann, any_game, "sichuan", "putong", 0)
        assert act(at(table), "enter", entry=entry())["version"] == 1

    def test_new_links_of_a_table_end_the_old_ones(self, ann: User, table: Table) -> None:
        writer = at(table, "E")
        with refused("permission-denied", 403):
            act(writer, "links")
        act(by(ann, table), "links")
        with refused("not-found", 404):
            act(writer, "enter", entry=entry())
        table.refresh_from_db()
        assert act(at(table, "E"), "enter", entry=entry())["version"] == 1
        assert actions() == ["sheet.links", "sheet.enter"]

    def test_round_struck_out_counts_nothing_and_may_be_entered_again(self, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        assert act(at(table), "strike", version=1)["version"] == 2
        assert state(table)["entry"] is None
        assert act(at(table), "enter", version=2, entry=entry())["version"] == 3
        assert actions() == ["sheet.enter", "sheet.strike", "sheet.change"]


class TestConfirming:
    def test_round_is_closed_when_every_seat_has_confirmed_it(self, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        answers = [act(at(table, seat), "confirm", version=1)["closed"] for seat in "EESWN"]
        assert answers == [False, False, False, False, True]
        assert (state(table)["closed"], state(table)["confirmed"]) == (True, list(NAMES))
        assert actions() == ["sheet.enter", *["sheet.confirm"] * 4, "sheet.closed"]
        told = [
            json.loads(row.details)["sha256"] for row in AuditEntry.objects.filter(action__in=["sheet.enter", "sheet.confirm"])
        ]
        assert told == [SheetConfirmation.objects.earliest("pk").digest] * 5

    def test_account_confirms_nothing_and_a_link_closes_nothing(self, ann: User, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        for writer, do in (
            (at(table), "confirm"),
            (by(ann, table), "confirm"),
            (by(ann, table), "object"),
            (at(table, "E"), "close"),
            (at(table, "E"), "finish"),
        ):
            with refused("permission-denied", 403):
                act(writer, do, version=1, text="It was six fan.")
        assert not SheetConfirmation.objects.exists()

    @override_settings(THROTTLE={"objection": "2/hour"})
    def test_seat_that_objects_too_often_is_told_to_wait_and_confirms_still(self, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        for _ in range(2):
            act(at(table, "W"), "object", version=1, text="It was six fan.")
        with refused("throttled", 429):
            act(at(table, "W"), "object", version=1, text="It was six fan.")
        act(at(table, "W"), "confirm", version=1)
        act(at(table, "N"), "object", version=1, text="Another seat's are counted by themselves.")
        assert state(table)["confirmed"] == ["W"]

    def test_objection_opens_a_closed_round_and_is_logged_with_its_sentence(self, table: Table) -> None:
        closed(table)
        act(at(table, "W"), "object", version=1, text="It was six fan.")
        found = state(table)
        assert (found["closed"], found["objected"], found["confirmed"]) == (False, {"W": "It was six fan."}, ["E", "S", "N"])
        assert json.loads(AuditEntry.objects.get(action="sheet.object").details)["reason"] == "It was six fan."
        with refused("no-reason", 422):
            act(at(table, "W"), "object", version=1, text="  ")
        assert act(at(table, "W"), "confirm", version=1)["closed"] is True, "it is taken back"

    def test_changing_a_round_takes_its_confirmations_away(self, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        for seat in "ESW":
            act(at(table, seat), "confirm", version=1)
        act(at(table), "enter", version=1, entry=entry({"E": -3, "S": 1, "W": 1, "N": 1}))
        assert state(table)["confirmed"] == []
        with refused("stale", 409):
            act(at(table, "N"), "confirm", version=1)

    def test_round_changed_back_to_what_was_confirmed_is_confirmed_anew(self, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        act(at(table, "E"), "confirm", version=1)
        act(at(table), "enter", version=1, entry=entry({"E": -3, "S": 1, "W": 1, "N": 1}))
        act(at(table), "enter", version=2, entry=entry())
        assert state(table)["confirmed"] == []

    def test_closed_round_is_changed_by_accounts_alone(self, ann: User, table: Table) -> None:
        closed(table)
        other = entry({"E": -3, "S": 1, "W": 1, "N": 1})
        with refused("round-closed", 409):
            act(at(table), "enter", version=1, entry=other)
        assert act(by(ann, table), "enter", version=1, entry=other)["version"] == 2
        assert state(table)["closed"] is False

    def test_scorer_closes_a_round_with_a_reason(self, ann: User, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        act(by(ann, table), "close", version=1, text="They have gone home.")
        assert (state(table)["closed"], state(table)["reason"]) == (True, "They have gone home.")
        assert b"sheets.json" in b"".join(archive_of(ann))
        assert [row.get("text", "entered") for row in sheets.rows_of(ann)] == ["They have gone home."]

    def test_other_settings_are_to_be_confirmed_anew(self, ann: User, event: Event, table: Table) -> None:
        won = {"dealer": "E", "moves": ["W-?", "S.hu:4"], "tags": {"Kind": "sheet"}}
        sheets.change_settings(ann, event, "sichuan", "putong", 0)
        closed(table, scores={"E": 0, "S": 4, "W": -4, "N": 0})
        sheets.change_settings(ann, event, "sichuan", "putong max_fan=5", 0)
        assert (state(table)["closed"], state(table)["confirmed"]) == (False, [])
        sheets.change_settings(ann, event, "sichuan", "putong", 0, base=5)
        assert (state(table)["closed"], state(table)["confirmed"]) == (False, [])
        verdict = sheets.judged(sheets.sheet_for(Table.objects.select_related("event").get(pk=table.pk)), 1, won)
        assert verdict is not None
        assert verdict["rounds"][0]["scores"]["computed"]["S"] == 20
        for seat in NAMES:
            act(at(table, seat), "confirm", version=1)
        match = Match.objects.get(pk=act(by(ann, table), "finish")["match"])
        assert b'[Base "5"]' in bytes(match.source)

    def test_what_was_said_is_never_changed_or_deleted(self, table: Table) -> None:
        closed(table)
        with pytest.raises(DatabaseError), transaction.atomic():
            SheetConfirmation.objects.update(seat="N")
        with pytest.raises(DatabaseError), transaction.atomic():
            SheetConfirmation.objects.all().delete()


class TestWho:
    def test_arbiter_of_the_event_writes(self, event: Event, table: Table) -> None:
        arbiter = User.objects.create_user("arbiter")
        with refused("permission-denied", 403):
            sheets.by_account(arbiter, table)
        Arbiter.objects.create(event=event, user=arbiter)
        assert act(by(arbiter, table), "enter", entry=entry())["version"] == 1


class TestFinishing:
    def test_finished_sheet_is_the_match_at_exactly_its_table(self, ann: User, event: Event, table: Table) -> None:
        second = planned(ann, event, 2, "3")
        closed(second)
        closed(second, 2, dealer="S")
        answer = act(by(ann, second), "finish")
        second.refresh_from_db()
        match = Match.objects.get(pk=answer["match"])
        assert second.match == match
        assert Table.objects.filter(pk=table.pk, match=None).exists(), "the table of the round before waits still"
        assert (match.user, match.club, match.table, match.event) == (ann, event.club, "3", "Autumn Cup")
        text = bytes(match.source).decode()
        assert '[Totals "E+6 S-2 W-2 N-2"]' in text
        assert '[Seat.E "張三"]' in text
        assert text.count("[Round ") == 2
        assert '[Kind "scores"]' in text

    def test_sheet_with_an_open_round_is_not_finished(self, ann: User, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        with refused("rounds-open", 409):
            act(by(ann, table), "finish")

    def test_finished_sheet_takes_no_more_entries_nor_confirmations(self, ann: User, table: Table) -> None:
        closed(table)
        act(by(ann, table), "finish")
        for do, more in (("enter", {"entry": entry()}), ("confirm", {}), ("object", {"text": "No."})):
            with refused("sheet-finished", 409):
                act(at(table, "E"), do, version=1, **more)

    def test_sheet_opened_again_and_corrected_replaces_its_match(self, ann: User, table: Table) -> None:
        closed(table)
        former = act(by(ann, table), "finish")["match"]
        act(by(ann, table), "reopen")
        assert act(by(ann, table), "finish")["match"] == former, "nothing was changed"
        act(by(ann, table), "reopen")
        closed(table, 2, dealer="S")
        corrected = act(by(ann, table), "finish")["match"]
        table.refresh_from_db()
        assert corrected != former
        assert str(table.match_id) == corrected
        assert Match.objects.get(pk=former).is_deleted

    def test_sheet_is_finished_by_itself_after_as_many_rounds_as_the_event_says(
        self, ann: User, event: Event, table: Table
    ) -> None:
        sheets.change_settings(ann, event, "sichuan", "", 2)
        closed(table)
        table.refresh_from_db()
        assert table.match is None
        closed(table, 2, dealer="S")
        table.refresh_from_db()
        assert table.match is not None
        assert table.match.user == event.created_by == ann

    def test_sheet_waits_for_a_scorer_where_who_made_the_event_has_left(
        self, club: Club, event: Event, ann: User, table: Table
    ) -> None:
        head = person_of(club, "head", Role.OWNER)
        sheets.change_settings(ann, event, "sichuan", "", 1)
        club.memberships.filter(user=ann).delete()
        closed(table)
        assert state(table)["closed"]
        assert "match" in act(by(head, table), "finish")

    def test_arbiter_finishes_in_the_name_of_who_made_the_event(self, event: Event, ann: User, table: Table) -> None:
        arbiter = User.objects.create_user("arbiter")
        Arbiter.objects.create(event=event, user=arbiter)
        closed(table)
        assert Match.objects.get(pk=act(by(arbiter, table), "finish")["match"]).user == ann

    def test_sheet_is_not_opened_again_where_another_match_is_at_its_table(self, ann: User, event: Event, table: Table) -> None:
        closed(table)
        act(by(ann, table), "finish")
        other = planned(ann, event, 2, "9")
        closed(other, scores={"E": 6, "S": -2, "W": -2, "N": -2})
        match = act(by(ann, other), "finish")["match"]
        Table.objects.filter(pk=other.pk).update(match=None)
        Table.objects.filter(pk=table.pk).update(match=match)
        with refused("table-taken", 409):
            act(by(ann, table), "reopen")

    def test_match_corrected_by_hand_is_not_overwritten_by_its_sheet(self, ann: User, table: Table) -> None:
        closed(table)
        match = Match.objects.get(pk=act(by(ann, table), "finish")["match"])
        corrected = by_hand(ann, match, b"E+1 S+1")
        with refused("match-corrected", 409):
            act(by(ann, table), "reopen")
        corrected = by_hand(ann, corrected, b"E+2 S+0")
        matches.restore(ann, DeletedMatch.objects.get(replacement=corrected))
        with refused("match-corrected", 409):
            act(by(ann, table), "reopen")
        matches.restore(ann, DeletedMatch.objects.get(pk=match.pk))
        assert act(by(ann, table), "reopen")["state"] == "open", "the match is the sheet's own again"

    def test_sheet_does_not_finish_by_itself_over_a_match_corrected_by_hand(self, ann: User, event: Event, table: Table) -> None:
        sheets.change_settings(ann, event, "sichuan", "", 1)
        closed(table)
        act(by(ann, table), "reopen")
        corrected = by_hand(ann, Match.objects.get(), b"E+1 S+1")
        act(by(ann, table), "enter", version=1, entry=entry({"E": 6, "S": -2, "W": -2, "N": -2}))
        for seat in NAMES:
            act(at(table, seat), "confirm", version=2)
        table.refresh_from_db()
        assert (table.match, state(table)["closed"]) == (corrected, True)

    def test_sheet_whose_corrected_match_was_deleted_makes_a_match_again(self, ann: User, table: Table) -> None:
        closed(table)
        match = Match.objects.get(pk=act(by(ann, table), "finish")["match"])
        matches.delete(ann, by_hand(ann, match, b"E+1 S+1"))
        act(by(ann, table), "reopen")
        closed(table, 2, dealer="S")
        assert act(by(ann, table), "finish")["match"] not in (None, str(match.pk))


def by_hand(ann: User, match: Match, scores: bytes) -> Match:
    """The record of a match with other scores of the first two seats, uploaded in its place."""
    text = re.sub(rb"E\+\d S[-+]\d", scores, bytes(match.source))
    return matches.replace(ann, match, text, media_type="text/x-ppn").replacement


class TestProgress:
    def test_progress_counts_closed_rounds_with_their_scores(self, ann: User, event: Event, table: Table) -> None:
        closed(table)
        act(at(table), "enter", round=2, entry=entry())
        other = planned(ann, event, 2, "1")
        assert sheets.progress_of([table, other]) == {
            table.pk: sheets.SheetProgress(1, {"E": 3, "S": -1, "W": -1, "N": -1}, False)
        }


class TestKeeping:
    def test_table_with_a_sheet_is_not_removed_nor_its_event_deleted(self, ann: User, event: Event, table: Table) -> None:
        act(at(table), "enter", entry=entry())
        with refused("table-in-use", 409):
            events.remove_table(ann, table)
        with refused("event-ruled", 409):
            events.delete(ann, event)


class TestJudging:
    def test_sheet_is_judged_with_the_round_that_is_being_entered(self, table: Table) -> None:
        closed(table)
        sheet = sheets.sheet_for(Table.objects.select_related("event").get(pk=table.pk))
        verdict = sheets.judged(sheet, 2, entry(dealer="S"))
        assert verdict is not None
        assert [round_["round"] for round_ in verdict["rounds"]] == [1, 2]

    def test_sheet_without_rounds_has_no_verdict(self, table: Table) -> None:
        assert sheets.judged(sheets.sheet_for(Table.objects.select_related("event").get(pk=table.pk))) is None
