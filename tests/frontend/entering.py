"""A finger on the page of entry by hand: what tests of it click."""

from __future__ import annotations

import re
from itertools import groupby

from playwright.sync_api import Locator, Page, expect

import referee


def bare(token: str) -> str:
    """A move without the value that was called for it, and without tiles that go without saying."""
    return re.sub(r"(\.hu|\.peng|\.gang|\?\w+):(?:(?<=hu:)\d+|(\d)\2+[mpsz])$", r"\1", token)


class Entering:
    """The page, and a finger that clicks on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        page.goto(f"{address}/enter/")
        self.answered()

    def answered(self, state: str = "") -> None:
        """Wait until the referee has said what there is to say."""
        expect(self.page.locator(f"#enter[data-ready][data-state={state}]" if state else "#enter[data-ready]")).to_be_visible()

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
            if not picked.is_visible():
                offers.locator(".else > summary").click()
            picked.click()
        else:
            self.put_together(bare(token))
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
        done = offers.locator(".chooser .done")
        is_said_by_its_last_piece = not done.count()
        self.choose(split(token.removeprefix(head), offers.locator(".chooser [data-piece]")))
        if not is_said_by_its_last_piece:
            done.click()

    def choose(self, pieces: list[str]) -> None:
        """Click the pieces one by one, many alike at once where that is offered."""
        chooser = self.page.locator("#offers .chooser")
        for piece, alike in groupby(pieces):
            number = len(list(alike))
            at_once = chooser.locator(f"[data-all='{piece}']")
            if at_once.count() and at_once.inner_text() == f"+{number}":
                at_once.click()
                continue
            for _ in range(number):
                chooser.locator(f"[data-piece='{piece}']").click()

    def type(self, text: str) -> None:
        """Write the draft as text."""
        if not self.page.locator("#text").is_visible():
            self.page.locator("#as-text").click()
        self.page.locator("#text").fill(text)
        self.answered()

    def written(self) -> referee.Record:
        """The draft as a record."""
        record = referee.parse(self.page.locator("#text").input_value())
        assert isinstance(record, referee.Record)
        return record


def split(text: str, offered: Locator) -> list[str]:
    """What stands behind the head of a move, piece by piece as they are offered."""
    names = offered.evaluate_all("all => all.map((one) => one.dataset.piece)")
    tiles = "".join(rank + suit for rank, suit in re.findall(r"(\d)(?=\d*([mpsz]))", text))
    pieces = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    found = re.findall(pieces, text if text in names else tiles or text)
    assert "".join(found) == (text if text in names else tiles or text), f"{text} cannot be put together of {names}"
    return found
