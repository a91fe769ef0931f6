"""Entry as fast as the table: what a round costs in taps and in keys, and what typed words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.frontend.axe import violations
from tests.frontend.browser import PATIENCE, fits, new_page
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.frontend.tour import sign_in
from tests.golden import HOME
from tests.proof import proof, slow

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
    expect(page.locator("#typing input")).to_have_value("", timeout=max(PATIENCE, len(round_.tokens) * 1000))
    entry_page.wait_for_referee()
    return dealt.since(began), cost(page).since(dealt)


def nothing_wrong(entry_page: EntryPage, round_: referee.Round) -> None:
    """What stands in the draft is the round, and the referee has nothing against it."""
    (written,) = entry_page.record_of_draft().rounds
    assert written.tokens == round_.tokens
    assert written.hands == round_.hands
    expect(entry_page.page.locator("#findings .finding")).to_have_count(0)
    assert fits(entry_page.page)


@proof
def test_round_of_mahjong_costs_a_tap_for_each_turn(counted_phone: Page, address: str) -> None:
    """A tap for each tile dealt, and one for what each turn does: 53 and 26 where it was 53 and 49."""
    record, round_ = golden("sichuan/clean-01")
    entry_page = begin(counted_phone, address, record, round_)
    deal, moves = tap(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (len(round_.tokens), deal.taps, moves.taps) == (49, 53, 26)


@slow
def test_round_of_mahjong_is_typed(desk: Page, address: str) -> None:
    """Hands as the notation has them, each with Enter; moves by their tiles, one after the other, as fast as keys go."""
    record, round_ = golden("sichuan/clean-01")
    entry_page = begin(desk, address, record, round_)
    deal, moves = keys(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (deal.taps, moves.taps) == (0, 0)
    assert deal.keys <= 72
    assert moves.keys <= 90


@proof
def test_round_of_gouji_costs_a_tap_for_each_rank_and_each_set(counted_phone: Page, address: str) -> None:
    """A tap for the number of each rank in five hands, one for the sixth; a tap for each set, one for all passes before it."""
    record, round_ = golden("gouji/clean-01", 40)
    entry_page = begin(counted_phone, address, record, round_)
    deal, played = tap(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert deal.taps <= 75
    assert played.taps == len([*picks(round_.tokens)])


@proof
@pytest.mark.parametrize("moves", [40, None])
def test_round_of_gouji_is_typed(desk: Page, address: str, moves: int | None) -> None:
    record, round_ = golden("gouji/clean-01", moves)
    entry_page = begin(desk, address, record, round_)
    deal, played = keys(entry_page, record, round_)
    nothing_wrong(entry_page, round_)
    assert (deal.taps, played.taps) == (0, 0)
    assert deal.keys <= 190


SEEN = {"E": "123456789m11789p", "S": "?", "W": "?", "N": "?"}


@pytest.fixture
def entry_page(counted_phone: Page, address: str) -> EntryPage:
    """A round of which one hand was seen, its first move to come."""
    entry_page = EntryPage(counted_phone, address)
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


def test_mistake_in_a_typed_hand_is_named_as_it_is_typed(counted_phone: Page, address: str) -> None:
    """Tiles show at once; one that there is not, a fifth of a kind, one too many."""
    page, entry_page = counted_phone, EntryPage(counted_phone, address)
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
def test_passes_picked_at_once_are_taken_back_at_once(counted_phone: Page, address: str) -> None:
    record, round_ = golden("gouji/clean-01", 20)
    entry_page = EntryPage(counted_phone, address)
    entry_page.type(referee.write(record))
    page, run = counted_phone, counted_phone.locator("#offers [data-token='D.guo E.guo A.guo']")
    expect(run).to_have_text("All pass until B")
    run.click()
    text_ends(page, "D.guo E.guo A.guo")
    entry_page.wait_for_referee()
    expect(page.locator("#offers .who").first).to_have_text(re.compile("^B"))
    page.locator("#undo").click()
    text_ends(page, round_.tokens[-1])
    entry_page.wait_for_referee()
    written(page, ">C")
    text_ends(page, "D.guo E.guo A.guo B.guo")


def test_next_mover_is_in_view_after_a_move_from_far_below(counted_phone: Page, address: str) -> None:
    record, _round = golden("gouji/clean-01", 2)
    entry_page = EntryPage(counted_phone, address)
    entry_page.type(referee.write(record))
    low = counted_phone.locator("#offers [data-token='E.mingdian']")
    low.scroll_into_view_if_needed()
    expect(counted_phone.locator("#offers .who").first).not_to_be_in_viewport()
    low.click()
    text_ends(counted_phone, "E.mingdian")
    entry_page.wait_for_referee()
    expect(counted_phone.locator("#offers .who").first).to_be_in_viewport()


@slow
def test_slip_in_the_text_leaves_the_last_state_in_view(entry_page: EntryPage) -> None:
    """The board and the choices stay, not to be pressed; the line is shown with what cannot be read. Mended, all goes on."""
    page = entry_page.page
    entry_page.enter_move("E-9p")
    good = page.locator("#text").input_value()
    entry_page.type(good.replace("E-9p", "E*9p"))
    entry_page.wait_for_referee("unreadable")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator(".clicked[inert] #offers .picker").first).to_be_visible()
    expect(page.locator("#slip mark")).to_have_text("E*9p")
    expect(page.locator("#typing")).to_be_hidden()
    expect(page.locator("#findings .finding")).to_have_count(1)
    entry_page.type(good)
    expect(page.locator("#slip")).to_be_hidden()
    page.locator("#offers [data-token='S+? S-1s']").click()
    text_ends(page, "S+? S-1s")


@slow
def test_match_is_uploaded_into_the_event_that_was_chosen(
    counted_phone: Page, address: str, furniture: dict[str, Any], entry_page: EntryPage
) -> None:
    """The tags of the event are written, and the match goes to the club; what is chosen stays after a reload."""
    page, chosen = counted_phone, counted_phone.locator("#into select").first
    sign_in(page, address)
    page.goto(f"{address}/enter/")
    entry_page.wait_for_referee()
    event = chosen.locator("option", has_text=" · ").first
    chosen.select_option(label=event.inner_text())
    expect(page.locator("#text")).to_have_value(re.compile(r'\[Event "[^"]+"\]'))
    page.reload()
    entry_page.wait_for_referee()
    expect(chosen.locator("option:checked")).to_contain_text(" · ")
    assert violations(page, "choosing where to") == []
    page.route("**/upload/", lambda route: route.fulfill(status=200, body="<p>stored</p>"))
    with page.expect_request(re.compile(r"/clubs/[\w%-]+/upload/$")):
        page.locator("#upload").click()
    expect(page.locator("#results")).to_have_text("stored")


def test_leaving_the_table_is_kept_away_from_the_other_moves(entry_page: EntryPage) -> None:
    leaving = entry_page.page.locator("#offers [data-token='S.tao']")
    expect(leaving).to_be_hidden()
    entry_page.page.locator("#offers .else > summary").click()
    expect(leaving).to_be_visible()


@slow
def test_key_on_a_desk_goes_into_the_field_wherever_the_focus_is(desk: Page, address: str) -> None:
    record, _round = golden("sichuan/clean-01", 4)
    EntryPage(desk, address).type(referee.write(record))
    expect(desk.locator("#enter[data-ready][data-state=open]")).to_be_visible()
    desk.locator("#undo").focus()
    desk.keyboard.type("9")
    expect(desk.locator("#typing input")).to_be_focused()
    expect(desk.locator("#typing input")).to_have_value("9")
