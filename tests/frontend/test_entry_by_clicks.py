"""A round of every game entered on the page by clicks alone: what was clicked is the record that was played, and its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import referee
from tests.frontend.axe import violations
from tests.frontend.browser import fits
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.golden import HOME, games
from tests.proof import every_fifth, slow

FOUR_PACKS = {
    "A": "A" * 16 + "K" * 16 + "XXXX",
    "B": "Q" * 16 + "J" * 16 + "2222",
    "C": "T" * 16 + "9" * 16 + "xxxx",
    "D": "8" * 16 + "7" * 16 + "2222",
    "E": "6" * 16 + "5" * 16 + "2222",
    "F": "4" * 16 + "3" * 16 + "2222",
}
"""A deal by which one after the other goes out in three sets."""
IN_A_ROW = """
A:K*16 D.guo A:A*16 D.guo A:XXXX
B:J*16 E.guo B:Q*16 E.guo B:2222 C.guo D.guo E.guo F.guo
C:9*16 D.guo E.guo F.guo C:T*16 D.guo E.guo F.guo C:xxxx D.guo E.guo F.guo
D:7*16 E.guo F.guo D:8*16 E.guo F.guo D:2222 E.guo F.guo
E:5*16 F.guo E:6*16 F.guo E:2222
"""
"""Nobody beats anybody: six players go out in the order of their seats."""


def golden(name: str, number: int) -> referee.Record:
    """A round of a clean record, as the first of a match of its own; the wall was not seen."""
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    (round_,) = (round_ for round_ in record.rounds if round_.number == number)
    return record._replace(tags={}, seats={}, totals=None, rounds=(round_._replace(number=1, wall=None, sits={}, comments={}),))


def gouji() -> referee.Record:
    """Six players who go out one after the other."""
    hands = {seat: "".join(sorted(cards, key="3456789TJQKA2xX".index)) for seat, cards in FOUR_PACKS.items()}
    tokens = re.sub(r"(.)\*16", lambda card: card[1] * 16, IN_A_ROW).split()
    round_ = referee.Round(1, referee.moves(tokens), leader="A", hands=hands, scores={"ACE": 2, "BDF": 0}, places="A B C D E F")
    return referee.Record("gouji", "charter headless=player", rounds=(round_,))


ROUNDS = {
    "kawuxing": lambda: golden("kawuxing/clean-02", 3),
    "luzhou": lambda: golden("luzhou/clean-02", 3),
    "sichuan": lambda: golden("sichuan/clean-05", 2),
    "hengyang": lambda: golden("hengyang/last-tile-gang", 2),
    "gouji": gouji,
}
"""A short round of every game: kongs and a shown hand; reports; claims; declarations, dice and birds; sets, passes, places."""


@slow
@pytest.mark.parametrize("game", every_fifth(ROUNDS))
def test_round_is_entered_by_clicks_alone(phone: Page, address: str, game: str) -> None:
    """Rules, header, hands, every move, what the rules give for the claims: the record is the table's, its verdict clean."""
    record = ROUNDS[game]()
    assert referee.verify(record).status == "clean"
    (round_,) = record.rounds
    entry_page = EntryPage(phone, address)
    entry_page.start(record)
    entry_page.deal(round_)
    entry_page.wait_for_referee("open")
    phone.evaluate("scrollTo(0, 0)")  # axe measures what of a button the bar leaves that stays above it
    found = violations(phone, "in play")
    for token in round_.tokens:
        entry_page.enter_move(token)
    entry_page.wait_for_referee("over")
    phone.evaluate("scrollTo(0, 0)")
    assert [*found, *violations(phone, "at the end")] == []
    phone.locator("#scores").click()
    entry_page.wait_for_referee()
    expect(phone.locator("#findings .finding")).to_have_count(0)
    (written,) = entry_page.record_of_draft().rounds
    assert [without_implied_pieces(token) for token in written.tokens] == [
        without_implied_pieces(token) for token in round_.tokens
    ]
    assert written.scores == referee.verify(record).rounds[0].computed
    for tag in ("dealer", "leader", "dice", "break_", "places"):
        assert getattr(written, tag) == getattr(round_, tag), tag
    phone.locator("#upload").click()
    expect(phone.locator("#verdict .verdict.clean")).to_be_in_viewport()
    assert fits(phone)


