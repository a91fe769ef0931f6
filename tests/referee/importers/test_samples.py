"""Published records, converted: see ``published/README.md`` for where they are from."""

from __future__ import annotations

import json

import referee
from referee.core import conversion
from tests.referee.importers.files import PUBLISHED


def test_published_majojson_hand_is_converted_with_its_wall_and_suits() -> None:
    (record,) = referee.parse_file(PUBLISHED.read_bytes())
    assert isinstance(record, referee.Record)
    (round_,) = record.rounds
    assert round_.tokens == tuple("E.que:s S.que:m W.que:p N.que:s E-6s S+5m S-6m W+5s W-8p N+1s".split())
    assert round_.hands["E"] == "46688m112359p136s"
    assert round_.wall
    assert round_.wall.startswith("5m5s1s3m")
    assert record.seats == {"E": "东家", "S": "南家", "W": "西家", "N": "北家"}
    codes = [finding.code for finding in referee.verify(record).all_findings()]
    assert codes == ["round-not-finished"]


def test_what_it_cannot_tell_is_said() -> None:
    origin = conversion.origin_of(referee.parse(PUBLISHED.read_bytes()).tags)
    assert origin is not None
    assert origin.id == "majojson"
    assert len(origin.unknown) == 3


def test_option_that_is_not_read_is_said_and_one_of_other_rules_is_not() -> None:
    document = json.loads(PUBLISHED.read_bytes())
    document["majo"]["options"] = {"sichuanFanCap": 4, "matchLength": "half", "sichuanExchange": True}
    record = referee.parse(json.dumps(document))
    assert str(record.rules).endswith("cap=4")
    assert "ignored: sichuanExchange;" in record.tags["Unknown"]
