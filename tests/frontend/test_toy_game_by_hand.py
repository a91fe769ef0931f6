"""The toy game entered by hand in a real browser, on a service that has its folder among the games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.entry_page import EntryPage
from tests.frontend.tour import sign_in
from tests.proof import slow
from tests.service.furnished import OWNER, PASSWORD
from tests.service.service import Service
from tests.toy_game import TEXT, dropped, environment

ACCOUNT = f"from django.contrib.auth.models import User; User.objects.create_user({OWNER!r}, password={PASSWORD!r})"


class Reader(NamedTuple):
    """A language, what is entered in it and the scores by the rules, and the game's words that are then read: of its name, of the
    phase that comes first, of the last move and what it pays, of what is found."""

    locale: str
    text: str
    scores: dict[str, int]
    name: str
    phase: str
    last: str
    paid: list[str]
    finding: str


READERS = [
    Reader(
        "en-US",
        TEXT,
        {"P": -2, "Q": 5, "R": -3},
        "Toss",
        "I stake",
        "7. Robin tosses a five",
        ["Pat", "Quinn", "the stakes"],
        "",
    ),
    Reader(
        "zh-TW",
        TEXT.replace("R.xia:3 P.han:da", "R:3").replace(" R:5", ""),
        {"P": -2, "Q": 2, "R": 0},
        "擲注",
        "下注",
        "5. 乙家擲五",
        ["甲家", "乙家", "注池"],
        "還沒有下注就擲牌：丙家",
    ),
]
"""A match as it should be played, and one in which a card comes before a stake, which a rule of its own forbids."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A service of web and worker that has the toy game, with the account of the owner."""
    service = Service(tmp_path / "service")
    service.var.mkdir()
    try:
        service.prepare()
        service.collect_static()
        service.environment |= environment(tmp_path / "toy")
        service.worker()
        service.shell(ACCOUNT)
        service.web()
        yield f"http://127.0.0.1:{service.port}"
    finally:
        service.close()


@slow
def test_match_of_the_toy_game_is_clicked_stored_judged_and_replayed_in_its_own_words(
    chromium: Browser, address: str, tmp_path: Path
) -> None:
    for reader in READERS:
        phone = {"locale": reader.locale, "viewport": {"width": 390, "height": 844}}
        with dropped(tmp_path / reader.locale), new_page(chromium, **phone) as page:
            sign_in(page, address)
            enter(page, address, reader)
            read(page, reader)


def enter(page: Page, address: str, reader: Reader) -> None:
    """Click the match from its rules to its upload."""
    record = referee.parse(reader.text)
    assert isinstance(record, referee.Record)
    (round_,) = record.rounds
    entry_page = EntryPage(page, address)
    expect(page.locator("[name=game]")).to_contain_text(reader.name)
    entry_page.start(record)
    entry_page.deal(round_)
    entry_page.wait_for_referee("open")
    expect(page.locator("#offers [data-template='P.xia:']")).to_have_text(reader.phase)
    for token in round_.tokens:
        entry_page.enter_move(token)
    entry_page.wait_for_referee("over")
    page.locator("#scores").click()
    entry_page.wait_for_referee()
    (written,) = entry_page.record_of_draft().rounds
    assert (written.tokens, written.scores) == (round_.tokens, reader.scores)
    assert fits(page)
    page.locator("#upload").click()


def read(page: Page, reader: Reader) -> None:
    """The verdict where it was uploaded, its page, and the board of its round."""
    verdict = page.locator(f"#results .verdict.{'flagged' if reader.finding else 'clean'}")
    expect(verdict).to_be_visible()
    verdict.locator("a").first.click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    if reader.finding:
        expect(page.locator(".finding .message").first).to_contain_text(reader.finding)
    page.locator("a[href*='/replay/1/']").first.click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#now")).to_have_text(reader.last)
    for word in reader.paid:
        expect(page.locator("#ledger")).to_contain_text(word)
    expect(page.locator("#board .piece[data-zone='Q.laid'][data-name='5']")).to_have_count(1)
    assert fits(page)
