"""A10: no address takes a name or a text that holds what none may hold: every text that the API and the pages take is tried."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from django.apps import apps
from django.db import transaction

from records.accounts.models import AuditEntry
from tests.permissions.routes import address, filled
from tests.permissions.table import FORM, JSON, TABLE
from tests.permissions.world import OWN, World, where
from tests.proof import every_fifth
from tests.schema.description import described

pytestmark = pytest.mark.django_db

UNFIT = {"NUL": "a\x00b", "override": "a\u202eb", "zero width": "\u200b", "line break": "a\nb"}
SEVERAL_LINES = {"reason", "text", "force", "catalogue", "plan"}
"""Fields of texts that may have line breaks."""
NOT_ENTERED = {"api/v1/score", "api/v1/rulebooks"}
"""Addresses that store nothing of what they are asked."""
ROWS = [(route, method) for route, methods in TABLE.items() for method, row in methods.items() if row.statuses["owner"] < 400]
OF_API = [
    (route, method)
    for route, method in ROWS
    if route.startswith("api/v1/") and TABLE[route][method].kind == JSON and route not in NOT_ENTERED
]
OF_PAGES = [(route, method) for route, method in ROWS if TABLE[route][method].kind == FORM]


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the description with what it refers to."""
    while "$ref" in part or "allOf" in part:
        part = described()["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part["allOf"][0]
    return part


def texts_of(part: dict[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where the description of a body has texts that people enter: no choice, date, address or id."""
    part = resolved(part)
    for name, one in part.get("properties", {}).items():
        one = resolved(one)
        kinds = one.get("type", "")
        if "string" in kinds and not one.keys() & {"enum", "format", "pattern", "readOnly"}:
            yield (*at, name)
        elif "object" in kinds and len(at) < 2:
            yield from texts_of(one, (*at, name))


def texts_of_body(route: str, method: str) -> list[tuple[str, ...]]:
    """The texts of an operation's body."""
    path = "/" + route.replace("<uuid:", "{").replace("<int:", "{").replace("<str:", "{").replace("<slug:", "{").replace(">", "}")
    operation = described()["paths"].get(path, {}).get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return list(texts_of(content.get("schema", {})))


def said(document: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a body of the table has texts."""
    for name, value in document.items() if isinstance(document, dict) else ():
        if isinstance(value, str):
            yield (*at, name)
        elif isinstance(value, dict):
            yield from said(value, (*at, name))


def with_text(document: dict[str, Any], at: tuple[str, ...], text: str) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    inner = changed
    for name in at[:-1]:
        inner = inner.setdefault(name, {})
    inner[at[-1]] = text
    return changed


def kept(text: str) -> list[str]:
    """Where a table of the service has this text; the audit log says what was refused too."""
    written = {text, repr(text)[1:-1]} if text.strip("\u200b") else {text, "'\\u200b'"}
    models = [model for model in apps.get_models() if model.__module__.startswith("records.") and model is not AuditEntry]
    return [
        model._meta.label
        for model in models
        for row in model._default_manager.values_list(*[column.attname for column in model._meta.concrete_fields])
        for value in row
        if isinstance(value, (str, dict, list))
        and any(one in (value if isinstance(value, str) else repr(value)) for one in written)
    ]


def unfit(at: int, field: str) -> str:
    """One of the texts, in turn; each is refused by the same rule."""
    name = [*UNFIT][at % len(UNFIT)]
    return UNFIT["NUL" if name == "line break" and field in SEVERAL_LINES else name]


@pytest.mark.parametrize(("route", "method"), OF_API)
def test_text_that_cannot_stand_is_refused_or_ignored_by_the_api(world: World, route: str, method: str) -> None:
    row = filled(TABLE[route][method], where(world, OWN))
    document = json.loads(row.body or b"{}")
    taken = []
    for number, at in enumerate(dict.fromkeys([*texts_of_body(route, method), *said(document)])):
        text = unfit(number, at[-1])
        body = json.dumps(with_text(document, at, text))
        with transaction.atomic():
            answer = world.client("owner").generic(method, address(route, where(world, OWN)), body, content_type=JSON)
            if answer.status_code not in (400, 404, 422) and (answer.status_code >= 400 or kept(text)):
                taken.append((".".join(at), text, answer.status_code))
            transaction.set_rollback(True)
    assert taken == []


@pytest.mark.parametrize("place", every_fifth(f"{method} {route}" for route, method in OF_PAGES))
def test_text_that_cannot_stand_is_not_stored_by_a_page(world: World, place: str) -> None:
    method, route = place.split(" ")
    row = filled(TABLE[route][method], where(world, OWN))
    fields = parse_qsl(row.body.decode(), keep_blank_values=True)
    for number, (field, _value) in enumerate(fields):
        text = [one for name, one in UNFIT.items() if name != "line break"][number % 3]
        body = urlencode([*fields[:number], (field, text), *fields[number + 1 :]]).encode()
        with transaction.atomic():
            world.client("owner").generic(method, address(route, where(world, OWN)), body, content_type=FORM)
            assert kept(text) == [], (field, text)
            transaction.set_rollback(True)
