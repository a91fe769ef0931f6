"""What is refused before anything else looks at it, and what is said to browsers and programs over HTTPS."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.django_db

behind_https = override_settings(
    HTTPS=True,
    SECURE_SSL_REDIRECT=True,
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    SECURE_HSTS_SECONDS=31_536_000,
    SECURE_HSTS_INCLUDE_SUBDOMAINS=True,
)


@pytest.mark.parametrize("method", ["TRACE", "X"])
@pytest.mark.parametrize("path", ["/", "/nowhere/", "/admin/", "/api/v1/matches", "/healthz", "/static/x.css"])
def test_method_that_no_address_takes_is_refused_everywhere(method: str, path: str) -> None:
    answer = Client().generic(method, path)
    assert (answer.status_code, "Allow" in answer.headers) == (405, True)
    assert ("problem+json" in answer.headers["Content-Type"]) == path.startswith("/api/")


@behind_https
@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/nowhere"])
def test_program_without_https_is_refused_and_not_redirected(path: str) -> None:
    answer = Client().get(path, HTTP_AUTHORIZATION="Bearer ref_something", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 403
    assert answer.json()["code"] == "https-only"
    assert "Location" not in answer.headers


@behind_https
def test_browser_without_https_is_redirected_to_it() -> None:
    answer = Client().get("/rules/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://testserver/rules/")


@behind_https
@pytest.mark.parametrize("path", ["/healthz", "/nowhere/", "/api/v1/games"])
def test_every_answer_over_https_tells_browsers_to_stay_with_it(path: str) -> None:
    said = Client().get(path, HTTP_X_FORWARDED_PROTO="https").headers["Strict-Transport-Security"]
    assert said.startswith("max-age=31536000; includeSubDomains")
    assert "Strict-Transport-Security" not in Client().get(path).headers


def test_cookies_over_https_are_of_this_host_alone(tmp_path: Path) -> None:
    """In a process of its own: the names are chosen when the settings are read."""
    program = """
import django; django.setup()
from django.conf import settings; settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"  # no database
from django.test import Client
client = Client(headers={"host": "localhost", "x-forwarded-proto": "https"})
from django.views.decorators.csrf import ensure_csrf_cookie
from django.http import HttpResponse
from django.urls import path
from config import urls
form = ensure_csrf_cookie(lambda request: HttpResponse(request.session.update({"seen": 1})))
urls.urlpatterns.insert(0, path("form/", form))
client.get("/form/")
client.post("/i18n/setlang/", {"language": "en", "next": "/rules/"})
for name, cookie in client.cookies.items():
    print(name, bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"], cookie["path"], repr(cookie["domain"]))
"""
    environment = {**os.environ, "REFEREE_VAR": str(tmp_path), "HTTPS": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
    for name in ("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS"):
        environment.pop(name, None)
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    found = dict(line.split(" ", 1) for line in ran.stdout.splitlines())
    assert set(found) == {"__Host-sessionid", "__Host-csrftoken", "__Host-django_language"}, ran.stderr
    assert set(found.values()) == {"True True Lax / ''"}


@pytest.mark.parametrize(
    ("path", "more", "status", "credential"),
    [
        ("/api/v1/tokens", {}, 401, "none"),
        ("/api/v1/tokens", {"HTTP_AUTHORIZATION": "Bearer ref_0123456789"}, 401, "bearer"),
        ("/api/v1/tokens", {"HTTP_AUTHORIZATION": "Link 0123456789"}, 401, "link"),
        ("/api/v1/tokens", {"HTTP_AUTHORIZATION": "Digest username=x"}, 401, "other"),
        ("/api/v1/tokens", {"session": True}, 403, "session"),
    ],
)
def test_refused_request_is_logged_with_its_address_and_kind_of_credential(
    caplog: pytest.LogCaptureFixture, path: str, more: dict[str, Any], status: int, credential: str
) -> None:
    client, more = Client(REMOTE_ADDR="203.0.113.7", enforce_csrf_checks=True), dict(more)
    if more.pop("session", False):
        client.force_login(User.objects.create_user("ann"))
    with caplog.at_level("INFO", "referee.requests"):
        assert client.post(path, **more).status_code == status
    [line] = [record for record in caplog.records if record.name == "referee.requests"]
    assert (line.levelname, line.address, line.credential) == ("WARNING", "203.0.113.7", credential)  # type: ignore[attr-defined]
    assert "0123456789" not in str(line.__dict__)


def test_answered_request_is_logged_without_its_address(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "referee.requests"):
        assert Client(REMOTE_ADDR="203.0.113.7").get("/rules/").status_code == 200
    [line] = [record for record in caplog.records if record.name == "referee.requests"]
    assert "203.0.113.7" not in str({**line.__dict__, "request": None})


@override_settings(SECURITY_CONTACT=["mailto:security@example.org", "https://example.org/report"])
def test_security_txt_names_the_contacts_and_a_time_in_the_future() -> None:
    answer = Client().get("/.well-known/security.txt")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = answer.content.decode().split("\r\n")
    assert lines[:2] == ["Contact: mailto:security@example.org", "Contact: https://example.org/report"]
    assert lines[2].startswith("Expires: 20")
    assert lines[2].endswith("T00:00:00Z")
    assert "Canonical: http://testserver/.well-known/security.txt" in lines


def test_security_txt_without_a_contact_is_not_found() -> None:
    assert Client().get("/.well-known/security.txt").status_code == 404
