"""``python -m tests.faults.mutations 100000``: records broken in every way a file can be, through the reader and the referee.

A reader may refuse a text by NotationError, or hand over a record; the referee gives a verdict on either. Nothing else is borne.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import referee
from tests.files import as_json
from tests.golden import records

SLICE = 500
BYTES = bytes(range(256))
ODD = [
    "\x00",
    "\ufeff",
    "\u202e",
    "\ud800",
    "\U0001f004",
    "\u3000",
    "[",
    "]",
    '"',
    "\\",
    "{",
    "}",
    ";",
    "\r",
    "\n",
    "\t",
    "%",
    "0",
    "-1",
    "1e9",
    "9" * 40,
    "null",
    "[]",
    "{}",
]


def changed(data: bytes, dice: random.Random) -> bytes:
    """One to three changes: bytes and odd characters put in, taken out and exchanged, lines moved, pieces repeated or cut off."""
    for _ in range(dice.randint(1, 3)):
        at, size = dice.randrange(len(data) + 1), dice.choice([1, 1, 2, 8, 64, 512])
        match dice.randrange(9):
            case 0:
                data = data[:at] + data[at + size :]
            case 1:
                data = data[:at] + dice.choice(ODD).encode("utf-8", "surrogatepass") + data[at:]
            case 2:
                data = data[:at] + bytes([dice.choice(BYTES)]) + data[at + 1 :]
            case 3:
                data = data[:at] + data[at : at + size] + data[at:]
            case 4:
                lines = data.split(b"\n")
                moved = lines.pop(dice.randrange(len(lines)))
                lines.insert(dice.randrange(len(lines) + 1), moved)
                data = b"\n".join(lines)
            case 5:
                data = data[:at] if dice.random() < 0.2 else data
            case _:
                words = data.split(b" ")
                one, other = dice.randrange(len(words)), dice.randrange(len(words))
                words[one], words[other] = words[other], words[one]
                data = b" ".join(words)
    return data


def outcome(data: bytes) -> str:
    """What came of it: ``refused`` as a whole, or the status of the first verdict. Raises whatever should not be raised."""
    try:
        read = list(referee.parse_file(data))
    except referee.NotationError:
        return "refused"  # not even taken apart into matches
    statuses = []
    for record in read:
        verdict = referee.verify(record)
        json.dumps(verdict.as_dict())
        statuses.append(verdict.status)
    return statuses[0] if statuses else "empty"


def sources() -> list[bytes]:
    """Golden records of all games, as PPN and as JSON."""
    texts = [path.read_text(encoding="utf-8") for path in records()]
    return [text.encode() for text in texts] + [as_json(text).encode() for text in texts if text.count("[PPN ") == 1]


def run(seeds: Sequence[int]) -> tuple[Counter[str], list[str]]:
    """Outcomes by kind, and what was raised."""
    counts: Counter[str] = Counter()
    raised: list[str] = []
    texts = sources()
    for seed in seeds:
        dice = random.Random(seed)
        try:
            counts[outcome(changed(dice.choice(texts), dice))] += 1
        except Exception as error:  # noqa: BLE001 - what this looks for
            raised.append(f"seed {seed}: {type(error).__name__}: {error}")
    return counts, raised


def main() -> None:
    """Print the figures; ends with 1 where anything was raised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    started, counts, raised = time.monotonic(), Counter[str](), []
    last = options.first + options.count
    slices = [range(at, min(at + SLICE, last)) for at in range(options.first, last, SLICE)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for some, errors in pool.map(run, slices):
            counts += some
            raised += errors
    print(f"{options.count} mutated records in {time.monotonic() - started:.0f} s, {len(raised)} raised")
    for kind, count in counts.most_common():
        print(f"  {kind:12} {count:7}")
    for line in raised[:50]:
        print(line)
    sys.exit(bool(raised))


if __name__ == "__main__":
    main()
