"""How likely a figure is by chance: the chi-square distribution, permutations from a fixed seed, and Holm's correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, lgamma, log
from random import Random

STEPS = 10_000
"""More terms of a series than any figure here needs."""


def chi_square(value: float, degrees: int) -> float:
    """The probability that a chi-square variable with so many degrees of freedom is at least this large."""
    half, x = degrees / 2, value / 2
    if x <= 0:
        return 1.0
    scale = exp(half * log(x) - x - lgamma(half))
    return max(0.0, 1 - scale * _series(half, x)) if x < half + 1 else min(1.0, scale * _fraction(half, x))


def _series(half: float, x: float) -> float:
    """The lower incomplete gamma function without its scale, by its series."""
    term = total = 1 / half
    for step in range(1, STEPS):
        term *= x / (half + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(half: float, x: float) -> float:
    """The upper incomplete gamma function without its scale, by Lentz's continued fraction."""
    tiny = 1e-300
    b = x + 1 - half
    c, d = 1 / tiny, 1 / b
    found = d
    for step in range(1, STEPS):
        a = -step * (step - half)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found


def permuted(observed: float, draw: Callable[[Random], float], times: int, seed: int) -> float:
    """The share of draws, the observed one among them, that are at least as large: never 0, and the same on every machine."""
    generator = Random(seed)
    slack = 1e-9 * (1 + abs(observed))
    return (1 + sum(draw(generator) >= observed - slack for _ in range(times))) / (times + 1)


def holm(values: Sequence[float]) -> list[float]:
    """Each value corrected for how many there are (Holm 1979): the chance that any of so many fair figures is as small."""
    found = [0.0] * len(values)
    least = 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        least = max(least, min(1.0, values[index] * (len(values) - rank)))
        found[index] = least
    return found
