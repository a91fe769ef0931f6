"""Answers of the API that are problem details."""

from __future__ import annotations

from typing import Any


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The answer is a problem of this status and code."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/problem+json")
    body: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail", "instance"} <= body.keys()
    assert (body["status"], body["code"]) == (status, code)
    return body
