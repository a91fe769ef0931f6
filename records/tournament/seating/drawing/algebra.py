"""Rounds in which nobody meets twice by construction, without any search.

The people stand in as many columns as a table has seats, each as long as there are tables. In every round a column moves on by
its own stride, and a table takes one of each column: person ``i`` of column ``j`` sits in round ``r`` at table ``i + a(j)·x(r)``.
Two people of different columns meet twice only where ``(a(j) - a(k))·(x(r) - x(s))`` is zero; two of one column never meet.
The reckoning is done modulo the number of tables, or where this gives fewer rounds, in the finite field of as many elements.
Once these rounds are over, each column plays within itself in the same way, as long as it fills its tables.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

IRREDUCIBLE = {
    4: (2, (1, 1, 1)),
    8: (2, (1, 1, 0, 1)),
    9: (3, (1, 0, 1)),
    16: (2, (1, 1, 0, 0, 1)),
    25: (5, (2, 0, 1)),
    27: (3, (1, 2, 0, 1)),
    32: (2, (1, 0, 1, 0, 0, 1)),
    49: (7, (1, 0, 1)),
    64: (2, (1, 1, 0, 0, 0, 0, 1)),
    81: (3, (2, 1, 0, 0, 1)),
}
"""Of the fields whose size is a power of a prime: the prime, and an irreducible polynomial, its constant first."""

Operation = Callable[[int, int], int]


def columns_met(tables: int, seats: int, rounds: int) -> list[list[list[int]]]:
    """Rounds of tables in which nobody meets twice; as many of them as there are, up to ``rounds``. People are numbered column by
    column: person ``i`` of column ``j`` is ``j * tables + i``."""
    add, multiply = max(_rings(tables), key=lambda ring: _rounds_of(ring, tables, seats, rounds))
    made = []
    for number in range(_rounds_of((add, multiply), tables, seats, rounds)):
        shift = [multiply(column, number) for column in range(seats)]
        where = [[0] * seats for _ in range(tables)]
        for column in range(seats):
            for index in range(tables):
                where[add(index, shift[column])][column] = column * tables + index
        made.append(where)
    if tables % seats == 0 and len(made) < rounds:
        for inside in columns_met(tables // seats, seats, rounds - len(made)):
            made.append([[column * tables + one for one in table] for column in range(seats) for table in inside])
    return made


def _rounds_of(ring: tuple[Operation, Operation], tables: int, seats: int, rounds: int) -> int:
    """How many rounds a ring gives before two people would meet again."""
    if seats > tables:
        return 1
    add, multiply = ring
    known = range(min(tables, max(seats, rounds)))
    minus = {one: next(other for other in range(tables) if add(one, other) == 0) for one in known}
    strides = {add(one, minus[other]) for one, other in combinations(range(seats), 2)}
    for number in range(1, min(rounds, tables)):
        if any(multiply(stride, add(number, minus[before])) == 0 for before in range(number) for stride in strides):
            return number
    return min(rounds, tables)


def _rings(tables: int) -> list[tuple[Operation, Operation]]:
    modular: tuple[Operation, Operation] = (lambda a, b: (a + b) % tables, lambda a, b: a * b % tables)
    return [modular, _field(tables)] if tables in IRREDUCIBLE else [modular]


@lru_cache(maxsize=16)
def _field(size: int) -> tuple[Operation, Operation]:
    """Addition and multiplication in the field of this size; an element is the number that its coefficients write."""
    prime, polynomial = IRREDUCIBLE[size]
    degree = len(polynomial) - 1

    def digits(number: int) -> list[int]:
        found = []
        for _ in range(degree):
            number, digit = divmod(number, prime)
            found.append(digit)
        return found

    def number(coefficients: list[int]) -> int:
        return sum(coefficient * prime**power for power, coefficient in enumerate(coefficients))

    def add(a: int, b: int) -> int:
        return number([(one + other) % prime for one, other in zip(digits(a), digits(b), strict=True)])

    def multiply(a: int, b: int) -> int:
        product = [0] * (2 * degree - 1)
        for i, one in enumerate(digits(a)):
            for j, other in enumerate(digits(b)):
                product[i + j] = (product[i + j] + one * other) % prime
        for power in range(2 * degree - 2, degree - 1, -1):
            factor, product[power] = product[power], 0
            for i in range(degree):
                product[power - degree + i] = (product[power - degree + i] - factor * polynomial[i]) % prime
        return number(product[:degree])

    return add, multiply
