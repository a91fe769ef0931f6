"""The pages of events: an organizer's way from making one to ruling, and what others see of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import clubs, events, hall
from records.models import Club, Event, PlannedSeat
from tests.frontend.markup import compact
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Lions")


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ann)
    return client


def body(answer: Any) -> str:
    assert answer.status_code == 200, answer.content[:300]
    return compact(answer.content.decode())


def make(browser: Client, club: Club) -> Event:
    answer = browser.post(f"/clubs/{club.slug}/events/", {"name": EVENT, "starts": "2026-11-14"})
    event = Event.objects.get()
    assert answer["Location"] == f"/events/{event.pk}/"
    return event


def test_created_event_shows_its_matches(browser: Client, ann: User, club: Club) -> None:
    upload(club, ann, text(Table="7"))
    event = make(browser, club)
    page = body(browser.get(f"/events/{event.pk}/"))
    assert "Standings" in page
    assert "Table 7" in page
    assert page.index("Points") < page.index("Table 7"), "the standings come first"
    assert EVENT in body(browser.get(f"/clubs/{club.slug}/events/"))


def test_table_without_a_match_shows_the_people_planned_for_it(browser: Client, ann: User, club: Club) -> None:
    event = events.create(ann, club, EVENT, game="sichuan")
    table = events.plan_table(ann, event, event.stages.get(), 1, "7")
    PlannedSeat.objects.create(table=table, seat="W", entrant=events.add_entrant(ann, event, "Li <Si>"))
    assert re.search(r"West</span><bdi>Li &lt;Si&gt;</bdi>", body(browser.get(f"/events/{event.pk}/")))


def test_refused_change_of_an_event_is_explained_and_keeps_the_form(browser: Client, club: Club) -> None:
    answer = browser.post(f"/clubs/{club.slug}/events/", {"name": EVENT, "starts": "soon"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "starts: expected YYYY.MM.DD, found “soon”" in page
    assert f'value="{EVENT}"' in page


def test_unresolved_finding_links_to_the_form_for_a_ruling(browser: Client, ann: User, club: Club) -> None:
    match = upload(club, ann, text("sichuan/score-mismatch", Table="1"))[0]
    event = make(browser, club)
    page = body(browser.get(f"/events/{event.pk}/unresolved/"))
    assert "<code>score-mismatch" not in page, "the message says it"
    where = re.search(r'href="([^"]+)">Look and rule', page)
    assert where is not None
    address, _, anchor = where[1].partition("#")
    found = body(browser.get(address))
    assert f'id="{anchor}"' in found
    form = re.search(r'<form method="post" action="([^"]+/rule/)">(.*?)</form>', found)
    assert form is not None
    given = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[2]))
    given.pop("csrfmiddlewaretoken", None)
    wrong = browser.post(form[1], {**given, "decision": "corrected", "reason": "So be it.", "score.E": "half"})
    assert wrong.status_code == 422
    assert "Every side needs a whole number of points." in wrong.content.decode()
    answer = browser.post(form[1], {**given, "decision": "overruled", "reason": "They agreed <b>so</b>."})
    assert answer["Location"] == where[1]
    page = body(browser.get(address))
    assert "They agreed &lt;b&gt;so&lt;/b&gt;." in page
    assert "Rule again" in page
    assert "Nothing is unresolved." in body(browser.get(f"/events/{event.pk}/unresolved/"))
    assert event.rulings.get().match_id == match.pk


def test_round_without_a_score_gets_one_by_a_ruling(browser: Client, ann: User, club: Club) -> None:
    match = upload(club, ann, text("sichuan/not-winning", Table="1"))[0]
    event = make(browser, club)
    assert "Provisional: one table has no points yet." in body(browser.get(f"/events/{event.pk}/"))
    page = body(browser.get(f"/matches/{match.pk}/"))
    assert "The verdict gives this round no score. It gets one with the ruling on its last finding." in page
    assert match.current_judgement is not None
    number = next(r["round"] for r in match.current_judgement.verdict["rounds"] if r["scores"]["computed"] is None)
    given = {"round": number, "move": 0, "nth": 1, "decision": "corrected", "reason": "Played on without a record."}
    scores = {"score.E": "−3", "score.S": "+3", "score.W": "0", "score.N": "0"}
    assert browser.post(f"/events/{event.pk}/matches/{match.pk}/rule/", given | scores).status_code == 302
    assert event.rulings.get().scores == {"E": -3, "S": 3, "W": 0, "N": 0}
    assert "East −3, South +3, West 0, North 0" in body(browser.get(f"/matches/{match.pk}/"))


def the_form(text: str) -> tuple[str, str, dict[str, str]]:
    """The only form to rule by that lies open: its address, what it says, and its hidden fields."""
    [(address, said)] = re.findall(r'<details class="rule-form" open>.*?<form method="post" action="([^"]+)">(.*?)</form>', text)
    given = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', said))
    given.pop("csrfmiddlewaretoken")
    return address, said, given


@pytest.mark.parametrize(("decision", "told"), [("upheld", "the finding stands"), ("overruled", "set aside")])
def test_ruling_on_a_halted_round_gives_its_score_in_the_same_form(
    browser: Client, ann: User, club: Club, decision: str, told: str
) -> None:
    match = upload(club, ann, text("sichuan/not-winning", Table="1"))[0]
    event = make(browser, club)
    address, said, given = the_form(body(browser.get(f"/matches/{match.pk}/")))
    assert told in said
    assert "computed scores count" not in said, "there are none"
    scores = {"score.E": "-3", "score.S": "3", "score.W": "0", "score.N": "0"}
    more = {"decision": decision, "reason": "Played on without a record."}
    assert browser.post(address, {**given, **scores, "score.E": "", **more}).status_code == 422
    assert not event.rulings.exists(), "a score is missing, so nothing is ruled"
    assert browser.post(address, {**given, **scores, **more}).status_code == 302
    assert [(one.code, one.decision) for one in event.rulings.order_by("number")] == [
        ("not-winning", decision),
        ("", "corrected"),
    ]
    assert "Nothing is unresolved." in body(browser.get(f"/events/{event.pk}/unresolved/"))
    assert 'class="rule-form" open' not in body(browser.get(f"/matches/{match.pk}/"))


def test_halted_round_whose_finding_is_ruled_on_without_a_score_asks_for_it_by_itself(
    browser: Client, ann: User, club: Club
) -> None:
    match = upload(club, ann, text("sichuan/not-winning", Table="1"))[0]
    event = make(browser, club)
    address, _, given = the_form(body(browser.get(f"/matches/{match.pk}/")))
    blank = {f"score.{seat}": "" for seat in "ESWN"}
    assert browser.post(address, {**given, **blank, "decision": "upheld", "reason": "So it is."}).status_code == 302
    assert event.rulings.get().decision == "upheld"
    _, _, given = the_form(body(browser.get(f"/matches/{match.pk}/")))
    assert (given["code"], given["decision"]) == ("", "corrected")


def test_entrants_are_entered_and_two_of_one_name_are_distinguished(browser: Client, ann: User, club: Club) -> None:
    event = make(browser, club)
    events.change(ann, event, open=False)
    upload(club, ann, text(people="AABC", Table="1"))
    assert "They played and are not on the list:" in body(browser.get(f"/events/{event.pk}/entrants/"))
    browser.post(f"/events/{event.pk}/entrants/", {"everybody": "1"})
    page = body(browser.get(f"/events/{event.pk}/unresolved/"))
    assert "At two seats of one table:" in page
    action = re.search(r'class="line-form" method="post" action="([^"]+)"', page)
    assert action is not None
    browser.post(action[1], {"seat.E": "A", "seat.S": "A the younger", "seat.W": "B", "seat.N": "C"})
    browser.post(f"/events/{event.pk}/entrants/", {"name": "A the younger", "team": "Reds"})
    assert "Nothing is unresolved." in body(browser.get(f"/events/{event.pk}/unresolved/"))
    assert "Reds" in body(browser.get(f"/events/{event.pk}/"))


def test_changed_stage_changes_the_standings(browser: Client, ann: User, club: Club) -> None:
    upload(club, ann, text(Table="1"))
    event = make(browser, club)
    order = ["strength", "best-table", "points"]
    said = {"points": "own", "place": ["4", "2", "0.5", "0", ""], "carry": "1", "order": order, "tie_breaks": order[:2]}
    assert browser.post(f"/events/{event.pk}/stages/1/", said).status_code == 302
    page = body(browser.get(f"/events/{event.pk}/"))
    assert "<b>1/2</b>" in page
    assert "strength of opponents" in page
    refused = browser.post(f"/events/{event.pk}/stages/1/", said | {"carry": "2"})
    assert (refused.status_code, b"carry: expected" in refused.content) == (422, True)


def test_share_link_shows_an_event_and_its_matches_read_only(browser: Client, ann: User, club: Club) -> None:
    match = upload(club, ann, text("sichuan/score-mismatch", Table="1"))[0]
    event = make(browser, club)
    page = body(browser.post(f"/events/{event.pk}/share/", {"name": "the paper", "days": "7"}))
    link = re.search(r'value="http://testserver(/shared/[^"]+)"', page)
    assert link is not None
    visitor = Client(HTTP_ACCEPT_LANGUAGE="en")
    shown = body(visitor.get(link[1]))
    assert "You are reading this event by a share link." in shown
    assert "Lions" not in shown
    assert "/attach/" not in shown
    below = f"{link[1]}matches/{match.pk}/"
    assert below in shown
    found = body(visitor.get(below))
    assert "/rule/" not in found
    assert f"/matches/{match.pk}/" not in found.replace(below, "")
    assert visitor.get(f"{below}replay/1/").status_code == 200
    assert visitor.get(f"{below}frames/1/").status_code == 200
    assert visitor.get(f"/events/{event.pk}/").status_code == 404


def test_public_event_shows_standings_and_not_its_matches(browser: Client, ann: User, club: Club) -> None:
    match = upload(club, ann, text(Table="1"))[0]
    event = make(browser, club)
    events.change(ann, event, public=True)
    page = body(Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/events/{event.pk}/"))
    assert "Standings" in page
    assert str(match.pk) not in page
    assert "Lions" not in page


def test_exact_figure_is_written_as_people_write_it() -> None:
    """W15"""
    from fractions import Fraction

    from frontend.i18n.figures import exact

    assert [exact(figure) for figure in (Fraction(7, 2), "7/2", Fraction(-1, 2), Fraction(-3), Fraction(0), None)] == [
        "3 1/2",
        "3 1/2",
        "−1/2",
        "−3",
        "0",
        "–",
    ]


def test_every_page_of_an_event_counts_the_same_behind_its_tabs(browser: Client, ann: User, club: Club) -> None:
    upload(club, ann, text("sichuan/score-mismatch", Table="1"))
    event = make(browser, club)
    hall.call_to(ann, events.plan_table(ann, event, event.stages.get(), 1, "7"), "dispute")

    def tabs(address: str) -> dict[str, str]:
        found = re.findall(r'<a class="tab[^"]*"[^>]* href="([^"]+)">(.*?)</a>', body(browser.get(address)))
        return {href: re.sub(r"<.*?>", "", told) for href, told in found if href.startswith(f"/events/{event.pk}/")}

    first = tabs(f"/events/{event.pk}/")
    assert first[f"/events/{event.pk}/unresolved/"] == "Unresolved2"
    assert first[f"/events/{event.pk}/calls/"] == "Calls1"
    assert {address for address in first if tabs(address) != first} == set()
