"""The permission matrix: every address and method × every role × own, another's, a public and no such thing.

The addresses are those of the URL configuration: a new one, or a new method of one, fails until the table has its row.
Beside the status of every answer, nothing in it may be a word of what this role may not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

import records
from tests.permissions.routes import PUBLISHED, address, admin_routes, filled, routes
from tests.permissions.table import ACTION, METHODS, TABLE, Row
from tests.permissions.world import (
    ARBITER,
    AT_TABLE,
    BROWSERS,
    CLUBS,
    DROPPED,
    HOLDERS,
    INSIDE,
    INVITED,
    MATCH,
    MISSING,
    NOBODY,
    OTHER,
    OWN,
    PRIVATE,
    PROGRAMS,
    PUBLIC,
    ROLES,
    SEAT,
    SEATED,
    SECRET_WORDS,
    STAFF,
    STRANGER,
    WORDS,
    World,
    where,
)
from tests.permissions.world import TABLE as TABLE_LINK
from tests.proof import ROUND, proof, seeded

pytestmark = pytest.mark.django_db

STORES_NOTHING = ("api/v1/verify", "api/v1/score")
ROWS = [(route, method) for route, methods in TABLE.items() for method in methods]
LADDER = (NOBODY, STRANGER, *INSIDE)
"""Roles of which each may at least what the one before may."""
BESIDE = {**dict.fromkeys(HOLDERS, NOBODY), INVITED: STRANGER, ARBITER: STRANGER, STAFF: INSIDE[-1]}
"""Who is answered like somebody on the ladder where a row does not say otherwise."""
REFUSED = (401, 403, 404)


def ask(world: World, role: str, method: str, path: str, row: Row) -> Any:
    """The answer to one request of someone in this role; nothing of what it did stays."""
    with transaction.atomic():
        client = world.client(role)
        # By which of its links a browser asks at a table stands in the address; at ``verify`` a seat is who sat there.
        seat = "" if path == "/api/v1/verify" else {SEATED: "seat=E", AT_TABLE: "seat="}.get(role, "")
        asked = path + (seat and ("&" if "?" in path else "?") + seat)
        answer = client.generic(method, asked, row.body, content_type=row.kind or "application/json")
        answer.text_said = b"".join(answer).decode("utf-8", "replace")
        transaction.set_rollback(True)
    return answer


def scopes(route: str) -> list[str]:
    """Whose things an address can be about."""
    if "event_id" in route or "live_id" in route:
        return [OWN, OTHER, PUBLIC, MISSING]
    if "file_id" in route:
        return [DROPPED, MISSING]
    if "match_id" in route:
        return [OWN, OTHER, PRIVATE, PUBLIC, DROPPED, MISSING]
    if "batch_id" in route or "job_id" in route:
        return [OWN, OTHER, PRIVATE, MISSING]
    if "rejudging_id" in route or "export_id" in route:
        return [OWN, OTHER, MISSING]
    return [OWN, OTHER, MISSING] if "<club:slug>" in route or "secret" in route else [OWN]


def wanted(row: Row, route: str, method: str, role: str, whose: str) -> int:
    """The status that this role must be answered with."""
    if whose == DROPPED:
        return row.statuses[role] if "file_id" in route else wanted_of_dropped(row, route, method, role)
    if role in HOLDERS:
        if is_opened(row, route, role, method) and whose == OWN:
            return row.opened_by[HOLDERS[role]]
        if HOLDERS[role] in (SEAT, TABLE_LINK) and is_opened(row, route, role, method):
            return 404  # of another table
        if role in PROGRAMS and changes(route, method):
            return 403  # a share link changes nothing, that of a seat only the sheet
        if role in (SEATED, AT_TABLE) and is_by_seat(route):
            return 404  # whoever asks by a link asks by no account
        role = NOBODY
    if whose == OWN:
        return row.statuses[role]
    if "secret" in route or "file_id" in route:
        return 404
    if whose == PUBLIC and row.public in (200, 204, 302):
        return row.public
    outsider = NOBODY if role == NOBODY else STRANGER
    if whose == MISSING or (role != STAFF and whose != PUBLIC):
        return row.statuses[outsider]
    if role == STAFF:
        return 404 if whose == PRIVATE and route.endswith("#rule") else row.statuses[STAFF]  # it is at no event's table
    # A public match is changed like what one sees and may not change.
    assert row.public is not None
    return row.public if outsider == STRANGER else row.statuses[NOBODY]


def wanted_of_dropped(row: Row, route: str, method: str, role: str) -> int:
    """The same of a match that a visitor dropped: what share links open is open to everybody, and nothing else is there."""
    if MATCH in row.opened_by and not (role in PROGRAMS and changes(route, method)):
        return row.opened_by[MATCH]
    return wanted(row, route, method, role, MISSING)


def is_opened(row: Row, route: str, role: str, method: str) -> bool:
    """Whether a link opens this to its holder. Pages read no header; the API opens to sessions what is read alone."""
    in_api = route.startswith("api/v1/")
    held = HOLDERS.get(role) in row.opened_by
    return held and (method == "GET" or role in (*PROGRAMS, SEATED, AT_TABLE) if in_api else role in BROWSERS)


def changes(route: str, method: str) -> bool:
    """Whether a request to the API changes something."""
    return route.startswith("api/v1/") and "(?P<path>" not in route and method != "GET" and route not in STORES_NOTHING


def is_by_seat(route: str) -> bool:
    """Whether a page is opened by the link of a table or seat where its address says so, to others by their account."""
    kinds = {kind for row in TABLE[route].values() for kind in row.opened_by}
    return not route.startswith("api/") and bool(kinds & {SEAT, TABLE_LINK})


def may_come_across(world: World, route: str, method: str, role: str, whose: str) -> set[str]:
    """The words that may stand in an answer."""
    row = TABLE[route][method]
    linked = {WORDS[OWN]} if is_opened(row, route, role, method) and whose == OWN else set()
    # What is published names its club, to everybody who may read it.
    club = {CLUBS[{PUBLIC: OTHER}.get(whose, whose)]} if PUBLISHED.search(route) and whose in (PUBLIC, OWN) else set()
    told = bool(linked) or whose == PUBLIC or (role == ARBITER and whose == OWN)
    dropped = {WORDS[DROPPED]} if whose == DROPPED and ("file_id" in route or MATCH in row.opened_by) else set()
    return world.sees(role) | linked | dropped | (club if told else set())


def test_every_address_has_a_row_in_the_table() -> None:
    assert set(routes()) - set(TABLE) == set(), "addresses without a row in tests/permissions/table.py"
    assert set(TABLE) - set(routes()) == set(), "rows without an address"


def faults(world: World, route: str, method: str, whose: str, roles: Iterable[str]) -> Iterator[str]:
    """What is wrong with the answers to these roles, asked about this: a status, or a word of others."""
    row = TABLE[route][method]
    known = where(world, whose)
    path = address(route, known)
    for role in roles:
        answer = ask(world, role, method, path, filled(row, known))
        expected = wanted(row, route, method, role, whose)
        if answer.status_code != expected:
            yield f"{method} {path} ({whose}) by {role}: {answer.status_code}, not {expected}"
        leaked = {word for word in SECRET_WORDS if word in answer.text_said} - may_come_across(world, route, method, role, whose)
        if leaked:
            yield f"{method} {path} ({whose}) tells {role} of {sorted(leaked)}"
        if expected == 302 and role in (NOBODY, *HOLDERS) and path.startswith("/clubs/"):
            assert answer["Location"].startswith("/accounts/login/"), path


def asked_every_time(route: str, method: str, whose: str) -> list[str]:
    """Who asks each time. About the club's own: of those on the ladder who are answered alike the one who may most if they are
    refused, else the one who may least; and whoever is not answered like the one they stand beside. About another club's: the
    owner. About what is public: a passer-by who may see it."""
    row = TABLE[route][method]
    if whose != OWN:
        return (
            [INSIDE[-1]] * (whose == OTHER)
            + [NOBODY] * (whose == PUBLIC and row.public == 200)
            + [NOBODY, STAFF] * (whose == DROPPED)
        )
    answered = {role: wanted(row, route, method, role, OWN) for role in ROLES}
    alike = [list(roles) for _, roles in groupby(LADDER, answered.__getitem__)]
    ladder = [roles[-1] if answered[roles[0]] in REFUSED else roles[0] for roles in alike]
    return ladder + [role for role, like in BESIDE.items() if answered[role] not in (answered[like], 403)]


@pytest.mark.parametrize(("route", "method"), ROWS)
def test_role_gets_its_status_and_no_word_of_others(world: World, route: str, method: str) -> None:
    wrong = [
        fault for whose in scopes(route) for fault in faults(world, route, method, whose, asked_every_time(route, method, whose))
    ]
    assert wrong == []


def others(route: str, method: str, whose: str) -> list[str]:
    """Whoever is not asked each time: about the club's own everybody, about all else a sixth of them, in each round another."""
    found = [role for role in ROLES if role not in asked_every_time(route, method, whose)]
    return found if whose == OWN else found[(ROWS.index((route, method)) + ROUND) % 6 :: 6]


