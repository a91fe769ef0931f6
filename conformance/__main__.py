"""``python -m conformance --program COMMAND``: asks a program the suite and reports what came of it.

Exit status: 0 everything that was answered is right and every must is answered, 1 something is not, 2 the program cannot be
started or a file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance import VERSION
from conformance.entrant import Failure, Limits
from conformance.entries import MARKS, Entry, SuiteError, of_file, of_suite
from conformance.page import page
from conformance.report import report, summary
from conformance.run import run

MEBIBYTE = 1024**2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    chosen = _parser().parse_args(arguments)
    limits = Limits(chosen.start_seconds, chosen.seconds, chosen.memory * MEBIBYTE)
    try:
        document = report(run(chosen.program, _entries(chosen), limits, chosen.form))
    except (Failure, SuiteError) as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    if chosen.json:
        chosen.json.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if chosen.html:
        chosen.html.write_text(page(document), encoding="utf-8")
    print(summary(document))
    return 0 if document["conforms"] else 1


def _entries(chosen: argparse.Namespace) -> list[Entry]:
    files = [entry for path in chosen.entries for entry in of_file(path)]
    entries = files if chosen.entries else list(of_suite())
    some = [entry for entry in entries if not chosen.game or entry.game in chosen.game]
    return [entry for entry in some if not chosen.mark or entry.mark in chosen.mark]


def _parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="conformance", description="Asks a program the conformance suite, over lines of JSON.")
    found.add_argument("--version", action="version", version=f"conformance suite {VERSION}")
    found.add_argument("--program", required=True, metavar="COMMAND", help="how the program is started")
    found.add_argument("--game", action="append", default=[], help="only this game; may be given several times")
    found.add_argument("--mark", action="append", default=[], choices=MARKS, help="only entries of this mark; likewise")
    found.add_argument(
        "--entries", action="append", type=Path, default=[], metavar="FILE", help="these entries instead of the suite; likewise"
    )
    found.add_argument("--form", choices=("ppn", "record"), default="ppn", help="records as PPN, or in its JSON form")
    found.add_argument("--json", type=Path, metavar="FILE", help="write the report there")
    found.add_argument("--html", type=Path, metavar="FILE", help="write the report there as a page")
    found.add_argument("--seconds", type=float, default=10, help="that an answer may take; default: 10")
    found.add_argument("--start-seconds", type=float, default=60, help="that the program may take to start; default: 60")
    found.add_argument("--memory", type=int, default=2048, metavar="MIB", help="for it and all that it starts; default: 2048")
    return found


if __name__ == "__main__":
    sys.exit(main())
