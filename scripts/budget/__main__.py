"""``python -m scripts.budget``: prints, for the heaviest text of every production of the grammar, memory and time against size.

The budget: at the peak no more resident memory above an idle process than 64 MiB and 20 times the text, and time linear in it.
"""

from __future__ import annotations

import argparse
import sys

from scripts.budget.measure import MEBI, Cost, of_case, warm_up
from scripts.budget.worst_cases import cases

SIZES = (0.25, 1.0, 4.0)


def main() -> int:
    """Print a table; the exit status is 1 where a case is past the budget."""
    parser = argparse.ArgumentParser(prog="python -m scripts.budget", description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of the names of cases; none: every case")
    parser.add_argument("--sizes", type=float, nargs="+", default=SIZES, help="sizes of the texts in MiB")
    chosen = parser.parse_args()
    known = {name: case for name, case in cases().items() if not chosen.only or any(part in name for part in chosen.only)}
    warm_up()
    print(f"| case | {' | '.join(f'{size:g} MiB' for size in chosen.sizes)} | of the budget |")
    print(f"|---{'|---' * len(chosen.sizes)}|---|")
    worst = 0.0
    for name, case in known.items():
        found = [of_case(case, int(size * MEBI)) for size in chosen.sizes]
        share = max(cost.share for cost in found)
        worst = max(worst, share)
        print(f"| {name} | {' | '.join(map(_text, found))} | {share:.0%} |", flush=True)
    print(f"\n{len(known)} cases; the worst needs {worst:.0%} of the budget.")
    return int(worst > 1)


def _text(cost: Cost) -> str:
    return f"{cost.memory / MEBI:.0f} MiB, {cost.seconds:.1f} s, answer {cost.answer / MEBI:.1f} MiB"


if __name__ == "__main__":
    sys.exit(main())
