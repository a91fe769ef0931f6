"""``python -m scripts.log_cost``: what the log's tree, its heads and its proofs cost, measured on a log of many entries.

On SQLite in a temporary folder, or on an empty database that DATABASE_URL names. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

ENTRIES = 100_000
AT_ONCE = 5000
ASKED = 200


def main() -> None:
    """Fill a log, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_VAR"], os.environ["LOG_LEVEL"] = folder, "ERROR"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        for row in measured(entries):
            print("| " + " | ".join(row) + " |")


def measured(entries: int) -> list[tuple[str, str]]:
    """What was measured, and how much it was."""
    from django.db.models import Sum
    from django.db.models.functions import Length

    from records import audit, publications
    from records.audit.merkle import tree
    from records.models import AuditTile
    from referee.results.log import tree as merkle

    def fill() -> None:
        for start in range(0, entries, AT_ONCE):
            with audit.atomic():
                for number in range(start, min(start + AT_ONCE, entries)):
                    audit.record("upload", f"upload:{number}", filename="evening.ppn", matches=1, created=1)

    def head() -> Any:
        with audit.atomic():
            audit.record("upload", "upload:one-more")
        return timed(lambda: publications.sign_head(3600))

    dice = random.Random(1)
    rows = [
        ("entries", f"{entries:,}"),
        ("writing them", f"{timed(fill):.1f} s"),
        ("taking them into the tree, once", f"{timed(lambda: tree.grow(3600)):.1f} s"),
    ]
    heads = [head() for _ in range(20)]
    size = tree.size()
    inclusion = [timed(lambda: merkle.inclusion_path(dice.randrange(size), size, tree.Nodes())) for _ in range(ASKED)]
    consistency = [timed(lambda: merkle.consistency_path(dice.randrange(1, size), size, tree.Nodes())) for _ in range(ASKED)]
    stored = AuditTile.objects.aggregate(all=Sum(Length("hashes")))["all"] or 0
    path = len(merkle.inclusion_path(size // 3, size, tree.Nodes()))
    return [
        *rows,
        ("a head of one entry more", shown(heads)),
        ("a proof of inclusion", f"{shown(inclusion)}, {path} hashes"),
        ("a proof of consistency", shown(consistency)),
        ("tiles", f"{AuditTile.objects.count():,}, {stored / 1e6:.1f} MB"),
    ]


def timed(work: Callable[[], object]) -> float:
    """The seconds that it takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def shown(seconds: list[float]) -> str:
    """The median and the worst."""
    return f"{1000 * statistics.median(seconds):.1f} ms (at most {1000 * max(seconds):.1f})"


if __name__ == "__main__":
    main()