@proof
@seeded
@pytest.mark.parametrize(("route", "method"), ROWS)
def test_every_other_role_gets_its_status_and_no_word_of_others(world: World, route: str, method: str) -> None:
    for whose in scopes(route):
        assert list(faults(world, route, method, whose, others(route, method, whose))) == []


def test_method_without_a_row_is_refused(world: World) -> None:
    asked = [
        (method, address(route, where(world, OWN)))
        for route in TABLE
        for method in (METHODS if ACTION not in route else ())
        if method not in TABLE[route] and not (method == "POST" and any(one.startswith(route + ACTION) for one in TABLE))
    ]
    assert [one for one in asked if ask(world, "owner", *one, Row({})).status_code != 405] == []


def test_listing_holds_what_its_reader_may_see(world: World) -> None:
    names = {str(match.pk): whose for whose, match in world.matches.items()}
    every = {
        NOBODY: {PUBLIC},
        INVITED: {PUBLIC},
        ARBITER: {OWN, PUBLIC},
        "member": {OWN, PUBLIC},
        STAFF: {*names.values()} - {DROPPED},
    }
    for role, seen in every.items():
        listed = ask(world, role, "GET", "/api/v1/matches", Row({})).json()["results"]
        assert {names[row["id"]] for row in listed} == seen, role
        clubs = {None, "first", "second"} if role == STAFF else {None} if role == ARBITER else {None, "first"}
        assert {row["club"] for row in listed} <= clubs
        for page in ("/", "/matches/"):
            text = ask(world, role, "GET", page, Row({})).text_said
            assert {whose for id_, whose in names.items() if id_ in text} == seen, (role, page)
    listed = ask(world, "member", "GET", "/api/v1/clubs/first/matches", Row({})).json()["results"]
    assert [names[row["id"]] for row in listed] == [OWN]


