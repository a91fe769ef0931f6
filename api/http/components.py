"""Records and verdicts in the API's description: the published JSON Schemas, part by part."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from referee import schemas

RECORD: Final = {"$ref": "#/components/schemas/Record"}
VERDICT: Final = {"$ref": "#/components/schemas/Verdict"}
_OF_DOCUMENT: Final = {"$schema", "$id", "$defs", "examples"}
"""What a schema says as a document by itself."""


def describe_documents(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook for the API's description that gives it the published schemas of records and verdicts, part by part."""
    result["components"]["schemas"].update(_components())
    return result


@cache
def _components() -> dict[str, Any]:
    """The schemas as parts of the description: ``Record``, ``RecordMove`` …, ``Verdict``, ``VerdictFinding`` …"""
    found: dict[str, Any] = {}
    for name in (schemas.RECORD, schemas.VERDICT):
        whole: dict[str, Any] = {**schemas.schema(name)}
        document = _component(name)
        found |= {document: _within(whole, document)}
        found |= {document + part: _within(of, document) for part, of in whole["$defs"].items()}
    return dict(sorted(found.items()))


def _component(name: str) -> str:
    return name.partition("-")[0].capitalize()


def _within(part: Any, document: str) -> Any:
    """A part of a schema as it stands in the description: what it refers to are components."""
    if isinstance(part, list):
        return [_within(one, document) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: _within(one, document) for key, one in part.items() if key not in _OF_DOCUMENT}
    if isinstance(part.get("$ref"), str):
        other, _, name = part["$ref"].partition("#/$defs/")
        found["$ref"] = f"#/components/schemas/{_component(other) if other else document}{name}"
    return found