def one_hand(page: Page, address: str) -> EntryPage:
    """A round of which only the dealer's hand was seen."""
    entry_page = EntryPage(page, address)
    entry_page.start(referee.Record("sichuan", "xuezhan"))
    entry_page.deal(referee.Round(1, dealer="E", hands={"E": "123456789m11789p"}))
    page.get_by_role("button", name="Nobody saw the other hands").click()
    entry_page.wait_for_referee("open")
    return entry_page


def test_kong_of_a_hand_that_nobody_saw_is_one_word_that_unfolds_to_its_tiles(phone: Page, address: str) -> None:
    """W24"""
    entry_page = one_hand(phone, address)
    entry_page.enter_move("E-9p")
    kong = phone.locator("#offers [data-token='S+? S.angang:1111s']")
    expect(kong).to_be_hidden()
    phone.locator("#offers .crowd > summary").click()
    expect(phone.locator("#offers .crowd button:enabled")).to_have_count(14)  # of the others East holds or threw one
    assert fits(phone, 360)
    kong.click()
    expect(phone.locator("#text")).to_have_value(re.compile(r"S\+\? S\.angang:1111s\s*$"))


def test_round_is_entered_by_keyboard_alone(phone: Page, address: str) -> None:
    """Arrow keys go from tile to tile, Enter picks one, the focus stays with what comes next; Control and Z takes it back."""
    one_hand(phone, address)
    phone.locator("#offers [data-token='E-1m']").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#offers [data-token='E-2m']")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#offers [data-token='S+? S-1s']")).to_be_visible()
    expect(phone.locator("#offers button:focus")).to_have_count(1)
    phone.keyboard.press("Control+z")
    expect(phone.locator("#offers [data-token='E-2m']")).to_be_visible()
    phone.keyboard.press("Control+Shift+z")
    expect(phone.locator("#offers [data-token='S+? S-1s']")).to_be_visible()


def nothing_wrong(page: Page) -> None:
    """Nothing is told of the draft, and nothing stands out to the side."""
    expect(page.locator("#findings .finding")).to_have_count(0)
    assert fits(page)


def kind(token: str) -> str:
    """What is done in a move, apart from by whom and with what: ghosts make another thing of a claim."""
    sign = re.sub(r"[A-Z]([-+:]|[.?]\w+).*", r"\1", token)
    return sign + ("=" if "=" in token else " 7z" if re.search(r"\.\w+:.*7z", token) else "")


def occasions(game: str) -> Iterator[tuple[referee.Record, str]]:
    """Every kind of move that the golden records have in clean rounds: the record up to it, and the move itself."""
    known: set[str] = set()
    for path in sorted((HOME / game).glob("clean-*.ppn")):
        record = referee.parse(path.read_bytes())
        assert isinstance(record, referee.Record)
        for at, round_ in enumerate(record.rounds):
            for number, token in enumerate(round_.tokens):
                if kind(token) in known:
                    continue
                known.add(kind(token))
                so_far = round_._replace(moves=round_.moves[:number], scores=None, places=None, comments={})
                yield record._replace(rounds=(*record.rounds[:at], so_far), totals=None), token


@slow
@pytest.mark.parametrize("game", every_fifth(games()))
def test_every_kind_of_move_in_golden_records_is_entered_by_clicks(phone: Page, address: str, game: str) -> None:
    """The record stands as it was before the move; a click or a few write the move, and nothing is said against it."""
    entry_page = EntryPage(phone, address)
    seen = []
    for record, token in occasions(game):
        entry_page.type(referee.write(record))
        entry_page.enter_move(token)
        nothing_wrong(phone)
        assert without_implied_pieces(entry_page.record_of_draft().rounds[-1].tokens[-1]) == without_implied_pieces(token)
        seen.append(kind(token))
    assert len(seen) > 5
