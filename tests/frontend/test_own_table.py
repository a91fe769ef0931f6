"""A table by rules of its own on a telephone: three players, two suits, piao, two fans of theirs, from entry to review."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import referee
from tests.frontend.axe import violations
from tests.frontend.browser import fits
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.proof import slow

RULES = "xuezhan_ding exchange=off players=3 suits=mp piao=round house.jiaxinwu=+1,middle_wait:5 house.yitiaolong=+1,long_run"
RECORD = f"""
[PPN "1"]
[Game "xueliu"]
[Rules "{RULES}"]
[Fan.yitiaolong "一條龍"]
[Fan.jiaxinwu "夾心五"]

[Round "1"]
[Dealer "E"]
[Piao.E "1"]
[Piao.S "2"]
[Piao.W "0"]
[Hand.E "1255m1113368899p"]
[Hand.S "12346789m44777p"]
[Hand.W "123789m2224556p"]
E-5m S.hu:4 W+1p W-1p E+5p E-5p W.hu:2
[Scores "E-10 S+7 W+3"]
"""
"""South wins 4 with both fans, West 2 with one; piao of winner and payer beside it. East is left: the battle is over."""


@slow
def test_table_of_three_with_two_suits_piao_and_fans_of_its_own_is_entered_refereed_reviewed_and_replayed(
    phone: Page, address: str
) -> None:
    record = referee.parse(RECORD)
    (round_,) = record.rounds
    entry = EntryPage(phone, address)
    entry.start(record)
    entry.deal(round_)
    entry.wait_for_referee("open")
    expect(phone.locator("#dealing .picker [data-tile='1s']")).to_have_count(0)  # a suit that is not in play
    assert fits(phone)
    for token in round_.tokens:
        entry.enter_move(token)
    entry.wait_for_referee("over")
    phone.locator("#scores").click()
    entry.wait_for_referee()
    expect(phone.locator("#findings .finding")).to_have_count(0)
    named = "\n".join(line for line in RECORD.splitlines() if line.startswith("[Fan."))
    entry.type(phone.locator("#text").input_value().replace("\n\n[Round", f"\n{named}\n\n[Round", 1))
    written = entry.record_of_draft()
    assert (written.rules, written.tags, written.rounds[0].tags) == (RULES, record.tags, round_.tags)
    assert [without_implied_pieces(token) for token in written.rounds[0].tokens] == [*map(without_implied_pieces, round_.tokens)]
    assert written.rounds[0].scores == {"E": -10, "S": 7, "W": 3}

    phone.locator("#upload").click()
    expect(phone.locator("#verdict .verdict.clean")).to_be_in_viewport()
    shown = phone.locator("main").inner_text()
    assert "夾心五" in shown
    assert "Piao" in shown
    assert fits(phone)
    match = phone.url.partition("#")[0]

    phone.goto(f"{match}replay/1/")
    expect(phone.locator("#replay[data-ready]")).to_be_visible()
    expect(phone.locator("#board")).not_to_contain_text("North")
    phone.locator("[data-step=last]").tap()
    expect(phone.locator("#place")).to_have_text(re.compile(r"^7 / 7"))
    expect(phone.locator("#told")).to_contain_text("East pays West 1")
    assert fits(phone)

    phone.goto(f"{match}replay/1/?tab=review")
    expect(phone.locator("#panel-review[data-ready]")).to_be_visible()
    expect(phone.locator("#panel-review .summary tbody tr")).to_have_count(3)
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#panel-review .turn-now h3")).to_contain_text("Move 1")
    assert fits(phone)
    assert violations(phone, "the review") == []
