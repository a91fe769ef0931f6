"""Entry by keys as fast as the table, and what typed words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.frontend.axe import violations
from tests.frontend.browser import PATIENCE, fits, new_page
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.frontend.tour import sign_in
from tests.golden import HOME
from tests.proof import proof, slow


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    """A page on a desk, with a keyboard."""
    with new_page(chromium, locale="en-US", viewport={"width": 1440, "height": 900}) as page:
        yield page


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


@pytest.mark.parametrize(
    ("name", "moves"), [pytest.param("sichuan/clean-01", None, marks=slow), pytest.param("gouji/clean-01", 40, marks=proof)]
)
def test_round_is_typed(desk: Page, address: str, name: str, moves: int | None) -> None:
    """Hands as the notation has them, each with Enter; moves by their tiles, one after the other, as fast as keys go."""
    record, round_ = golden(name, moves)
    entry_page = EntryPage(desk, address)
    entry_page.start(record)
    desk.locator("#dealing .heading select").first.select_option(round_.dealer or round_.leader)
    entry_page.wait_for_referee("deal")
    for seat, hand in round_.hands.items():
        alike = ((card, hand.count(card)) for card in dict.fromkeys(hand))
        by_number = "".join(f"{card}x{number} " if number > 3 else card * number for card, number in alike)
        rest = seat == list(round_.hands)[-1] and not round_.dealer
        desk.keyboard.type("*" if rest else hand if round_.dealer else by_number.strip())
        desk.keyboard.press("Enter")
        expect(desk.locator("#text")).to_have_value(re.compile(rf'Hand\.{seat} "{hand}"'))
    entry_page.wait_for_referee("open")
    desk.keyboard.type("".join(f"{word(pick)} " for pick in picks(round_.tokens)))
    expect(desk.locator("#typing input")).to_have_value("", timeout=max(PATIENCE, len(round_.tokens) * 1000))
    entry_page.wait_for_referee()
    (written,) = entry_page.record_of_draft().rounds
    assert (written.tokens, written.hands) == (round_.tokens, round_.hands)
    expect(desk.locator("#findings .finding")).to_have_count(0)
    assert fits(desk)


SEEN = {"E": "123456789m11789p", "S": "?", "W": "?", "N": "?"}


@pytest.fixture
def entry_page(phone: Page, address: str) -> EntryPage:
    """A round of which one hand was seen, its first move to come."""
    entry_page = EntryPage(phone, address)
    entry_page.type(referee.write(referee.Record("sichuan", "xuezhan", rounds=(referee.Round(1, (), dealer="E", hands=SEEN),))))
    return entry_page


def written(page: Page, *words: str) -> None:
    """Type words into the field, the last with Enter."""
    page.locator("#typing input").fill(" ".join(words))
    page.locator("#typing input").press("Enter")


def text_ends(page: Page, tokens: str) -> None:
    expect(page.locator("#text")).to_have_value(re.compile(rf"{re.escape(tokens)}\s*$"))


def test_every_kind_keeps_its_place_where_it_cannot_be_played(entry_page: EntryPage) -> None:
    """Nine in a row and three rows, in the deal and at every move; what the hand does not have is disabled."""
    page = entry_page.page
    grid = page.locator("#offers .picker").first
    expect(grid.locator(".suit")).to_have_count(3)
    expect(grid.locator("button")).to_have_count(27)
    expect(grid.locator("button:disabled")).to_have_count(27 - 13)
    expect(page.locator("#offers [data-token='S.tao']")).to_be_hidden()  # leaving the table is kept away from the other moves
    entry_page.enter_move("E-9p")
    places = []
    for tile in ("9s", "8s", "7s"):
        page.evaluate("scrollTo(0, 0)")
        places.append(page.locator("#offers .picker .suit").last.locator("button").last.bounding_box())
        page.locator(f"#offers .picker [data-token$='-{tile}']").click()
        entry_page.wait_for_referee()
    assert len({(box["x"], box["width"]) for box in places if box}) == 1
    assert fits(page)


def test_typed_words_are_the_moves_they_mean(entry_page: EntryPage) -> None:
    """A tile is what the seat in turn discards; a claim stands for itself, with its tile, or with its seat."""
    page = entry_page.page
    for words, tokens in (
        (["9p"], "E-9p"),
        (["5s"], "E-9p S+? S-5s"),
        (["Np5s", "1s"], "S-5s N.peng N-1s"),
        (["e1m", "S.peng"], "E+? E-1m S.peng"),
    ):
        written(page, *words)
        text_ends(page, tokens)
        expect(page.locator("#typing input")).to_have_value("")
        entry_page.wait_for_referee()
    expect(page.locator("#findings .finding")).to_have_count(0)


@slow
def test_mistake_in_typing_is_named_and_nothing_is_written(entry_page: EntryPage) -> None:
    """A word that means nothing, one that several seats may mean, one against the rules; the rest waits behind it."""
    page, told = entry_page.page, entry_page.page.locator("#meant")
    written(page, "9p", "5q", "3m")
    expect(told).to_have_text("“5q” is none of the moves that may come now.")
    expect(page.locator("#typing input")).to_have_value(re.compile("^5q 3m"))
    text_ends(page, "E-9p")
    assert violations(page, "a mistake") == []
    written(page, "peng")
    expect(told).to_contain_text("Write the seat before it")
    written(page, "Ehu")
    expect(told).to_contain_text("MJ-3.1")
    text_ends(page, "E-9p")
    written(page, "E.hu")
    expect(page.locator("#findings .finding .id")).to_have_text("MJ-3.1")


def test_mistake_in_a_typed_hand_is_named_as_it_is_typed(phone: Page, address: str) -> None:
    """Tiles show at once; one that there is not, a fifth of a kind, one too many."""
    page, entry_page = phone, EntryPage(phone, address)
    entry_page.start(referee.Record("sichuan"))
    field, told = page.locator("#typing input"), page.locator("#meant")
    field.fill("123m")
    expect(page.locator("#dealing .held")).to_have_count(3)
    for typed, said in (
        ("123m 5z", "“5z” is nothing that is dealt."),
        ("55555p", "There is no more: 5 of dots."),
        ("1234m1234p123456s", "1 too many for this hand."),
    ):
        field.fill(typed)
        expect(told).to_have_text(said)
        field.press("Enter")
        expect(page.locator("#text")).not_to_have_value(re.compile("Hand"))
    field.fill("1234m1234p12345s")
    field.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile('Hand.E "1234m1234p12345s"'))
    field.fill("?")
    field.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile(r'Hand.S "\?"'))


@slow
def test_match_is_uploaded_into_the_event_that_was_chosen(
    phone: Page, address: str, furniture: dict[str, Any], entry_page: EntryPage
) -> None:
    """The tags of the event are written, and the match goes to the club; what is chosen stays after a reload."""
    page, chosen = phone, phone.locator("#into select").first
    sign_in(page, address)
    page.goto(f"{address}/enter/")
    entry_page.wait_for_referee()
    event = chosen.locator("option", has_text=" · ").first
    chosen.select_option(label=event.inner_text())
    expect(page.locator("#text")).to_have_value(re.compile(r'\[Event "[^"]+"\]'))
    page.reload()
    entry_page.wait_for_referee()
    expect(chosen.locator("option:checked")).to_contain_text(" · ")
    page.route(re.compile(r"/\?action=upload$"), lambda route: route.fulfill(status=200, body="<p>stored</p>"))
    with page.expect_request(re.compile(r"/clubs/[\w%-]+/\?action=upload$")):
        page.locator("#upload").click()
    expect(page.locator("#results")).to_have_text("stored")
