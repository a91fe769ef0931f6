"""The published JSON Schemas fit what the reader, the referee and the results give, and refuse what is nearly that."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import referee
from referee import schemas
from tests import samples
from tests.each import each
from tests.golden import games, golden_of, records
from tests.referee.schemas import faults
from tests.referee.tournament.evening import published

Change = Callable[[Any], object]
NAMES = [f"{path.parent.name}/{path.stem}" for path in records()]


def example(name: str) -> Any:
    """A schema's first example, to be changed."""
    shown: Any = schemas.schema(name)["examples"]
    return copy.deepcopy(shown[0])


@pytest.mark.parametrize("name", schemas.NAMES)
def test_schema_is_one(name: str) -> None:
    document = schemas.schema(name)
    assert document["$id"] == f"/schemas/{name}.json"
    jsonschema_rs.meta.validate(dict(document))


@pytest.mark.parametrize("name", [schemas.RECORD, schemas.SHEET, schemas.VERDICT])
def test_examples_of_a_schema_fit_it(name: str) -> None:
    examples: Any = schemas.schema(name)["examples"]
    assert [faults(name, one) for one in examples] == [[] for _ in examples]


def test_example_of_a_verdict_is_that_on_the_example_of_a_record() -> None:
    verdict = referee.verify(referee.parse(json.dumps(example(schemas.RECORD)))).as_dict()
    assert json.loads(json.dumps(verdict)) == {**example(schemas.VERDICT), "engine": referee.ENGINE_VERSION}


@each(records)
def test_golden_record_and_verdict_fit_their_schemas(path: Path) -> None:
    record = referee.parse(path.read_bytes())
    assert faults(schemas.RECORD, referee.write_json(record)) == []
    assert faults(schemas.VERDICT, json.loads(golden_of(path))) == []


@pytest.mark.parametrize("game", games())
def test_sheets_of_samples_and_their_verdicts_fit_their_schemas(game: str) -> None:
    for path in samples.clean(game)[:3]:
        sheet = referee.sheet_of(referee.parse(path.read_bytes()))
        rounds: Any = referee.write_json(sheet)["rounds"]
        assert [faults(schemas.SHEET, round_) for round_ in rounds] == [[] for _ in rounds]
        assert faults(schemas.VERDICT, referee.verify(sheet).as_dict()) == []


def test_published_results_fit_their_schema() -> None:
    assert faults(schemas.RESULTS, json.loads(published())) == []


def put(*steps: str | int, value: Any) -> Change:
    """The change that puts a value at this place."""

    def change(document: Any) -> None:
        for step in steps[:-1]:
            document = document[step]
        document[steps[-1]] = value

    return change


def without(*steps: str | int) -> Change:
    """The change that takes away what stands at this place."""

    def change(document: Any) -> None:
        for step in steps[:-1]:
            document = document[step]
        del document[steps[-1]]

    return change


NEAR_RECORDS: dict[str, Change] = {
    "another edition": put("ppn", value=2),
    "no game": without("game"),
    "a fraction": put("base", value=1.5),
    "a misspelt key": put("round", value=[]),
    "a tag that has a key": put("tags", "Game", value="sichuan"),
    "a tag of a seat": put("tags", "Seat.E", value="Li"),
    "two lines": put("tags", "Event", value="one\ntwo"),
    "a round numbered 0": put("rounds", 0, "round", value=0),
    "a hand as a list": put("rounds", 0, "hands", value={"E": ["1m", "2m"]}),
    "cards of 10": put("rounds", 0, "hands", value={"A": "10JQ"}),
    "points of 19 digits": put("totals", "E", value=10**18),
    "a move with a space": put("rounds", 0, "moves", 0, value="E+5p E-5p"),
    "a call to nobody": put("rounds", 0, "moves", 0, value="E.gong>:2"),
    "a move of 257 characters": put("rounds", 0, "moves", 0, value="E." + "x" * 255),
    "a comment on move -1": put("rounds", 0, "comments", value={"-1": "so"}),
    "501 rounds": put("rounds", value=[{"round": number} for number in range(1, 502)]),
}
NEAR_SHEETS: dict[str, Change] = {
    "no kind": without("tags", "Kind"),
    "a wall": put("wall", value="1p2p"),
    "scores without scores": lambda document: (put("tags", "Kind", value="scores")(document), without("scores")(document)),
    "scores with moves": put("tags", "Kind", value="scores"),
    "flags with commas": put("tags", "Flags.S", value="haidi,gangshanghua"),
    "ready for nothing": put("tags", "Ready.S", value="0"),
    "a wall with 1000 tiles left": put("tags", "Left", value="1000"),
}
NEAR_VERDICTS: dict[str, Change] = {
    "clean with findings": put("status", value="clean"),
    "a misspelt key": put("total", value={}),
    "wins without a ledger": without("rounds", 0, "ledger"),
    "halted with scores": put("rounds", 0, "status", value="halted"),
    "partial without a halt": put("rounds", 0, "partial", value=True),
    "a clause without its book": put("rounds", 0, "findings", 0, "clause", value="6.3"),
    "a message in one language": without("rounds", 0, "findings", 0, "message", "zh"),
    "no clause": without("rounds", 0, "findings", 0, "clause"),
    "scores without those claimed": without("rounds", 0, "scores", "claimed"),
    "a kind without what is unchecked": without("rounds", 0, "checked", "unchecked"),
    "nothing more": put("rounds", 0, "more", value={}),
}
NEAR_RESULTS: dict[str, Change] = {
    "a fifth version": put("document", "results", value=5),
    "a hash in capitals": lambda file: put("hash", value=file["hash"].upper())(file),
    "another way to count": put("document", "stages", 0, "points", value="elo"),
    "a decision that is none": put("document", "rulings", 0, "decision", value="maybe"),
    "a record of another form": put("document", "matches", 0, "form", value="pgn"),
}


@pytest.mark.parametrize("change", NEAR_RECORDS.values(), ids=NEAR_RECORDS)
def test_near_record_is_refused_by_schema_and_reader(change: Change) -> None:
    document = example(schemas.RECORD)
    change(document)
    assert faults(schemas.RECORD, document)
    with pytest.raises(referee.NotationError):
        referee.parse(json.dumps(document))


@pytest.mark.parametrize("change", NEAR_SHEETS.values(), ids=NEAR_SHEETS)
def test_near_sheet_is_refused(change: Change) -> None:
    document = example(schemas.SHEET)
    change(document)
    assert faults(schemas.SHEET, document)


@pytest.mark.parametrize("change", NEAR_VERDICTS.values(), ids=NEAR_VERDICTS)
def test_near_verdict_is_refused(change: Change) -> None:
    document = example(schemas.VERDICT)
    change(document)
    assert faults(schemas.VERDICT, document)


@pytest.mark.parametrize("change", NEAR_RESULTS.values(), ids=NEAR_RESULTS)
def test_near_results_are_refused(change: Change) -> None:
    document = json.loads(published())
    change(document)
    assert faults(schemas.RESULTS, document)
