"""Requests made at random from the API's own description, sent to the service in this process.

Half of the addresses are of things that are there; half of the requests are such as the description allows, the others break it,
and some come with headers of their own. No answer may be a fault of the service, none may have a status or a media
type that the description does not name, and every body has the shape that it gives, no more and no less.
"""

from __future__ import annotations

import functools
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
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.proof import ROUND
from tests.schema.description import described

ANYWHERE = {400, 404, 405, 406, 415}
"""What any address may answer to a request that is not one, with a problem: not said of each."""
PROBLEM = "application/problem+json"
REFUSED = {401, 403}
"""What is answered besides to credentials that are none."""
HEADERS: dict[str, list[str]] = {
    "Authorization": ["Bearer none", "Bearer ", "Bearer ref_" + "a" * 43, "Link none", "Basic bm86bmU=", "x", "Bearer \xe9"],
    "Accept-Language": ["zh-CN", "zh-Hans", "en;q=0.1, zh;q=0.9", "*", "xx-" + "a" * 300, "\xe9;q=x"],
    "If-None-Match": ["*", '"x"', 'W/"x", "y"', "x"],
    "Accept": ["application/json", "text/html", "application/xml", "*/*;q=0", "x"],
    "Idempotency-Key": ["a", "a" * 300, "\xe9"],
    "Range": ["bytes=0-1", "bytes=x"],
    "X-Request-ID": ["a" * 300],
    "X-Forwarded-For": ["127.0.0.1, x"],
}
KINDS = [
    "application/json",
    "application/json; charset=x",
    "text/plain",
    "multipart/form-data",
    "application/x-ndjson",
    "",
    "x/\xe9",
]
"""Content types that may stand above any body."""


Shapes = dict[int, dict[str, Any]]


@dataclass
class Report:
    """What was asked and what was wrong with the answers, each fault once."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


@functools.cache
def operations() -> dict[str, Any]:
    """Every method of every address, by name."""
    schema = schemathesis.openapi.from_dict(described())
    return {f"{op.ok().method.upper()} {op.ok().path}": op.ok() for op in schema.get_all_operations()}


def fuzz(operation: Any, clients: dict[str, Client], known: dict[str, Any], examples: int, report: Report) -> None:
    """Ask an operation so many times as everybody. Every request is taken back."""
    shapes = shapes_of(operation.definition.raw["responses"])

    @settings(
        max_examples=examples,
        derandomize=not ROUND,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=_cases(operation), headers=_headers(), there=st.booleans(), who=st.sampled_from(sorted(clients)))
    def ask(case: Any, headers: dict[str, str], there: bool, who: str) -> None:
        if there:
            case.path_parameters = {name: str(known.get(name, value)) for name, value in (case.path_parameters or {}).items()}
        with transaction.atomic():
            _judge(case, who, headers, _send(case, clients[who], headers), shapes, report)
            transaction.set_rollback(True)

    cache.clear()
    ask()


def _cases(operation: Any) -> st.SearchStrategy[Any]:
    """Requests as they are described, and such as are not. Where there is nothing to break, all are as described."""
    described_, broken = operation.as_strategy(), operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    breakable = operation.body or operation.query or operation.path_parameters
    return st.one_of(described_, broken) if breakable else described_


def _headers() -> st.SearchStrategy[dict[str, str]]:
    """Headers of a request, every second time none; ``Content-Type`` among them."""
    of_all = {name: st.sampled_from(values) for name, values in HEADERS.items()} | {"Content-Type": st.sampled_from(KINDS)}
    some = st.lists(st.sampled_from(sorted(of_all)), max_size=2, unique=True)
    return st.just({}) | some.flatmap(lambda names: st.fixed_dictionaries({name: of_all[name] for name in names}))


def _send(case: Any, client: Client, more: dict[str, str]) -> Any:
    given_ = case.as_transport_kwargs(base_url="http://localhost")
    body: Any = given_.get("data", b"")
    headers = {name: value for name, value in dict(given_.get("headers") or {}).items() if _sendable(str(value))}
    headers = {name: value for name, value in headers.items() if name.lower() != "accept-encoding"}
    headers |= {name: value for name, value in more.items() if name != "Content-Type"}
    kind = more.get("Content-Type", case.media_type or "application/octet-stream")
    if "json" in given_:
        body, kind = json.dumps(given_["json"]).encode(), more.get("Content-Type", case.media_type or "application/json")
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
    return _validator(json.dumps(schema))


@functools.cache
def _validator(schema: str) -> Any:
    whole = {**_closed(json.loads(schema)), "components": {"schemas": _closed_parts()}}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


@functools.cache
def _closed_parts() -> dict[str, Any]:
    return {name: _closed(part) for name, part in described()["components"]["schemas"].items()}


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


def _judge(case: Any, who: str, headers: dict[str, str], answer: Any, shapes: Shapes, report: Report) -> None:
    report.requests += 1
    report.statuses[answer.status_code] += 1
    name = f"{case.method.upper()} {case.path}"
    if "Authorization" in headers and answer.status_code in REFUSED:
        shapes = {answer.status_code: shapes[400], **shapes}
    for wrong in wrong_with(answer, shapes):
        asked = f"{who}: {case.formatted_path} {case.query} {headers} {str(case.body)[:200]}"
        report.faults.setdefault(f"{name}: {wrong}", asked)


def wrong_with(answer: Any, shapes: Shapes) -> list[str]:
    """What an answer has that its description has not, or the other way round."""
    status, kind = answer.status_code, answer.headers.get("Content-Type", "").partition(";")[0]
    if status >= 500:
        return [f"{status}"]
    if status == 200 and "ETag" in answer and 304 not in shapes:
        return ["has an ETag, and no 304 is described"]
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
