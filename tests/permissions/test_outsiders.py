"""A5: what every address of a public event tells outsiders: names as shown, no alias, no account, nothing unpublished."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test.client import Client

from records.accounts import access, clubs
from records.accounts.access.facts import Fact, Reader, sees
from records.accounts.models import Club, Role
from records.archive.models import Match
from records.tournament import appeals, events, penalties
from records.tournament.events import SeatLink
from records.tournament.models import Event
from referee.tournament.ranking.rulings import findings_of
from tests.links import opened
from tests.permissions.routes import PUBLISHED, routes
from tests.records.clubs import join
from tests.records.evening import EVENT, publish, text, upload

pytestmark = pytest.mark.django_db

LEGAL, UNUSED, ACCOUNT, OWNER = "Wong Siu-ming", "Chan Tai-man", "arbiter-zoe", "owner-ann"
RULED, REASON, OBJECTED, ANSWERED = "The tile was seen", "He swore at me", "It was not so", "We asked the table"
BEFORE = (LEGAL, UNUSED, ACCOUNT, OWNER, RULED, REASON, OBJECTED, ANSWERED)


@pytest.fixture
def owner() -> User:
    return User.objects.create_user(OWNER)


@pytest.fixture
def club(owner: User) -> Club:
    return clubs.create(owner, "Lions")


@pytest.fixture
def event(owner: User, club: Club) -> Event:
    """A public event: a private match with a ruling, a penalty and an appeal, in which a legal name means Ming."""
    made = events.create(owner, club, EVENT, public=True)
    arbiter = join(club, ACCOUNT, Role.ORGANIZER).user
    assert arbiter is not None
    match = upload(club, owner, text("sichuan/score-mismatch", [LEGAL, "B", "C", "D"], Table="1"))[0]
    entrant = made.entrants.get(name=LEGAL)
    events.change_entrant(owner, entrant, name="Ming")
    entrant.refresh_from_db()
    events.change_entrant(owner, entrant, alias=LEGAL)
    events.change_entrant(owner, entrant, alias=UNUSED)
    table = made.tables.get()
    assert match.current_judgement is not None
    finding = next(iter(findings_of(match.current_judgement.verdict)))
    events.rule(arbiter, made, match, finding, "overruled", RULED)
    penalties.give(arbiter, made, entrant, "warning", table=table, reason=REASON)
    link = SeatLink(table, "S")
    appeals.make(link, "S", appeals.things_at(table)[0].name, OBJECTED)
    appeals.answer(arbiter, made, 1, "dismissed", ANSWERED)
    return made


@pytest.fixture
def match(event: Event) -> Match:
    found = event.tables.get().match
    assert found is not None
    return found


def addresses(event: Event, number: int | None = None) -> Iterator[str]:
    """Every address below the event that needs no more than its id; with a ``number`` those of this publication."""
    forms = [
        "results.json",
        "results.xlsx",
        *(f"{name}.csv" for name in "standings teams tables ledger rulings penalties appeals".split()),
    ]
    for route in routes():
        filled = "/" + route.replace("<uuid:event_id>", str(event.pk))
        if number is not None and PUBLISHED.search(route) and "<int:number>" in route:
            at = filled.replace("<int:number>", str(number))
            yield from [at.replace("<str:form>", form) for form in forms] if "<str:form>" in at else [at]
        elif number is None and "<uuid:event_id>" in route and "<" not in filled:
            yield filled


def told(client: Client, address: str, **headers: Any) -> str:
    """All that an address answers, a workbook unpacked, in both languages where it is a page."""
    answer = client.get(address, **headers)
    if answer.status_code not in (200, 201):
        return ""
    if answer.headers["Content-Type"].startswith("text/event-stream"):
        return ""
    content = b"".join(answer) if answer.streaming else answer.content
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = b"".join(archive.read(name) for name in archive.namelist())
    return content.decode()


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_public_event_tells_outsiders_no_alias_account_reason_or_ruling(event: Event, match: Match, who: str) -> None:
    client = Client()
    if who == "stranger":
        client.force_login(User.objects.create_user("passer-by"))
    answered = 0
    for address in addresses(event):
        said = told(client, address)
        answered += bool(said)
        assert [secret for secret in (*BEFORE, str(match.pk)) if secret in said] == [], address
    assert answered > 15


def test_share_link_to_an_event_tells_of_it_what_outsiders_are_told(event: Event, owner: User) -> None:
    _, secret = access.share(owner, event)
    reader, at = opened(secret), f"/events/{event.pk}/"
    for address in (at, f"{at}?part=parts", f"{at}results.csv?key={secret}"):
        said = told(reader, address)
        assert said
        assert [one for one in BEFORE if one in said] == [], address
    for part in ("", "/standings", "/tables", "/seating"):
        said = told(Client(), f"/api/v1/events/{event.pk}{part}", HTTP_AUTHORIZATION=f"Link {secret}")
        assert [one for one in BEFORE if one in said] == [], part


def test_members_are_told_all_of_it(event: Event, match: Match, club: Club) -> None:
    client = Client()
    member = join(club, "reader", Role.MEMBER).user
    assert member is not None
    client.force_login(member)
    said = "".join(told(client, address) for address in addresses(event))
    assert [secret for secret in (*BEFORE, str(match.pk)) if secret not in said] == [OWNER]


def test_rulings_penalties_and_appeals_are_told_with_reasons_once_they_are_published(event: Event, owner: User) -> None:
    publish(owner, event, "as it stands")
    client = Client()
    said = {address: told(client, address) for address in addresses(event)}
    page = said[f"/events/{event.pk}/decisions/"]
    assert [one for one in (RULED, REASON, OBJECTED, ANSWERED) if one not in page] == []
    for address, text_ in said.items():
        hidden = (UNUSED, ACCOUNT) if PUBLISHED.search(address) else (LEGAL, UNUSED, ACCOUNT)
        assert [one for one in hidden if one in text_] == [], address
    signed = [told(client, address) for address in addresses(event, 1)]
    assert sum(RULED in one for one in signed) >= 4
    assert not any(UNUSED in one for one in signed), "an alias under which nobody sat"


def test_ruling_after_the_publication_waits_for_the_next(event: Event, match: Match, owner: User) -> None:
    publish(owner, event, "as it stands")
    assert match.current_judgement is not None
    finding = next(iter(findings_of(match.current_judgement.verdict)))
    events.rule(owner, event, match, finding, "upheld", "On second thought")
    rulings = Client().get(f"/api/v1/events/{event.pk}/rulings").json()["results"]
    assert [one["number"] for one in rulings] == [1]
    assert "On second thought" not in "".join(told(Client(), address) for address in addresses(event))


def test_whoever_sees_more_of_an_event_sees_what_outsiders_see() -> None:
    for fact in Fact:
        if sees(Reader.OUTSIDER, fact):
            assert all(sees(reader, fact) for reader in Reader), fact
