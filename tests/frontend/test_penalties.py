"""The pages of penalties and appeals, without a browser."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import appeals, clubs, events, penalties
from records.events.tables.seat_links import secret_for
from records.models import Club, Event, Match
from referee.results.ranking.rulings import findings_of
from tests.frontend.markup import compact
from tests.records.evening import EVENT, publish, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Lions")


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    return events.create(ann, club, EVENT, public=True)


@pytest.fixture
def match(ann: User, club: Club, event: Event) -> Match:
    return upload(club, ann, text("sichuan/three-suits", Table="1"))[0]


@pytest.fixture
def page(ann: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ann)
    return client


def html(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def at(event: Event, path: str = "") -> str:
    return f"/events/{event.pk}/penalties/{path}"


def test_penalty_is_given_step_by_step(page: Client, event: Event, match: Match) -> None:
    table, entrant = event.tables.get().pk, event.entrants.get(name="A").pk
    assert f"table={table}" in html(page, at(event, "give/"))
    assert f"entrant={entrant}" in html(page, at(event, f"give/?table={table}"))
    step = f"give/?table={table}&entrant={entrant}"
    assert "offence=telephone" in html(page, at(event, step))
    confirm = html(page, at(event, f"{step}&offence=early-draw"))
    assert "Proposed:" in confirm
    form = {"table": table, "entrant": entrant, "offence": "early-draw", "grade": "warning", "at_round": "1", "after": "0"}
    for _ in range(2):
        assert page.post(at(event, "give/"), form).status_code == 302
    assert [one.grade for one in event.penalties.all()] == ["warning"]
    again = html(page, at(event, f"{step}&offence=early-draw"))
    assert "in place of warning" in again
    assert "What this player has had" in again


def test_penalty_is_prefilled_from_a_finding_of_the_matchs_page(page: Client, event: Event, match: Match) -> None:
    assert match.current_judgement is not None
    key, finding = next(iter(findings_of(match.current_judgement.verdict).items()))
    address = at(event, f"give/?{urlencode({'match': str(match.pk), **key.as_dict()})}")
    assert address.replace("&", "&amp;") in html(page, f"/matches/{match.pk}/")
    confirm = html(page, address)
    assert "24 points off" in confirm
    assert finding["clause"] in confirm
    form = {
        "match": str(match.pk),
        **key.as_dict(),
        "grade": "points-24",
        "offence": "false-win",
        "at_round": key.round,
        "at_move": key.move,
    }
    answer = page.post(at(event, "give/"), form)
    assert answer.status_code == 302
    given = event.penalties.get()
    assert (given.finding, given.amount, given.round, given.seat) == (key.as_dict(), "24", key.round, key.seat)


def test_refused_penalty_shows_the_form_again_with_the_reason(page: Client, event: Event, match: Match) -> None:
    form = {"table": event.tables.get().pk, "entrant": event.entrants.get(name="A").pk, "offence": "other", "grade": "warning"}
    answer = page.post(at(event, "give/"), form)
    assert answer.status_code == 422
    assert b"A reason is needed" in answer.content


def test_what_was_typed_stays_when_it_is_refused(page: Client, event: Event, match: Match) -> None:
    table, entrant = event.tables.get(), event.entrants.get(name="A").pk
    form = {
        "table": table.pk,
        "entrant": entrant,
        "offence": "telephone",
        "grade": "points",
        "amount.points": "4",
        "at_round": "7",
    }
    form |= {"reason": "x" * 2001, "amount.placement": "9"}
    again = page.post(at(event, "give/"), form)
    assert again.status_code == 422
    shown = compact(again.content.decode())
    assert "x" * 2001 in shown
    assert re.findall(r'<option value="(\d)" selected', shown) == ["4"]
    assert re.search(r'value="points"[^>]* checked', shown)
    secret = secret_for(table, "E")
    thing = appeals.things_at(table)[0].name
    appeals.make(events.SeatLink(table, "E"), "E", thing, "Not so.")
    refused = page.post(f"/at/{secret}/objections/", {"seat": "E", "thing": thing, "text": "Nor was it mine."})
    assert (refused.status_code, "Nor was it mine." in refused.content.decode()) == (409, True)
    answer = {"outcome": "dismissed", "decision": "corrected", "score.E": "many", "reason": "We looked at it."}
    refused = page.post(f"/events/{event.pk}/appeals/1/", answer)
    assert refused.status_code == 422
    shown = compact(refused.content.decode())
    assert ("We looked at it." in shown, 'value="many"' in shown) == (True, True)


def test_tables_of_the_round_of_now_are_offered_before_planned_ones(page: Client, ann: User, event: Event, match: Match) -> None:
    for number in (2, 3):
        events.plan_table(ann, event, event.stages.get(), number, "1")
    offered = re.findall(r"Round (\d)", compact(html(page, at(event, "give/"))))
    assert offered == ["2", "1", "3"]


def test_rulebook_of_every_game_has_the_clauses_on_penalties(client: Client) -> None:
    for game in ("sichuan", "gouji"):
        assert all(f'id="PEN-{number}"' in html(client, f"/rules/{game}/") for number in (1, 2, 3))


def test_everybody_who_sees_the_event_reads_penalties_with_sums_and_members_why(
    page: Client, ann: User, event: Event, match: Match
) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    for grade, amount in (("warning", ""), ("warning", ""), ("points", "3")):
        penalties.give(ann, event, entrant, grade, table=table, amount=amount, offence="telephone", reason="It rang.")
    penalties.cancel(ann, event, 1, "Another's.")
    for client in (page, Client(HTTP_ACCEPT_LANGUAGE="en")):
        listed = html(client, at(event))
        ours = client is page
        assert "points off 3" in listed
        assert ("It rang." in listed) is ours
        assert "cancelled by 4" in listed
        standings = html(client, f"/events/{event.pk}/")
        assert "deducted" in standings or "no points yet" in standings
        assert ("It rang." in standings) is ours


def test_settings_and_catalogue_are_set_on_the_page(page: Client, event: Event) -> None:
    assert page.post(at(event, "settings/"), {"protests": "day", "challenges": "2"}).status_code == 302
    found = penalties.settings_of(event)
    assert (found.count, found.lapse, found.protests, found.challenges) == (False, False, "day", 2)
    answer = page.post(at(event, "catalogue/"), {"text": '[[grade]]\ncode = "x"\n'})
    assert answer.status_code == 422
    assert "Line 1: grade.1.effect: expected one of" in answer.content.decode()
    assert "code = &quot;x&quot;" in answer.content.decode()
    good = '{"grade": [{"code": "card", "name": "Yellow card", "effect": "none"}]}'
    assert page.post(at(event, "catalogue/"), {"text": good}).status_code == 302
    assert "Yellow card" in html(page, at(event))
    assert page.post(at(event, "reminders/"), {"offence": "telephone"}).status_code == 422
    assert page.post(at(event, "catalogue/"), {"text": ""}).status_code == 302
    assert page.post(at(event, "reminders/"), {"offence": "telephone"}).status_code == 302


def test_player_objects_by_the_link_and_an_arbiter_answers_with_finding_board_and_clause_in_view(
    page: Client, ann: User, event: Event, match: Match
) -> None:
    visitor, table = Client(HTTP_ACCEPT_LANGUAGE="en"), event.tables.get()
    address = f"/at/{secret_for(table, 'E')}/objections/"
    shown = html(visitor, address)
    thing = appeals.things_at(event.tables.get())[0].name
    assert f'value="{thing}"' in shown
    assert visitor.post(address, {"thing": thing, "text": "I had two suits."}).status_code == 302
    assert "I had two suits." in html(visitor, address)
    refused = visitor.post(address, {"thing": thing, "text": "I did."})
    assert (refused.status_code, b"objected to this before" in refused.content) == (409, True)
    assert "Appeal 1 by A is not answered yet." in html(page, f"/events/{event.pk}/unresolved/")
    view = html(page, f"/events/{event.pk}/appeals/1/")
    assert "I had two suits." in view
    assert "data-round-frames" in view
    assert 'class="clause"' in view
    answer = {"outcome": "dismissed", "reason": "Three suits lie there.", "decision": "upheld"}
    assert page.post(f"/events/{event.pk}/appeals/1/", answer).status_code == 302
    assert event.rulings.get().decision == "upheld"
    for client, where in ((visitor, address), (page, f"/events/{event.pk}/appeals/"), (page, f"/events/{event.pk}/")):
        assert "Three suits lie there." in html(client, where)
    assert page.post(f"/events/{event.pk}/appeals/1/", answer).status_code == 409


def test_objection_to_a_penalty_shows_it_and_its_moment(page: Client, ann: User, event: Event, match: Match) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    penalties.give(ann, event, entrant, "warning", table=table, reason="late", moment=penalties.Moment(7, 3))
    visitor = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert visitor.post(f"/at/{secret_for(table, 'E')}/objections/", {"thing": "penalty:1", "text": "no"}).status_code == 302
    view = html(page, f"/events/{event.pk}/appeals/1/")
    assert 'data-move="3"' in view
    assert "Cancel the penalty with it" in view
    assert page.post(f"/events/{event.pk}/appeals/1/", {"outcome": "upheld", "reason": "ok", "cancel": "1"}).status_code == 302
    assert event.penalties.filter(cancels=1).exists()


@pytest.mark.parametrize("secret", ["nonsense", "1.E.0.xxxxxxxxxxxxxxxxxxxxxxxxxxxxx"])
def test_link_that_is_none_opens_nothing(client: Client, secret: str) -> None:
    html(client, f"/at/{secret}/objections/", 404)


def test_published_page_lists_penalties_and_appeals(page: Client, ann: User, event: Event, match: Match) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    penalties.give(ann, event, entrant, "placement", table=table, amount="1/2", reason="late")
    link = events.find_seat_link(secret_for(event.tables.get(), "E"))
    assert link is not None
    appeals.make(link, "E", "penalty:1", "I was there.")
    number = publish(ann, event, "tomorrow").number
    shown = html(page, f"/events/{event.pk}/publications/{number}/")
    for said in ("placement points off 1/2", "I was there.", "an objection is not answered", "CSV: Penalties", "CSV: Appeals"):
        assert said in " ".join(shown.split())
