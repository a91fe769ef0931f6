"""Requests made at random from the API's own description, sent to the service in this process.

Half of the addresses are of things that are there. No answer may be a fault of the service, none may have a status that the
description does not name, and every refusal is a problem.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

ANYWHERE = {400, 404, 405, 406, 415}
"""What any address may answer to a request that is not one: not said of each."""


@dataclass
class Report:
    """What was asked and what was wrong with the answers, each fault once."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


def operations() -> list[tuple[str, Any]]:
    """Every method of every address, by name."""
    described = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    schema = schemathesis.openapi.from_dict(described)
    return [(f"{op.ok().method.upper()} {op.ok().path}", op.ok()) for op in schema.get_all_operations()]


def fuzz(operation: Any, clients: dict[str, Client], known: dict[str, Any], examples: int, report: Report) -> None:
    """Ask an operation so many times as everybody. Every request is taken back."""
    documented = {int(code) for code in operation.definition.raw["responses"] if code.isdigit()}

    @settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), there=st.booleans(), who=st.sampled_from(sorted(clients)))
    def ask(case: Any, there: bool, who: str) -> None:
        if there:
            case.path_parameters = {name: str(known.get(name, value)) for name, value in (case.path_parameters or {}).items()}
        with transaction.atomic():
            _judge(case, who, _send(case, clients[who]), documented, report)
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


def _judge(case: Any, who: str, answer: Any, documented: set[int], report: Report) -> None:
    report.requests += 1
    report.statuses[answer.status_code] += 1
    name = f"{case.method.upper()} {case.path}"
    for wrong in _wrong(answer, documented):
        asked = f"{who}: {case.formatted_path} {case.query} {str(case.body)[:200]}"
        report.faults.setdefault(f"{name}: {wrong}", asked)


def _wrong(answer: Any, documented: set[int]) -> list[str]:
    status = answer.status_code
    if status >= 500:
        return [f"{status}"]
    found: Callable[[], Any] = lambda: json.loads(answer.content)  # noqa: E731
    wrong = [] if status in documented | ANYWHERE else [f"answers {status}, which is not described"]
    if status >= 400:
        if answer.headers.get("Content-Type") != "application/problem+json":
            wrong.append(f"{status} is no problem")
        elif not {"type", "title", "status", "code", "detail", "request_id"} <= set(found()):
            wrong.append(f"the problem of {status} lacks something")
    return wrong
