"""The figures of an event's deals: how often tiles came to seats, dealers and places, hands' distances, walls that came twice.

Each has a p-value: how likely a figure so far from the expected one is where every deal was fairly shuffled. Whoever looks at
many figures sees some small ones: ``corrected`` is the value for that many (Holm).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import comb, factorial, prod
from random import Random
from typing import Final, NamedTuple

from referee.deal_statistics.chance import chi_square, holm, permuted
from referee.deal_statistics.collecting import Deal

FEWEST: Final = 12
"""Deals of which nothing is said by frequencies: too few."""
EXPECTED_LEAST: Final = 5.0
"""A chi-square value is good from so many expected pieces of the rarest kind on."""
BUDGET: Final = 1_000_000
"""Rounds that permutations may go through, in all of one figure's draws."""
DRAWS: Final = 1999
SEED: Final = 20_260_201
QUARTERS: Final = 4
STANDING_OUT: Final = 3


class Figure(NamedTuple):
    """A figure: its code, of whom or what (a seat, a quarter of the wall), how many deals it is of, what came, what is expected,
    its p-value, and which kinds came most unlike the expected number: kind, came, expected."""

    code: str
    of: str
    deals: int
    value: float
    expected: float
    p: float
    extremes: Sequence[tuple[str, int, float]] = ()


def statistics(deals: Sequence[Deal], draws: int = DRAWS) -> dict[str, object]:
    """The figures of these deals as a document. Only deals of the commonest set are counted: others cannot be compared.

    ``draws``: how many permutations a figure is held to, at most.
    """
    sets = Counter(deal.pieces for deal in deals)
    whole = min(sets, key=lambda one: (-sets[one], one), default=())
    counted = [deal for deal in deals if deal.pieces == whole]
    figures = [
        *_by_seat(counted),
        *_by_dealer(counted),
        *_by_place(counted),
        *_distances(counted, draws),
        *_repeated(counted),
    ]
    corrected = holm([figure.p for figure in figures])
    return {
        "deals": len(counted),
        "matches": len({deal.place[0] for deal in counted}),
        "other_sets": len(deals) - len(counted),
        "pieces": len(whole),
        "number": len(figures),
        "figures": [_document(figure, value) for figure, value in zip(figures, corrected, strict=True)],
        "distances": dict(_mean_distances(counted)),
        "repeats": [[list(place) for place in places] for places in _same(counted)],
        "seeds": [[list(place) for place in places] for places in _same_seeds(counted)],
    }


def _document(figure: Figure, corrected: float) -> dict[str, object]:
    code, of, deals, value, expected, p, extremes = figure
    return {
        "code": code,
        "of": of,
        "deals": deals,
        "value": round(value, 3),
        "expected": round(expected, 3),
        "p": float(f"{p:.3g}"),
        "corrected": float(f"{corrected:.3g}"),
        "extremes": [[kind, came, round(due, 1)] for kind, came, due in extremes],
    }


# -- frequencies -----------------------------------------------------------------------------------------------------------


def _by_seat(deals: Sequence[Deal]) -> list[Figure]:
    """How often each kind was dealt to each seat."""
    seats = sorted({seat for deal in deals for seat in deal.hands})
    parts = {seat: [deal.hands[seat] for deal in deals if seat in deal.hands] for seat in seats}
    return [figure for seat in seats if (figure := _frequencies("seat", seat, deals[0].pieces, parts[seat]))]


def _by_dealer(deals: Sequence[Deal]) -> list[Figure]:
    """How often each kind was dealt to whoever dealt."""
    parts = [deal.hands[deal.dealer] for deal in deals if deal.dealer in deal.hands]
    figure = _frequencies("dealer", "", deals[0].pieces, parts) if parts else None
    return [figure] if figure else []


