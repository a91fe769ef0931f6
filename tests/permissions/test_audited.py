"""Every address that changes something leaves an entry in the audit log: the rows of the permission table, asked by an owner."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from records.accounts.models import AuditEntry
from records.archive.models import Batch
from tests.permissions.routes import address, filled
from tests.permissions.table import TABLE
from tests.permissions.world import INVITED, OWN, PRIVATE, STAFF, World, where
from tests.proof import proof

pytestmark = pytest.mark.django_db

LIVE, EVENT = "tables/<uuid:live_id>", "events/<uuid:event_id>/"
TABLE_OF = f"{EVENT}tables/<int:table_id>/"
UNWRITTEN = {
    **dict.fromkeys(
        ("api/v1/verify", "api/v1/score", f"api/v1/{TABLE_OF}sheet/check"),
        "nothing is stored",
    ),
    **dict.fromkeys((f"{EVENT}people/#{do}" for do in ("read", "look", "again")), "nothing is stored"),
    f"api/v1/{LIVE}/moves": "lines are kept with who wrote them, and are never changed",
    f"api/v1/{TABLE_OF}draft": "the table has its match; tests/api/test_live_tables.py writes a draft",
    f"api/v1/{TABLE_OF}sheet": "nothing without a key, and it has its match; tests/api/test_sheets.py writes",
    f"api/v1/{EVENT}calls": "the table has called already; tests/records/test_hall.py calls",
    **dict.fromkeys(
        (f"{TABLE_OF}#{do}" for do in ("call", "withdraw", "appeal")),
        "by the link of a seat alone; tests/records/test_hall.py calls, tests/records/test_appeals.py objects",
    ),
    "i18n/setlang/": "the language of one browser",
    "matches/<uuid:match_id>/#other_rules": "kept for a day, and nobody's",
    "api/v1/matches/<uuid:match_id>/rounds/<int:number>/gif": "a picture of what the reader sees, kept for a day",
    "upload/": "of who is signed in it is an upload, which is asked below",
    "matches/<uuid:match_id>/#rule": "nothing was found in the match; tests/records/test_rulings.py rules",
    f"{EVENT}tables/#bring_back": "nothing was removed; tests/frontend/test_event_settings.py brings something back",
    f"{EVENT}tables/#attach": "nothing fits that is not attached; tests/records/test_events.py attaches",
    f"{EVENT}tables/#remove": "it has its match; tests/frontend/test_event_settings.py removes one",
    "matches/<uuid:match_id>/#move": "it is a club's already; tests/records/test_table_upload.py moves one",
    f"{EVENT}tables/#put_back": "it is at its table; tests/records/test_deletion.py puts one back",
    **dict.fromkeys((f"{EVENT}people/#{do}" for do in ("add_everybody", "identify_suggested")), "everybody is entered and known"),
    f"{EVENT}settings/#delete": "it is published and stays; tests/records/test_events.py deletes one",
    f"{EVENT}settings/#remove_stage": "it is the only one; tests/frontend/test_event_settings.py removes one",
    **dict.fromkeys(
        (f"{EVENT}tables/#{do}" for do in ("pause", "go_on", "end", "reset", "undo", "take_back")),
        "the clock has not been started; tests/records/test_hall.py runs one",
    ),
    **dict.fromkeys(
        (f"{EVENT}decisions/#{do}" for do in ("give_back", "reopen")), "the call is open; tests/records/test_hall.py"
    ),
    **dict.fromkeys(
        (f"{EVENT}people/#{do}" for do in ("swap_tables", "come_back", "substitute")),
        "there is one table, and nobody has left; tests/records/seating/",
    ),
    "account/#end_session": "there is no such session; tests/records/test_accounts.py ends one",
    "clubs/<club:slug>/players/<uuid:player_id>/mistakes/<int:mistake_id>/": "what one account has learnt concerns nobody else",
    "account/#delete": "who they are is asked first; tests/records/test_own_data.py deletes one",
    # The forms of the table name nobody and hold no password.
    **{route: "tests/records/test_accounts.py fills it in" for route in TABLE if route.startswith("accounts/")},
}
"""Addresses that take a POST and leave no entry here, and why."""

WRITTEN = ("accounts/login/", "account/data/")
"""Addresses that leave an entry when they are read: what is held about somebody is taken away."""

STATES = {"jobs/<": Batch.State.RUNNING}
"""In which there is something to change."""

CHANGES = [
    (route, method)
    for route, methods in TABLE.items()
    for method, row in methods.items()
    if method != "GET" and route not in UNWRITTEN and min(row.statuses.values()) < 400
]


def answered(world: World, role: str, route: str, method: str) -> tuple[int, list[AuditEntry]]:
    """The status, and what was written."""
    row, client = filled(TABLE[route][method], where(world, OWN)), world.client(role)
    with transaction.atomic():
        for part, state in STATES.items():
            if part in route:
                Batch.objects.filter(pk=world.batches[OWN].pk).update(state=state)
        before = AuditEntry.objects.count()
        path = address(route, where(world, OWN))
        answer = client.generic(method, path, row.body, content_type=row.kind or "application/json")
        entries = list(AuditEntry.objects.filter(number__gt=before).order_by("number"))
        transaction.set_rollback(True)
    return answer.status_code, entries


@pytest.mark.parametrize(("route", "method"), CHANGES)
def test_change_is_written_into_the_audit_log(world: World, route: str, method: str) -> None:
    role = INVITED if "invitation" in route or route in ("clubs/#join", "clubs/#decline") else "owner"
    role = STAFF if TABLE[route][method].statuses[role] >= 400 else role  # what is the staff's alone
    status, entries = answered(world, role, route, method)
    assert status == TABLE[route][method].statuses[role] < 400
    assert entries, f"{method} {route} left no entry in the audit log"
    assert {entry.actor for entry in entries} == {f"user:{world.people[role].pk}"}
    if "<club:slug>" in route:
        club = world.webhooks[OWN].club_id
        assert all(f'"club": {club}' in entry.details for entry in entries), "its owners would not read of it"


@pytest.mark.parametrize("apart", [6, pytest.param(1, marks=proof)])
def test_reading_writes_no_audit_entry(world: World, apart: int) -> None:
    reads = [route for route, methods in TABLE.items() if "GET" in methods and route not in WRITTEN]
    owner = world.client("owner")  # signing in is an entry
    before = AuditEntry.objects.count()
    for route in reads[::apart]:
        owner.get(address(route, where(world, OWN)))
    assert AuditEntry.objects.count() == before


def test_upload_by_page_is_logged_as_an_upload(world: World) -> None:
    assert [entry.action for entry in answered(world, "owner", "upload/", "POST")[1]] == ["upload"]


def test_every_exception_from_auditing_is_needed() -> None:
    assert set(UNWRITTEN) <= set(TABLE)


def test_owner_reads_the_audit_entries_of_the_club_alone(world: World) -> None:
    own, private = world.matches[OWN], world.matches[PRIVATE]
    page: Any = world.client("owner").get("/clubs/first/audit/").content.decode()
    listed = world.client("owner").get("/api/v1/clubs/first/audit?limit=200").json()["results"]
    assert [entry["number"] for entry in listed] == sorted((entry["number"] for entry in listed), reverse=True)
    targets = {entry["target"] for entry in listed}
    assert f"upload:{own.upload_id}" in targets
    assert f"upload:{private.upload_id}" not in targets
    assert {entry["action"] for entry in listed} >= {"upload", "member.invite", "member.join", "link.make", "webhook.add"}
    assert all(f"#{entry['number']}" in page for entry in listed[:40])
