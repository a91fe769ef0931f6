"""``python -m scripts.fuzz.harness TARGET …``: the process that searches; ``scripts.fuzz`` starts it with options of libFuzzer.

Where libFuzzer minimises or repeats inputs it is this process, too, that runs them.
"""

from __future__ import annotations

import random
import sys

import atheris  # type: ignore[import-untyped]

BY_BYTES = 0.2
"""How often libFuzzer changes an input by itself, with what it has seen in comparisons."""
GUIDING = ["referee", "records.archive.batches", "tests.fuzz"]
"""The packages whose branches guide the search."""


def main() -> None:
    """Search until the time is up, an input fails, or all inputs have been tried."""
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=GUIDING):
        from scripts.fuzz.mutators import MUTATORS
        from scripts.fuzz.targets import find

        target = find(name)

    mutator = MUTATORS[target.form]

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        dice = random.Random(seed)
        if dice.random() < BY_BYTES or not data:
            return bytes(atheris.Mutate(data, longest))
        return mutator(data, dice)[:longest]

    # To merge inputs libFuzzer starts itself again, by a shell and by this name.
    sys.argv[0] = f"{sys.executable} -m scripts.fuzz.harness {name}"
    atheris.Setup(sys.argv, target.run, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
