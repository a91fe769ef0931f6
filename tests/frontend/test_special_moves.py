"""What is special to a game, entered by clicks on a phone: tribute, shown hands, burns, reports, dice, ghosts, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import referee
from tests.frontend.browser import fits
from tests.frontend.entry_page import EntryPage, without_implied_pieces
from tests.golden import HOME, games
from tests.proof import every_fifth, slow

HANDS = {
    "A": "T" * 16 + "K" * 16 + "xxxx",
    "B": "J" * 16 + "Q" * 16 + "2222",
    "C": "9" * 16 + "A" * 16 + "XXXX",
    "D": "7" * 16 + "8" * 16 + "2222",
    "E": "5" * 16 + "6" * 16 + "2222",
    "F": "3" * 16 + "4" * 16 + "2222",
}
"""A deal with which everything that 夠級 has beside sets can happen in one trick after the other."""
ONE_BY_ONE = [
    ("GJ-2.2", ["F.liang:3h3d"]),
    ("GJ-2.4", ["F.hui:3"]),
    ("GJ-4.3", ["F:4", "A:K", "B.guo", "C.rang"]),
    ("GJ-5.2", ["D.guo", "E.guo", "F.guo", "C.guo", f"A:{'K' * 15}", "C?shao"]),
    ("GJ-5.1", [f"C.shao:{'A' * 15}"]),
    ("GJ-5.3", ["F.guo", f"C:{'9' * 16}X", "F.guo", "C:AXXX", "F.guo"]),
    ("GJ-2.6", [f"D.tiao:{'7' * 16}/{'8' * 16}/2222", f"D:{'7' * 16}"]),
    ("GJ-2.5", ["E.guo", "F.guo", "A.guo", "B.guo", f"D:{'8' * 16}", "D.bao:4"]),
]


def nothing_wrong(page: Page) -> None:
    """Nothing is told of the draft, and nothing stands out to the side."""
    expect(page.locator("#findings .finding")).to_have_count(0)
    assert fits(page)


@slow
def test_declarations_yields_and_burns_are_entered_by_clicks(phone: Page, address: str) -> None:
    """GJ-2.2, GJ-2.4 to GJ-2.6, GJ-4.3, GJ-5.1 to GJ-5.3: a round of 夠級 by clicks from its deal on."""
    record = referee.Record("gouji", "charter")
    entry_page = EntryPage(phone, address)
    entry_page.start(record)
    entry_page.deal(referee.Round(1, leader="A", hands=HANDS))
    entry_page.wait_for_referee("open")
    for clause, moves in ONE_BY_ONE:
        for token in moves:
            entry_page.enter_move(token)
        expect(phone.locator("#findings .finding"), clause).to_have_count(0)
    nothing_wrong(phone)
    (written,) = entry_page.record_of_draft().rounds
    assert list(written.tokens) == [token for _, moves in ONE_BY_ONE for token in moves]


@slow
@pytest.mark.parametrize(("name", "first", "moves"), [("clean-01", 3, 13), ("clean-07", 3, 12)])
def test_tribute_and_buying_are_entered_by_clicks_in_the_next_round(
    phone: Page, address: str, name: str, first: int, moves: int
) -> None:
    """GJ-2.3, GJ-7.4 to GJ-8.2: the rounds before are there, the next one is begun, dealt and played by clicks."""
    record = referee.parse((HOME / "gouji" / f"{name}.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    before, played = record.rounds[: first - 1], record.rounds[first - 1]
    entry_page = EntryPage(phone, address)
    entry_page.type(referee.write(record._replace(rounds=before, totals=None)))
    phone.locator("#round").click()
    entry_page.wait_for_referee("deal")
    entry_page.deal(played)
    entry_page.wait_for_referee("open")
    for token in played.tokens[:moves]:
        entry_page.enter_move(token)
    nothing_wrong(phone)
    written = entry_page.record_of_draft().rounds[-1]
    assert (written.hands, written.moves) == (played.hands, played.moves[:moves])


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


def test_ruling_is_entered_by_clicks(phone: Page, address: str) -> None:
    """GJ-9.1: an arbiter lays a ruling on a seat; it stands in the round like a move."""
    entry_page = EntryPage(phone, address)
    record = referee.Record("gouji", "charter", rounds=(referee.Round(1, (), leader="F", hands=HANDS),))
    entry_page.type(referee.write(record))
    entry_page.enter_move("B.fa:lose-turn")
    nothing_wrong(phone)
