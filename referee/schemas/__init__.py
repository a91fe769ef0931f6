"""JSON Schemas (2020-12) of what goes in and what comes out, for programs in any language: a record, a score sheet, a verdict,
published results.

Each has the version of its documents in its name, which do not change any more. A service publishes it at ``/schemas/NAME.json``,
to which ``$id`` and references are relative. That of results is made of what the reader of results checks.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

from referee.core.verdict import VERDICT_VERSION
from referee.tournament.published import form
from referee.tournament.published.schema import JSONSchema, Named

FOLDER: Final = "/schemas/"
"""The folder of the addresses."""
RECORD: Final = "record-1"
SHEET: Final = "sheet-1"
VERDICT: Final = f"verdict-{VERDICT_VERSION}"
RESULTS: Final = f"results-{form.VERSION}"
NAMES: Final = (RECORD, SHEET, VERDICT, RESULTS)


@cache
def schema(name: str) -> JSONSchema:
    """The schema of this name; not to be changed. Raises KeyError for an unknown name.

    >>> schema("verdict-1")["$id"]
    '/schemas/verdict-1.json'
    """
    if name not in NAMES:
        raise KeyError(name)
    if name == RESULTS:
        return _results()
    found: JSONSchema = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found


def _results() -> JSONSchema:
    named: Named = {}
    whole = form.FILE.json_schema(named)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FOLDER}{RESULTS}.json",
        "title": "Results",
        "description": "The published results of an event: its records, verdicts, rulings and standings, with a hash and a "
        "signature.",
        **whole,
        "$defs": named,
    }