def _by_place(deals: Sequence[Deal]) -> list[Figure]:
    """How often each kind lay in each quarter of the wall."""
    walls = [deal.wall for deal in deals if len(deal.wall) >= QUARTERS]
    found = []
    for quarter in range(QUARTERS):
        parts = [wall[len(wall) * quarter // QUARTERS : len(wall) * (quarter + 1) // QUARTERS] for wall in walls]
        figure = _frequencies("place", str(quarter + 1), deals[0].pieces, parts) if parts else None
        found += [figure] if figure else []
    return found


def _frequencies(code: str, of: str, whole: Sequence[str], parts: Sequence[Sequence[str]]) -> Figure | None:
    """Chi-square over the kinds in these parts of a set that was dealt without putting back: the covariance of the counts is that
    of as many draws with putting back, times (N - n) / (N - 1) of each deal, so that the sum over kinds is scaled by it."""
    copies, size = Counter(whole), len(whole)
    taken = sum(map(len, parts))
    weight = sum(len(part) * (size - len(part)) for part in parts) / (size - 1)
    if len(parts) < FEWEST or taken * min(copies.values()) / size < EXPECTED_LEAST or not weight or len(copies) < 2:
        return None
    came = Counter(piece for part in parts for piece in part)
    due = {kind: taken * count / size for kind, count in copies.items()}
    value = sum((came[kind] - due[kind]) ** 2 / (weight * copies[kind] / size) for kind in copies)
    ranked = sorted(copies, key=lambda kind: (-abs(came[kind] - due[kind]) / copies[kind] ** 0.5, kind))
    extremes = [(kind, came[kind], due[kind]) for kind in ranked[:STANDING_OUT]]
    degrees = len(copies) - 1
    return Figure(code, of, len(parts), value, degrees, chi_square(value, degrees), extremes)


# -- what hands are worth ---------------------------------------------------------------------------------------------------


def _draws(deals: int, wanted: int) -> int:
    return max(99, min(wanted, BUDGET // max(1, deals)))


def _unlike_dealer(deal: Deal) -> list[tuple[str, int]]:
    """Seats other than the dealer's, whose hand has a tile more, with their distances."""
    return [(seat, steps) for seat, steps in deal.distances.items() if seat != deal.dealer]


def _mean_distances(deals: Sequence[Deal]) -> Iterable[tuple[str, float]]:
    found: dict[str, list[int]] = {}
    for deal in deals:
        for seat, steps in _unlike_dealer(deal):
            found.setdefault(seat, []).append(steps)
    return [(seat, round(sum(steps) / len(steps), 2)) for seat, steps in sorted(found.items())]


def _distances(deals: Sequence[Deal], draws: int) -> list[Figure]:
    """Whether some seats were dealt hands nearer to ready: how far the seats' sums lie apart, against the same hands dealt to the
    same seats of each round in another order."""
    rounds = [given for deal in deals if len(given := _unlike_dealer(deal)) > 1]
    if len(rounds) < FEWEST:
        return []
    seats = sorted({seat for given in rounds for seat, _ in given})
    places = [[seats.index(seat) for seat, _ in given] for given in rounds]
    orders = [_orders([steps for _, steps in given]) for given in rounds]

    def apart(chosen: Iterable[Sequence[float]]) -> float:
        sums = [0.0] * len(seats)
        for row, values in zip(places, chosen, strict=True):
            for seat, value in zip(row, values, strict=True):
                sums[seat] += value
        return sum(total * total for total in sums)

    def draw(generator: Random) -> float:
        return apart([ways[int(generator.random() * len(ways))] for ways in orders])

    observed = apart([ways[0] for ways in orders])
    generator = Random(SEED)
    expected = sum(draw(generator) for _ in range(49)) / 49
    return [Figure("distance", "", len(rounds), observed, expected, permuted(observed, draw, _draws(len(rounds), draws), SEED))]


def _orders(values: Sequence[int]) -> list[tuple[float, ...]]:
    """These values less their mean, in every order; the first is their own."""
    mean = sum(values) / len(values)
    return list(permutations([value - mean for value in values]))


# -- the same again ----------------------------------------------------------------------------------------------------------


def _same(deals: Sequence[Deal]) -> list[list[tuple[str, int]]]:
    """Deals whose hands and wall are the same, the places of each."""
    found: dict[object, list[tuple[str, int]]] = {}
    for deal in deals:
        found.setdefault((tuple(sorted((seat, tuple(sorted(hand))) for seat, hand in deal.hands.items())), deal.wall), []).append(
            deal.place
        )
    return [places for places in found.values() if len(places) > 1]


def _same_seeds(deals: Sequence[Deal]) -> list[list[tuple[str, int]]]:
    """Seeds that serve several matches, with the first deal of each of these."""
    found: dict[str, dict[str, int]] = {}
    for deal in deals:
        if deal.seed:
            found.setdefault(deal.seed, {}).setdefault(*deal.place)
    return [list(places.items()) for places in found.values() if len(places) > 1]


def _repeated(deals: Sequence[Deal]) -> list[Figure]:
    """How many pairs of deals are the same. The p-value is a bound: no deal of hands is likelier than the one that spreads the
    copies of each kind evenly, and there are so many pairs of deals."""
    if len(deals) < 2:
        return []
    pairs = sum(comb(len(places), 2) for places in _same(deals))
    whole, hands = deals[0].pieces, [len(hand) for hand in deals[0].hands.values()]
    shares = [*hands, len(whole) - sum(hands)]
    parts = sum(map(bool, shares))
    ways = factorial(len(whole)) // prod(map(factorial, shares))
    likeliest = prod(_spread(copies, parts) for copies in Counter(whole).values())
    p = min(1.0, comb(len(deals), 2) * likeliest / ways) if pairs else 1.0
    return [Figure("repeated", "", len(deals), pairs, 0, p)]


def _spread(copies: int, parts: int) -> int:
    """In how many ways copies that are told apart can be spread evenly over so many parts."""
    most, more = divmod(copies, parts)
    return factorial(copies) // (prod([factorial(most + 1)] * more) * prod([factorial(most)] * (parts - more)))
