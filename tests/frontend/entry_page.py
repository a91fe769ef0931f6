"""Drives the page on which a match is entered by hand: what tests click and type there."""

from __future__ import annotations

import re
from itertools import groupby

from playwright.sync_api import Locator, Page, expect

import referee


def without_implied_pieces(token: str) -> str:
    """A token as the page writes it: without a called value, and without tiles that are implied."""
    return re.sub(r"(\.hu|\.peng|\.gang|\?\w+):(?:(?<=hu:)\d+|(\d)\2+[mpsz])$", r"\1", token)


class EntryPage:
    """The page in a browser. ``terms``: what the page calls, in English, what is chosen before a round."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.terms: dict[str, str] = {}
        page.goto(f"{address}/enter/")
        self.wait_for_referee()

    def wait_for_referee(self, state: str = "") -> None:
        """Wait until the referee's answer on the draft is shown."""
        self.page.locator(f"#enter[data-ready][data-checked=yes]{f'[data-state={state}]' if state else ''}").wait_for()

    def start(self, record: referee.Record) -> None:
        """Choose the game and what the table agrees on."""
        page = self.page
        preset, *options = record.rules.split() or [""]
        found = referee.core.registry.find(record.game)
        assert found is not None
        self.terms = {term: text["en"] for term, text in found.rulebook.words.of("terms").items()}
        page.locator("[name=game]").select_option(record.game)
        if "=" not in preset and preset:
            page.locator("[name=preset]").select_option(preset)
        added = []
        for option in options:
            name, _equals, value = option.partition("=")
            if not page.locator("#options").is_visible():
                page.locator("details.names summary").click()
            select = page.locator(f"[data-option='{name}']")
            if select.locator(f"option[value='{value}']").count():
                select.select_option(value)
            elif not select.count():
                added.append(option)
        if added:
            page.locator("#more").fill(" ".join(added))
        page.locator("[name=Base]").fill(str(record.base or ""))
        page.locator("#start").click()
        self.wait_for_referee("deal")

    def deal(self, round_: referee.Round) -> None:
        """Say who begins, throw the dice, and deal all hands."""
        page, dealing = self.page, self.page.locator("#dealing")
        selects = dealing.locator(".heading select")
        selects.first.select_option(round_.dealer or round_.leader)
        for die, face in enumerate(round_.dice or "", 1):
            selects.nth(die).select_option(face)
        if round_.break_:
            selects.last.select_option(round_.break_)
        for tag, chosen in round_.tags.items():
            if tag in self.terms:
                dealing.get_by_label(self.terms[tag]).select_option(chosen)
        for seat, hand in round_.hands.items():
            dealing.locator(f".seat-tabs [data-key='tab {seat}']").click()
            if round_.dealer:
                for number, (rank, suit) in enumerate(re.findall(r"(\d)(?=\d*([mpsz]))", hand), 1):
                    self._deal_tile(seat, number, dealing.locator(f".picker [data-tile='{rank}{suit}']"))
                continue
            for card in dict.fromkeys(hand):
                field = dealing.locator(f"input[data-tile='{card}']")
                field.fill(str(hand.count(card)))
                field.press("Tab")
                expect(page.locator("#text")).to_have_value(re.compile(rf'Hand.{seat} "[^"]*{card}'))

    def _deal_tile(self, seat: str, number: int, tile: Locator) -> None:
        """Click a tile, and wait until the draft has so many of this hand."""
        tile.click()
        dealt = re.compile(rf'Hand\.{seat} "(?:\D*\d){{{number}}}\D*"')
        expect(self.page.locator("#text")).to_have_value(dealt)

    def enter_move(self, token: str) -> None:
        """Enter a move: click its offer, or build it from a template; a draw by itself, as where the draws are known."""
        offers = self.page.locator("#offers")
        known = offers.locator("[data-key=draws]")
        if token[1] == "+" and known.count():
            known.check()
        picked = offers.locator(f"[data-token='{without_implied_pieces(token)}']")
        if picked.count():
            if not picked.is_visible():
                crowd = offers.locator(".crowd", has=picked)
                (crowd if crowd.count() else offers.locator(".else")).locator("> summary").click()
            picked.click()
        else:
            self.enter_by_template(without_implied_pieces(token))
        expect(self.page.locator("#text")).to_have_value(re.compile(rf"{re.escape(without_implied_pieces(token))}\s*$"))
        self.wait_for_referee()

    def enter_by_template(self, token: str) -> None:
        """Open the form of a move and click its pieces."""
        offers = self.page.locator("#offers")
        heads = offers.locator("[data-template]").evaluate_all("all => all.map((one) => one.dataset.template)")
        head = max((head for head in heads if token.startswith(head)), key=len)
        opener = offers.locator(f"[data-template='{head}']").first
        if not opener.is_visible():
            offers.locator(".else > summary").click()
        if opener.get_attribute("aria-expanded") != "true":
            opener.click()
        done = offers.locator(".chooser .done")
        ends_with_its_last_piece = not done.count()
        self.choose(split_pieces(token.removeprefix(head), offers.locator(".chooser [data-piece]")))
        if not ends_with_its_last_piece:
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
        self.wait_for_referee()

    def record_of_draft(self) -> referee.Record:
        """The draft as a record."""
        record = referee.parse(self.page.locator("#text").input_value())
        assert isinstance(record, referee.Record)
        return record


def split_pieces(text: str, offered: Locator) -> list[str]:
    """The pieces of a move behind its head, as the form offers them."""
    names = offered.evaluate_all("all => all.map((one) => one.dataset.piece)")
    tiles = "".join(rank + suit for rank, suit in re.findall(r"(\d)(?=\d*([mpsz]))", text))
    pieces = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    found = re.findall(pieces, text if text in names else tiles or text)
    assert "".join(found) == (text if text in names else tiles or text), f"{text} cannot be put together of {names}"
    return found
