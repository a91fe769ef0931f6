"""Statistics of deals: fair ones look fair, a broken shuffle is found, values agree with tables, the same deals say the same."""

from __future__ import annotations

from random import Random

import pytest

from referee import registry
from referee.deal_statistics import Deal, deals_of, statistics
from referee.deal_statistics.chance import chi_square
from referee.game.dealing import Deals
from referee.record import Record, Round
from referee.rulebook import Rules


@pytest.mark.parametrize(
    ("value", "degrees", "p"),
    [(3.841, 1, 0.05), (38.885, 26, 0.05), (45.642, 26, 0.01), (54.052, 26, 0.001), (14.067, 7, 0.05), (0, 3, 1), (1.61, 5, 0.9)],
)
def test_chi_square_agrees_with_the_printed_tables(value: float, degrees: int, p: float) -> None:
    assert chi_square(value, degrees) == pytest.approx(p, rel=2e-3)


def dealt(game: str, count: int, generator: Random, unfair: str = "") -> list[Deal]:
    """Deals of a game that are fair, or with the fault that ``unfair`` names."""
    found = registry.find(game)
    assert isinstance(found, Deals)
    rules = found.rulebook.rules("")
    assert isinstance(rules, Rules)
    seats, rounds = found.seats(rules), []
    first: list[str] = []
    for number in range(1, count + 1):
        dealer = None if game == "gouji" else seats[number % len(seats)]
        dealing = found.dealing(rules, Round(number, dealer=dealer), None)
        assert dealing
        order = list(dealing.pieces)
        generator.shuffle(order)
        if unfair == "seat":
            order.sort(key=lambda piece: piece[0] != "5" or generator.random() < 0.5)
        if unfair == "dealer":
            fives = [place for place, piece in enumerate(order) if piece[0] == "5"]
            for own, five in zip(dealing.cut(order).places[str(dealer)], fives[::2], strict=False):
                order[own], order[five] = order[five], order[own]
        if unfair == "wall":
            order[53:] = sorted(order[53:])
        order = first if unfair == "same" and first else order
        first = order
        cut = dealing.cut(order)
        hands = {seat: found.written(pieces) for seat, pieces in cut.hands.items()}
        rounds.append(Round(number, dealer=dealer, hands=hands, wall=found.written(cut.wall) or None))
    return list(deals_of("match", Record(game, rounds=tuple(rounds)), found, rules))


def corrected(document: dict[str, object]) -> dict[str, float]:
    """The corrected value of each figure by its code and whose it is."""
    figures = document["figures"]
    assert isinstance(figures, list)
    return {f"{one['code']} {one['of']}".strip(): one["corrected"] for one in figures}


def test_fair_deals_of_mahjong_have_every_figure_and_nothing_stands_out() -> None:
    document = statistics(dealt("sichuan", 24, Random(7)))
    values = corrected(document)
    assert list(values) == [
        *(f"seat {seat}" for seat in "ENSW"),
        "dealer",
        *(f"place {quarter}" for quarter in "1234"),
        "distance",
        "repeated",
    ]
    assert (document["deals"], document["number"], document["repeats"]) == (24, 11, [])
    assert min(values.values()) > 0.05


@pytest.mark.parametrize(
    ("unfair", "figure"), [("seat", "seat E"), ("wall", "place 1"), ("dealer", "dealer"), ("same", "repeated")]
)
def test_a_fault_is_found_after_correction(unfair: str, figure: str) -> None:
    document = statistics(dealt("sichuan", 24, Random(5), unfair))
    assert corrected(document)[figure] < 0.01
