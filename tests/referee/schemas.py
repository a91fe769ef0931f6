"""Validators of the published schemas, as a program elsewhere would make them of what a service answers."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs

from referee import schemas

SERVICE = "https://referee.example"


@cache
def validator(name: str) -> Any:
    """The validator of a schema; what it refers to is beside it."""
    published = [(f"{SERVICE}{schemas.schema(one)['$id']}", dict(schemas.schema(one))) for one in schemas.NAMES]
    registry = jsonschema_rs.Registry([(address, {**document, "$id": address}) for address, document in published])
    address = f"{SERVICE}{schemas.FOLDER}{name}.json"
    return jsonschema_rs.Draft202012Validator({"$ref": address}, registry=registry, offline=True)


def faults(name: str, document: Any) -> list[str]:
    """Where a document does not fit a schema, and why. The document is what its JSON says."""
    plain = json.loads(json.dumps(document))
    return [f"/{'/'.join(map(str, error.instance_path))}: {error.message[:300]}" for error in validator(name).iter_errors(plain)]
