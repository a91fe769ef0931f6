"""Entry as fast as the table: what a round costs in taps and in keys, and what typed words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.frontend.browser import fits, new_page
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.golden import HOME
from tests.proof import proof

COUNTING = """
  window.taps = window.keys = 0;
  addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) window.taps += 1; }, true);
  addEventListener("keydown", (event) => { if (event.isTrusted && event.key !== "Shift") window.keys += 1; }, true);
"""
"""Counts what a person does, in the page: clicks of a finger or a mouse, and keys that go down."""


class Cost(NamedTuple):
    """What was done since the page was opened, or since an earlier count."""

    taps: int
    keys: int

    def since(self, before: Cost) -> Cost:
        """What has been added."""
        return Cost(self.taps - before.taps, self.keys - before.keys)


def cost(page: Page) -> Cost:
    """What has been done on the page so far."""
    return Cost(*page.evaluate("[window.taps, window.keys]"))


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    """A page on a desk, with a keyboard."""
    with new_page(chromium, locale="en-US", viewport={"width": 1440, "height": 900}) as page:
        page.add_init_script(COUNTING)
        yield page


@pytest.fixture
def counted_phone(phone: Page) -> Page:
    """A phone on which taps are counted."""
    phone.add_init_script(COUNTING)
    return phone


def golden(name: str, moves: int | None = None) -> tuple[referee.Record, referee.Round]:
    """The first round of a clean record as a table sees it, neither the wall nor what is drawn; of its moves so many."""
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    first = record.rounds[0]
    seen = [re.sub(r"^(.\+)\w\w$", r"\1?", without_implied_pieces(token)) for token in first.tokens[:moves]]
    round_ = first._replace(moves=referee.moves(seen, record.game), wall=None, sits={}, comments={}, scores=None, places=None)
    return record._replace(tags={}, seats={}, totals=None, rounds=(round_,)), round_


def picks(tokens: tuple[str, ...]) -> Iterator[str]:
    """The moves as they are picked: a draw that nobody saw with what its seat does then, passes in a row together."""
    together: list[str] = []
    for token, after in zip(tokens, (*tokens[1:], ""), strict=True):
        together.append(token)
        if not token.endswith("+?") and not (token.endswith(".guo") and after.endswith(".guo")):
            yield " ".join(together)
            together = []


def word(pick: str) -> str:
    """How a pick is typed: a tile or cards as they are, passes by a letter each, a call with its seat."""
    *before, token = pick.split()
    if token.endswith(".guo"):
        return "p" * (1 + len(before))
    return token[2:] if token[1] in "-:" else f"{token[0]}{'+' if before else ''}{token[2:].replace(':', '')}"


def begin(page: Page, address: str, record: referee.Record, round_: referee.Round) -> EntryPage:
    """A match is begun, and it is said who begins."""
    entry_page = EntryPage(page, address)
    entry_page.start(record)
    page.locator("#dealing .heading select").first.select_option(round_.dealer or round_.leader)
    entry_page.wait_for_referee("deal")
    return entry_page


def tap(entry_page: EntryPage, record: referee.Record, round_: referee.Round) -> tuple[Cost, Cost]:
    """Enter hands and moves by taps; what both cost."""
    page, began = entry_page.page, cost(entry_page.page)
    last = list(round_.hands)[-1]
    for seat, hand in round_.hands.items():
        if seat == last and page.locator("[data-key=rest]").count():
            page.locator("[data-key=rest]").click()
        elif round_.dealer:
            for rank, suit in re.findall(r"(\d)(?=\d*([mpsz]))", hand):
                page.locator(f".picker [data-tile='{rank}{suit}']").click()
        else:
            for card in dict.fromkeys(hand):
                page.locator(f".counter [data-key='{card} {hand.count(card)}']").click()
        expect(page.locator("#text")).to_have_value(re.compile(rf'Hand\.{seat} "{hand}"'))
    entry_page.wait_for_referee("open")
    dealt = cost(page)
    for pick in picks(round_.tokens):
        page.locator(f"#offers [data-token='{pick}']").click()
        expect(page.locator("#text")).to_have_value(re.compile(rf"{re.escape(pick.split()[-1])}\s*$"))
        entry_page.wait_for_referee()
    return dealt.since(began), cost(page).since(dealt)


def keys(entry_page: EntryPage, record: referee.Record, round_: referee.Round) -> tuple[Cost, Cost]:
    """Enter hands and moves by keys alone, without a look at what the referee says in between; what both cost."""
    page, began = entry_page.page, cost(entry_page.page)
    for seat, hand in round_.hands.items():
        alike = ((card, hand.count(card)) for card in dict.fromkeys(hand))
        by_number = "".join(f"{card}x{number} " if number > 3 else card * number for card, number in alike)
        rest = seat == list(round_.hands)[-1] and not round_.dealer
        page.keyboard.type("*" if rest else hand if round_.dealer else by_number.strip())
        page.keyboard.press("Enter")
        expect(page.locator("#text")).to_have_value(re.compile(rf'Hand\.{seat} "{hand}"'))
    entry_page.wait_for_referee("open")
    dealt = cost(page)
    page.keyboard.type("".join(f"{word(pick)} " for pick in picks(round_.tokens)))
    expect(page.locator("#typing input")).to_have_value("")
    entry_page.wait_for_referee()
    return dealt.since(began), cost(page).since(dealt)


def nothing_wrong(entry_page: EntryPage, round_: referee.Round) -> None:
    """What stands in the draft is the round, and the referee has nothing against it."""
    (written,) = entry_page.record_of_draft().rounds
    assert written.tokens == round_.tokens
    assert written.hands == round_.hands
    expect(entry_page.page.locator("#findings .finding")).to_have_count(0)
    assert fits(entry_page.page)


def test_round_of_mahjong_costs_a_tap_for_each_turn(counted_phone: Page, address: str) -> None:
    """A tap for each tile dealt, and one for what each turn does: 53 and 26 where it was 53 and 49."""
    record, round_ = golden("sichuan/clean-01")
    entry_page = begin(counted_phone, address, record, round_)
    deal, moves = tap(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (len(round_.tokens), deal.taps, moves.taps) == (49, 53, 26)


def test_round_of_mahjong_is_typed(desk: Page, address: str) -> None:
    """Hands as the notation has them, each with Enter; moves by their tiles, one after the other, as fast as keys go."""
    record, round_ = golden("sichuan/clean-01")
    entry_page = begin(desk, address, record, round_)
    deal, moves = keys(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (deal.taps, moves.taps) == (0, 0)
    assert deal.keys <= 72
    assert moves.keys <= 90


@pytest.mark.parametrize("moves", [40, pytest.param(None, marks=proof)])
def test_round_of_gouji_costs_a_tap_for_each_rank_and_each_set(counted_phone: Page, address: str, moves: int | None) -> None:
    """A tap for the number of each rank in five hands, one for the sixth; a tap for each set, one for all passes before it."""
    record, round_ = golden("gouji/clean-01", moves)
    entry_page = begin(counted_phone, address, record, round_)
    deal, played = tap(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert deal.taps <= 75
    assert played.taps == len([*picks(round_.tokens)])


@pytest.mark.parametrize("moves", [40, pytest.param(None, marks=proof)])
def test_round_of_gouji_is_typed(desk: Page, address: str, moves: int | None) -> None:
    record, round_ = golden("gouji/clean-01", moves)
    entry_page = begin(desk, address, record, round_)
    deal, played = keys(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (deal.taps, played.taps) == (0, 0)
    assert deal.keys <= 190
