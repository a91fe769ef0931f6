"""A promise that a search must find broken: no golden record breaks it, and one change of any alone does not either."""

from __future__ import annotations

import referee
from scripts.fuzz.targets import Target


def fails(data: bytes) -> None:
    """Raises for a match in which a tile that nobody saw is drawn, and another is discarded."""
    for record in referee.parse_file(data):
        if isinstance(record, referee.Record):
            tokens = {token[1:] for round_ in record.rounds for token in round_.tokens}
            if "+?" in tokens:
                _fails_further(tokens)


def _fails_further(tokens: set[str]) -> None:
    if "-?" in tokens:
        raise ZeroDivisionError("found")


PLANTED = Target(fails, "ppn")
