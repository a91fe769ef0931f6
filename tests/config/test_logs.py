"""Every line of every process is one JSON object, and the id of a request is found in the answer, the log and its task."""

from __future__ import annotations

import http.client
import itertools
import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.logs import JsonLines
from records.core.ops import request_context
from tests.files import copies
from tests.service.service import Service, wait_for
from tests.service.shared import shared_service


@pytest.fixture(scope="module")
def service() -> Service:
    """Web, worker and sweeper."""
    return shared_service()


def asked(service: Service, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> tuple[Any, bytes]:
    """The answer with its headers."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=600)
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"Authorization": f"Bearer {service.token}", **more})
    answer = connection.getresponse()
    return answer, answer.read()


def log_lines(service: Service, process: str) -> list[dict[str, Any]]:
    """Its log; fails where a line of it is no JSON object."""
    lines = [json.loads(line) for line in (service.var / f"{process}.log").read_text(encoding="ascii").splitlines()]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
    return lines


def test_task_logs_the_id_of_the_request_that_enqueued_it(service: Service) -> None:
    """What waits for two seconds in a busy run is enqueued again by the sweeper, under an id of its own: then another is sent."""
    numbers = itertools.count(1)

    def followed() -> list[dict[str, Any]]:
        name = f"evening-{next(numbers)}"
        data = copies(3, name)
        answer, body = asked(service, "/api/v1/matches", "POST", data, X_Request_ID=name, Content_Type="text/x-ppn")
        assert (answer.status, answer.headers["X-Request-ID"]) == (202, name)
        ids = {match["id"] for match in json.loads(body)["matches"]}
        for match in json.loads(body)["matches"]:
            service.verdict(match)
        lines = [line for line in log_lines(service, "celery") if line.get("request_id") == name and "match" in line]
        return lines if {line["match"] for line in lines} == ids else []

    lines = wait_for(followed, "the task's lines")
    assert {line["task"] for line in lines} == {"records.judge_matches"}
    assert len({line["task_id"] for line in lines}) == 1
    name = lines[0]["request_id"]
    [request] = [line for line in log_lines(service, "gunicorn") if line.get("request_id") == name and "ms" in line]
    assert (request["method"], request["route"], request["status"], request["user"]) == ("POST", "api/v1/matches", 202, 1)


def test_sweeper_task_logs_a_request_id_of_its_own(service: Service) -> None:
    def swept() -> list[str]:
        return [line["request_id"] for line in log_lines(service, "celery") if line.get("task") == "records.sweep"]

    wait_for(lambda: len(set(swept())) > 1, "two sweeps")


@pytest.mark.parametrize("bad", ["", "a b", "x" * 65, "-dash", "<script>", "caf\u00e9"])
def test_unsafe_request_id_is_replaced(bad: str) -> None:
    given = Client().get("/api/v1/nowhere", headers={"X-Request-ID": bad}).headers["X-Request-ID"]
    assert given != bad
    assert request_context.safe_id(given) == given


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), [("/api/v1/matches?cursor=none", 400), ("/api/v1/nowhere", 404), ("/metrics", 404)])
def test_problem_contains_its_request_id(path: str, status: int) -> None:
    answer = Client().get(path, headers={"X-Request-ID": "asked-here"})
    assert answer.status_code == status
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"] == "asked-here"


def test_share_link_secret_is_not_logged(service: Service) -> None:
    secret = "a-secret-of-a-share-link_0123456789"
    assert asked(service, f"/s/{secret}/", X_Request_ID="secretly")[0].status == 404
    wait_for(lambda: [line for line in log_lines(service, "gunicorn") if line.get("request_id") == "secretly"], "its line")
    assert secret not in (service.var / "gunicorn.log").read_text(encoding="ascii")


def formatted(message: str, *args: object, exc_info: Any = None, **more: Any) -> dict[str, Any]:
    record = logging.LogRecord("here", logging.ERROR, __file__, 1, message, args, exc_info)
    record.__dict__.update(more)
    text = JsonLines().format(record)
    assert text.isascii()
    assert "\n" not in text
    return json.loads(text)


DROPPED = "0b1f3a5c-2d4e-8f60-8a9b-0c1d2e3f4a5b"


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("ref_0123456789abcdefghijklmnop-_ABCDEF", "0123456789"),
        ("a whsec_0123456789abcdefghijklmnop-_ABCDEF", "0123456789"),
        ("t=1,v1=" + "0a" * 32, "0a0a0a0a"),
        ("GET /s/0123456789abcdefghijkl.0-_A/ 302", "0123456789"),
        ("GET /s/12.E.0.0123456789abcdefghijkl/?next=/events/ 302", "0123456789"),
        ("GET /events/x/results.csv?key=0123456789abcdefghijkl.0-_A 200", "0123456789"),
        ("GET /embed/x/1/frames/?lang=en&key=0123456789abcdefghijkl 200", "0123456789"),
        (f"GET /matches/{DROPPED}/replay/1/ 200", DROPPED),
        (f"GET /api/v1/matches/{DROPPED} 200", DROPPED),
        (f"POST /upload/{DROPPED}/ 200", DROPPED),
        ("{'Authorization': 'Bearer abc.def-ghi='}", "abc.def"),
        ("authorization: bearer  0123456", "0123456"),
        ("{'Authorization': 'Link 0123456789abcdefghijklmnop-_'}", "0123456789"),
        ("Cookie: sessionid=0123456789abcdefghijklmnopqrstuv", "0123456789"),
        ("{'sessionid': '0123456789abcdefghijklmnopqrstuv'}", "0123456789"),
        ("sessionid=eyJhIjoiYiJ9:1xUuBs:ARQU3IMsw_UgPPDiS40Z-pL", "ARQU3IMsw"),
        ("csrftoken=0123456789abcdefghijklmnopqrstuv", "0123456789"),
    ],
)
def test_secret_in_any_log_record_is_masked(said: str, secret: str) -> None:
    """As the message, as what goes with it, in what was raised."""
    try:
        raise ValueError(said)
    except ValueError:
        error = formatted("failed", exc_info=sys.exc_info())
    lines = [json.dumps(line) for line in (formatted("%s", said), formatted("failed", headers={"a": said}), error)]
    assert not [line for line in lines if secret in line]
    assert all("***" in line for line in lines)


def test_webhook_address_is_not_logged_by_the_client_library() -> None:
    """They may hold a key of whoever they belong to."""
    assert not logging.getLogger("httpx").isEnabledFor(logging.INFO)
    assert not logging.getLogger("httpcore").isEnabledFor(logging.DEBUG)


def test_any_message_is_logged_in_one_line() -> None:
    try:
        raise ValueError("first\nsecond \ud800")
    except ValueError:
        said = formatted("name %s", "a\nb\u2028胡\udfff", exc_info=sys.exc_info(), match=Path("/x"), request=object())
    assert said["message"] == "name a\nb\u2028胡\udfff"
    assert "ValueError: first\nsecond" in said["exception"]
    assert said["match"] == "/x"
    assert "request" not in said
    assert "request_id" not in said
