"""The addresses of the JSON Schemas, and the same schemas in the API's description."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from referee import schemas
from tests.schema.description import described


@pytest.mark.parametrize("name", schemas.NAMES)
def test_schema_is_at_its_address_which_is_its_id(name: str) -> None:
    answer = Client().get(f"/schemas/{name}.json")
    assert answer.headers["Content-Type"] == "application/schema+json"
    assert answer.json() == {**schemas.schema(name), "$id": f"http://testserver/schemas/{name}.json"}


def test_schema_is_kept_by_caches_and_asked_for_anew_by_its_etag() -> None:
    answer = Client().get("/schemas/record-1.json")
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    again = Client().get("/schemas/record-1.json", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", "public, max-age=86400")


def test_unknown_schema_is_named_with_those_there_are() -> None:
    answer = Client().get("/schemas/record-2.json", headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no schema of this name; there are: record-1, sheet-1, verdict-1, results-1."


def test_description_refers_to_no_part_that_it_lacks() -> None:
    text, parts = json.dumps(described()), described()["components"]["schemas"]
    referred = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert referred <= set(parts)
    assert {"Verdict", "VerdictFinding", "RecordMove"} <= referred