@pytest.mark.parametrize("role", [*BROWSERS][:2])
def test_share_link_says_nothing_of_the_club(world: World, role: str) -> None:
    text = ask(world, role, "GET", f"/matches/{world.matches[OWN].pk}/", Row({})).text_said
    assert WORDS[OWN] in text
    assert CLUBS[OWN] not in text
    assert "Re-judge" not in text
    assert "Share links" not in text


def test_administration_is_for_the_staff_alone(world: World) -> None:
    outside = (NOBODY, STRANGER, "owner")
    for route in admin_routes():
        plain = re.sub(r"\^?\(\?P<app_label>.*", "records/", route.replace("(?P<url>.*)$", "x"))
        path = "/" + re.sub(r"<(?:\w+:)?\w+>", "1", plain)
        for role in outside:
            answer = ask(world, role, "GET", path, Row({}))
            # Django's own pages to sign in, to have signed out, and the words of its scripts are anybody's.
            if path in ("/admin/login/", "/admin/logout/", "/admin/jsi18n/"):
                assert answer.status_code in (200, 302, 403, 405)
            else:
                assert answer.status_code == 302, (path, role)
                assert answer["Location"].startswith("/admin/login/"), (path, role)
            assert not any(word in answer.text_said for word in SECRET_WORDS)


def test_views_and_endpoints_query_no_model_themselves() -> None:
    """What they show comes through the selectors, which ask ``records.accounts.access``: no query is written outside records."""
    root = Path(records.__file__).parents[1]
    for package in ("api", "frontend", "records/wording"):
        for path in (root / package).rglob("*.py"):
            asked = re.findall(r"\.objects\b|\b(?:club|match|user|request\.user)\.\w+\.(?:all|filter|get)\(", path.read_text())
            assert [call for call in asked if call != "match.seats.all("] == [], path.name
