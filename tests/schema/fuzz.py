"""Requests made at random from the API's own description, sent to the service in this process.

Half of the addresses are of things that are there. No answer may be a fault of the service, none may have a status or a media
type that the description does not name, and every body has the shape that it gives, no more and no less.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

ANYWHERE = {400, 404, 405, 406, 415}
"""What any address may answer to a request that is not one, with a problem: not said of each."""
PROBLEM = "application/problem+json"


Shapes = dict[int, dict[str, Any]]


@dataclass
class Report:
    """What was asked and what was wrong with the answers, each fault once."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


def described() -> dict[str, Any]:
    """The API's own description."""
    found: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    return found


DESCRIBED = described()


def operations() -> list[tuple[str, Any]]:
    """Every method of every address, by name."""
    schema = schemathesis.openapi.from_dict(DESCRIBED)
    return [(f"{op.ok().method.upper()} {op.ok().path}", op.ok()) for op in schema.get_all_operations()]


def fuzz(operation: Any, clients: dict[str, Client], known: dict[str, Any], examples: int, report: Report) -> None:
    """Ask an operation so many times as everybody. Every request is taken back."""
    shapes = shapes_of(operation.definition.raw["responses"])

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), there=st.booleans(), who=st.sampled_from(sorted(clients)))
    def ask(case: Any, there: bool, who: str) -> None:
        if there:
            case.path_parameters = {name: str(known.get(name, value)) for name, value in (case.path_parameters or {}).items()}
        with transaction.atomic():
            _judge(case, who, _send(case, clients[who]), shapes, report)
            transaction.set_rollback(True)

    cache.clear()
    ask()


def _send(case: Any, client: Client) -> Any:
    given_ = case.as_transport_kwargs(base_url="http://localhost")
    body: Any = given_.get("data", b"")
    headers = {name: value for name, value in dict(given_.get("headers") or {}).items() if _sendable(str(value))}
    headers = {name: value for name, value in headers.items() if name.lower() != "accept-encoding"}
    kind = case.media_type or "application/octet-stream"
    if "json" in given_:
        body, kind = json.dumps(given_["json"]).encode(), case.media_type or "application/json"
    elif given_.get("files") or isinstance(body, dict):
        return _form(case, client, given_, headers)
    elif isinstance(body, str):
        body = body.encode("utf-8", "surrogatepass")
    return client.generic(
        case.method.upper(), case.formatted_path, body or b"", content_type=kind, query_params=case.query or {}, headers=headers
    )


def _form(case: Any, client: Client, given_: dict[str, Any], headers: dict[str, Any]) -> Any:
    from io import BytesIO

    parts: dict[str, Any] = {name: str(value) for name, value in dict(given_.get("data") or {}).items()}
    for name, value in given_.get("files") or []:
        held = value[1] if isinstance(value, tuple) else value
        parts[name] = BytesIO(held if isinstance(held, bytes) else str(held).encode("utf-8", "surrogatepass"))
    return client.generic(
        case.method.upper(), case.formatted_path, *_encoded(parts), query_params=case.query or {}, headers=headers
    )


def _encoded(parts: dict[str, Any]) -> tuple[bytes, str]:
    from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

    return encode_multipart(BOUNDARY, parts), MULTIPART_CONTENT


def _sendable(value: str) -> bool:
    with suppress(UnicodeError):
        value.encode("latin-1")
        return "\n" not in value and "\r" not in value
    return False


def shapes_of(responses: dict[str, Any]) -> Shapes:
    """What the answers of an operation look like, by status and media type: of JSON its shape, of anything else nothing."""
    said: Shapes = {code: {PROBLEM: _shape({"$ref": "#/components/schemas/Problem"})} for code in ANYWHERE}
    for code, response in responses.items():
        content = response.get("content") or {}
        said[int(code)] = {kind: _shape(media["schema"]) if kind.endswith("json") else None for kind, media in content.items()}
    return said


def _shape(schema: dict[str, Any]) -> Any:
    """A validator to whom a field that is not described is as wrong as one that is missing."""
    parts = {name: _closed(part) for name, part in DESCRIBED["components"]["schemas"].items()}
    whole = {**_closed(schema), "components": {"schemas": parts}}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def _closed(schema: Any) -> Any:
    """The schema, in which objects with named fields have no others."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and isinstance(schema.get("type"), str | list):
        closed.setdefault("additionalProperties", False)
    return closed


def _judge(case: Any, who: str, answer: Any, shapes: Shapes, report: Report) -> None:
    report.requests += 1
    report.statuses[answer.status_code] += 1
    name = f"{case.method.upper()} {case.path}"
    for wrong in wrong_with(answer, shapes):
        asked = f"{who}: {case.formatted_path} {case.query} {str(case.body)[:200]}"
        report.faults.setdefault(f"{name}: {wrong}", asked)


def wrong_with(answer: Any, shapes: Shapes) -> list[str]:
    """What an answer has that its description has not, or the other way round."""
    status, kind = answer.status_code, answer.headers.get("Content-Type", "").partition(";")[0]
    if status >= 500:
        return [f"{status}"]
    if status not in shapes:
        return [f"answers {status}, which is not described"]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not shapes[status]:
        return [f"{status} has a body, which is not described"] if body else []
    if kind not in shapes[status]:
        return [f"{status} is {kind or 'of no kind'}, which is not described"]
    if (shape := shapes[status][kind]) is None:
        return []
    return [f"{status}: at {_place(error)}: {error.message[:200]}" for error in shape.iter_errors(json.loads(body))]


def _place(error: Any) -> str:
    """Where in a body it is wrong, all rows of a list alike."""
    return "/" + "/".join("*" if isinstance(step, int) else str(step) for step in error.instance_path)
