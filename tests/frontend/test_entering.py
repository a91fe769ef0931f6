"""A round of every game entered on the page by clicks alone: what was clicked is the record that was played, and its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.frontend.test_standards import broken
from tests.golden import HOME

FOUR_PACKS = {
    "A": "A" * 16 + "K" * 16 + "XXXX", "B": "Q" * 16 + "J" * 16 + "2222", "C": "T" * 16 + "9" * 16 + "xxxx",
    "D": "8" * 16 + "7" * 16 + "2222", "E": "6" * 16 + "5" * 16 + "2222", "F": "4" * 16 + "3" * 16 + "2222",
}  # fmt: skip
"""A deal by which one after the other goes out in three sets."""
IN_A_ROW = [
    f"A:{'K' * 16}", "D.guo", f"A:{'A' * 16}", "D.guo", "A:XXXX", f"B:{'J' * 16}", "E.guo", f"B:{'Q' * 16}", "E.guo",
    "B:2222", "C.guo", "D.guo", "E.guo", "F.guo", f"C:{'9' * 16}", "D.guo", "E.guo", "F.guo", f"C:{'T' * 16}", "D.guo", "E.guo",
    "F.guo", "C:xxxx", "D.guo", "E.guo", "F.guo", f"D:{'7' * 16}", "E.guo", "F.guo", f"D:{'8' * 16}", "E.guo", "F.guo",
    "D:2222", "E.guo", "F.guo", f"E:{'5' * 16}", "F.guo", f"E:{'6' * 16}", "F.guo", "E:2222",
]  # fmt: skip
"""Nobody beats anybody: six players go out in the order of their seats."""


def golden(name: str, number: int) -> referee.Record:
    """A round of a clean record, as the first of a match of its own; the wall was not seen."""
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    (round_,) = (round_ for round_ in record.rounds if round_.number == number)
    return replace(record, tags={}, seats={}, totals=None, rounds=(replace(round_, number=1, wall=None, sits={}, comments={}),))


def gouji() -> referee.Record:
    """Six players who go out one after the other."""
    hands = {seat: "".join(sorted(cards, key="3456789TJQKA2xX".index)) for seat, cards in FOUR_PACKS.items()}
    round_ = referee.Round(1, tuple(IN_A_ROW), leader="A", hands=hands, scores={"ACE": 4, "BDF": 0}, places="A B C D E F")
    return referee.Record("gouji", "charter headless=player", rounds=(round_,))


def bare(token: str) -> str:
    """A move without the value that was called for it."""
    return re.sub(r"(\.hu):\d+$", r"\1", token)


class Entering:
    """The page, and a finger that clicks on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        page.goto(f"{address}/enter/")
        self.answered()

    def answered(self, state: str = "") -> None:
        """Wait until the referee has said what there is to say."""
        said = f"#enter[data-ready][data-state={state}]" if state else "#enter[data-ready]"
        expect(self.page.locator(said)).to_be_visible(timeout=20_000)

    def start(self, record: referee.Record) -> None:
        """Choose the game and what the table agrees on."""
        page = self.page
        preset, *options = record.rules.split() or [""]
        page.locator("[name=game]").select_option(record.game)
        if "=" not in preset and preset:
            page.locator("[name=preset]").select_option(preset)
        for name, value in (option.split("=") for option in options):
            if not page.locator("#options").is_visible():
                page.locator("details.names summary").click()
            select = page.locator(f"[data-option={name}]")
            if select.locator(f"option[value='{value}']").count():
                select.select_option(value)
        page.locator("[name=Base]").fill(str(record.base or ""))
        page.locator("#start").click()
        self.answered("deal")

    def deal(self, round_: referee.Round) -> None:
        """Say who begins, throw the dice, and deal all hands."""
        page, dealing = self.page, self.page.locator("#dealing")
        selects = dealing.locator(".heading select")
        selects.first.select_option(round_.dealer or round_.leader)
        for die, face in enumerate(round_.dice or "", 1):
            selects.nth(die).select_option(face)
        if round_.break_:
            selects.last.select_option(round_.break_)
        for seat, hand in round_.hands.items():
            dealing.locator(f".seat-tabs [data-key='tab {seat}']").click()
            if round_.dealer:
                for rank, suit in re.findall(r"(\d)(?=\d*([mpsz]))", hand):
                    dealing.locator(f".picker [data-tile='{rank}{suit}']").click()
                continue
            for card in dict.fromkeys(hand):
                field = dealing.locator(f"input[data-tile='{card}']")
                field.fill(str(hand.count(card)))
                field.press("Tab")
                expect(page.locator("#text")).to_have_value(re.compile(rf'Hand.{seat} "[^"]*{card}'))

    def say(self, token: str) -> None:
        """Pick a move, or put it together."""
        offers = self.page.locator("#offers")
        picked = offers.locator(f"[data-token='{bare(token)}']")
        if picked.count():
            picked.click()
        else:
            self.put_together(token)
        expect(self.page.locator("#text")).to_have_value(re.compile(rf"{re.escape(bare(token))}\s*$"))
        self.answered()

    def put_together(self, token: str) -> None:
        """Open the form of a move and click its pieces."""
        offers = self.page.locator("#offers")
        heads = offers.locator("[data-blank]").evaluate_all("all => all.map((one) => one.dataset.blank)")
        head = max((head for head in heads if token.startswith(head)), key=len)
        opener = offers.locator(f"[data-blank='{head}']").first
        if not opener.is_visible():
            offers.locator(".else > summary").click()
        if opener.get_attribute("aria-expanded") != "true":
            opener.click()
        rest = token.removeprefix(head)
        tiles = [rank + suit for rank, suit in re.findall(r"(\d)(?=\d*([mpsz]))", rest)]
        for piece in tiles or ([rest] if head[-1] in ".?" else rest):
            offers.locator(f".chooser [data-piece='{piece}']").click()
        if offers.locator(".chooser .done").count():
            offers.locator(".chooser .done").click()

    def written(self) -> referee.Record:
        """The draft as a record."""
        record = referee.parse(self.page.locator("#text").input_value())
        assert isinstance(record, referee.Record)
        return record


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A page as wide as a phone; a script error on it fails the test."""
    context = chromium.new_context(locale="en-US", viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(20_000)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


ROUNDS = {
    "kawuxing": lambda: golden("kawuxing/clean-02", 3), "luzhou": lambda: golden("luzhou/clean-02", 3),
    "sichuan": lambda: golden("sichuan/clean-05", 2), "hengyang": lambda: golden("hengyang/last-tile-gang", 2), "gouji": gouji,
}  # fmt: skip
"""A short round of every game: kongs and a shown hand; reports; claims; declarations, dice and birds; sets, passes, places."""


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_entered_by_clicks_alone(phone: Page, address: str, game: str) -> None:
    """Rules, header, hands, every move, what the rules give for the claims: the record is the table's, its verdict clean."""
    record = ROUNDS[game]()
    assert referee.verify(record).status == "clean"
    (round_,) = record.rounds
    entering = Entering(phone, address)
    entering.start(record)
    entering.deal(round_)
    entering.answered("open")
    found = broken(phone, "in play")
    for token in round_.moves:
        entering.say(token)
    entering.answered("over")
    assert [*found, *broken(phone, "at the end")] == []
    phone.locator("#scores").click()
    entering.answered()
    expect(phone.locator("#findings .finding")).to_have_count(0)
    (written,) = entering.written().rounds
    assert [bare(token) for token in written.moves] == [bare(token) for token in round_.moves]
    assert written.scores == referee.verify(record).rounds[0].computed
    for tag in ("dealer", "leader", "dice", "break_", "places"):
        assert getattr(written, tag) == getattr(round_, tag), tag
    phone.locator("#upload").click()
    expect(phone.locator("#results .verdict.clean")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def one_hand(page: Page, address: str) -> Entering:
    """A round of which only the dealer's hand was seen."""
    entering = Entering(page, address)
    entering.start(referee.Record("sichuan", "xuezhan"))
    entering.deal(referee.Round(1, dealer="E", hands={"E": "123456789m11789p"}))
    for _ in "SWN":
        page.locator("#dealing .tools .link").click()
    entering.answered("open")
    return entering


def test_a_breach_is_shown_with_its_clause_before_and_after_it_is_written(phone: Page, address: str) -> None:
    """A win that is none stands among what else might have happened, with its clause; written down it is told at the move, the
    clause is a link; taken back it is gone, done again it is there."""
    entering = one_hand(phone, address)
    entering.say("E-9p")
    phone.locator("#offers .else > summary").click()
    wrong = phone.locator(".against li", has=phone.locator("[data-token='E.hu']"))
    expect(wrong.locator(".id")).to_have_text("MJ-3.1")
    wrong.locator("button").click()
    expect(phone.locator("#moves .broken .id")).to_have_attribute("href", re.compile("/rules/sichuan/#MJ-3.1$"))
    expect(phone.locator("#findings .finding .id")).to_have_text("MJ-3.1")
    phone.locator("#undo").click()
    expect(phone.locator("#moves .broken")).to_have_count(0)
    expect(phone.locator("#offers [data-token='S+1s']")).to_be_visible()
    phone.locator("#redo").click()
    expect(phone.locator("#moves .broken[data-move='2']")).to_be_visible()


def test_a_round_goes_on_by_the_keyboard_alone(phone: Page, address: str) -> None:
    """Arrow keys go from tile to tile, Enter picks one, the focus stays with what comes next; Control and Z takes it back."""
    one_hand(phone, address)
    phone.locator("#offers [data-token='E-1m']").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#offers [data-token='E-2m']")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#offers [data-token='S+1s']")).to_be_visible()
    expect(phone.locator("#offers button:focus")).to_have_count(1)
    phone.keyboard.press("Control+z")
    expect(phone.locator("#offers [data-token='E-2m']")).to_be_visible()
    phone.keyboard.press("Control+Shift+z")
    expect(phone.locator("#offers [data-token='S+1s']")).to_be_visible()
