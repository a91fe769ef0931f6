"""A finding that a table's rules allow: the match is judged again by them with one click, and stays as it is."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.accounts import clubs
from records.archive.models import Match
from tests.frontend.clients import page
from tests.golden import HOME
from tests.people import FLAGGED, person
from tests.records.players import store

pytestmark = pytest.mark.django_db
URLENCODED = "application/x-www-form-urlencoded"
FORCED = (HOME / "sichuan" / "forced-win-declined.ppn").read_bytes()


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def dropped(client: Client, data: bytes) -> str:
    """Drop a file of one match; returns the address of its page."""
    answer = client.post("/upload/", {"file": SimpleUploadedFile("evening.ppn", data)})
    return str(answer["Location"].split("#")[0])


def offered(shown: str) -> tuple[str, list[str]]:
    """Where the first finding that offers other rules has the match judged by them, and which."""
    form = re.search(r'<form class="other-rules"[^>]*action="([^"]+)".*?</form>', shown, re.S)
    assert form is not None
    return form[1], [html.unescape(rules) for rules in re.findall(r'name="rules" value="([^"]+)"', form[0])]


def test_fault_offers_the_options_of_its_clause_and_then_to_leave_the_clause_out(visitor: Client) -> None:
    _, rules = offered(page(visitor.get(dropped(visitor, FORCED))))
    assert rules == ["forced_win=advised", "forced_win=hand4", "forced_win=off", "unrefereed=SCM-2.3"]


def test_visitor_has_a_match_judged_without_a_clause_and_it_stays_as_it_is(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    action, rules = offered(page(visitor.get(where)))
    answer = visitor.post(action, {"action": "other_rules", "rules": rules[-1]})
    assert answer.status_code == 302
    shown = page(visitor.get(answer["Location"].split("#")[0]))
    assert 'class="verdict unchecked"' in shown
    assert "what rests on SCM-2.2, which this table does not have refereed" in shown
    assert "not refereed: SCM-2.2" in shown
    assert '<form class="other-rules"' not in shown
    assert 'class="verdict flagged"' in page(visitor.get(where))
    assert Match.expiring.order_by("created_at").last().current_judgement.verdict["rules"]["options"]["unrefereed"] == "SCM-2.2"


def test_matches_are_judged_by_other_rules_as_often_as_files_are_dropped(visitor: Client, settings: Any) -> None:
    where = dropped(visitor, FLAGGED)
    settings.THROTTLE = {"page-upload": "1/min"}
    answers = [visitor.post(where, "action=other_rules&rules=unrefereed%3DSCM-2.2", content_type=URLENCODED) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]


def test_second_clause_is_left_out_beside_the_first(visitor: Client) -> None:
    where = dropped(visitor, FORCED.replace(b"forced_win=wall4", b"forced_win=wall4 unrefereed=SCM-2.2"))
    assert offered(page(visitor.get(where)))[1][-1] == "unrefereed=SCM-2.2,SCM-2.3"


def test_match_of_the_archive_is_judged_by_other_rules_beside_itself(visitor: Client) -> None:
    ann = person("ann")
    (match,) = store(clubs.create(ann, "Tea"), ann, FLAGGED.decode())
    visitor.force_login(ann)
    action, rules = offered(page(visitor.get(f"/matches/{match.pk}/")))
    answer = visitor.post(action, {"action": "other_rules", "rules": rules[-1]})
    assert answer["Location"].startswith(f"/matches/{Match.expiring.get().pk}/")
    assert (Match.objects.count(), Match.objects.get().current_judgement.status) == (1, "flagged")


@pytest.mark.parametrize("rules", ["", "xuezhan", "max_fan=5 max_fan=4", 'max_fan=5"]'])
def test_what_is_no_single_option_is_refused(visitor: Client, rules: str) -> None:
    where = dropped(visitor, FLAGGED)
    assert visitor.post(where, {"action": "other_rules", "rules": rules}).status_code == 400
    assert Match.expiring.count() == 1


def test_fault_offers_what_tables_add_where_it_changes_the_clause(visitor: Client) -> None:
    """Who bought of a partner may have been allowed to (GJ-11.5)."""
    hands = "".join(f'[Hand.{seat} "{"4" * 16 + "5" * 16 + "6622" if seat == "B" else "?"}"]\n' for seat in "ABCDEF")
    bought = f'[PPN "1"]\n[Game "gouji"]\n[Rules "qingdao"]\n[Round "1"]\n[Leader "A"]\n{hands}B.mai>D:2\n'
    _, rules = offered(page(visitor.get(dropped(visitor, bought.encode()))))
    orders = ["buy_order=opposite,partner,neighbours", "buy_order=partner,opposite,neighbours"]
    assert rules == ["buy_from=partner_first", "buy4=true", "buy_price=best", *orders, "unrefereed=GJ-8.2"]
