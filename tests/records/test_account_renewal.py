"""What counts once counts once, who shows who they are gets a new session, and a new SECRET_KEY reads every factor."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client

from config.settings import accounts
from records.core.ops import encryption
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Nothing is counted yet."""
    for cache in caches.all():
        cache.clear()


def signed_in(name: str) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en", HTTP_USER_AGENT="a browser")
    client.post("/accounts/login/", {"username": name, "password": f"pass-of-{name}"})
    return client


def with_an_app(name: str) -> str:
    """The secret of a new account's authenticator app."""
    person(name)
    client = signed_in(name)
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = str(re.search(r'id="authenticator_secret"[^>]*value="([A-Z2-7]+)"', page, re.S)[1])  # type: ignore[index]
    assert client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)}).status_code == 302
    return secret


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, list(yield_hotp_counters_from_time())[1]))


def test_code_of_an_app_counts_once_for_as_long_as_it_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = with_an_app("ann")
    began = time.time() // 30 * 30 + 60
    clock = [began]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    code, statuses = code_of(secret), []
    for seconds in (0, 5, 45):
        clock[0] = began + seconds
        statuses.append(signed_in("ann").post("/accounts/2fa/authenticate/", {"code": code}).status_code)
    assert statuses == [302, 200, 200]
    assert signed_in("ann").post("/accounts/2fa/authenticate/", {"code": code_of(secret)}).status_code == 302


def test_showing_again_who_one_is_renews_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    person("ann")
    client = signed_in("ann")
    before = client.cookies["sessionid"].value
    thief = Client()
    thief.cookies["sessionid"] = before
    assert client.post("/accounts/reauthenticate/", {"password": "pass-of-ann"}).status_code == 302
    assert client.cookies["sessionid"].value != before
    assert client.get("/account/").status_code == 200
    assert thief.get("/account/").status_code == 302
    client.get("/accounts/sessions/")
    assert [row.session_key for row in UserSession.objects.purge_and_list(UserSession.objects.get().user)] == [
        client.session.session_key
    ]


@pytest.mark.parametrize("path", ["/accounts/sessions/", "/account/?action=end_session"])
def test_sessions_are_ended_by_who_has_just_shown_who_they_are(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    person("ann")
    client, other = signed_in("ann"), signed_in("ann")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 16 * 60)
    assert client.get("/accounts/sessions/").status_code == 200
    assert client.post(path)["Location"].startswith("/accounts/reauthenticate/")
    assert other.get("/account/").status_code == 200


def test_codes_that_are_mailed_hold_for_ten_minutes() -> None:
    settings = accounts.allauth(https=True)
    assert settings["ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT"] <= 600
    assert settings["ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT"] <= 600


def test_factors_encrypted_anew_need_the_former_key_no_more(settings: Any, capsys: Any) -> None:
    secret = with_an_app("ann")
    settings.SECRET_KEY, former = "a new key of forty characters or a few more", settings.SECRET_KEY
    with pytest.raises(CommandError, match="2 second factors cannot be read"):
        call_command("reencrypt_secrets")
    settings.SECRET_KEY_FALLBACKS = [former]
    call_command("reencrypt_secrets")
    assert "2 second factors anew" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    kept = {factor.type: factor.data for factor in Authenticator.objects.all()}
    assert encryption.decrypt(kept["totp"]["secret"]) == secret
    assert len(encryption.decrypt(kept["recovery_codes"]["seed"])) == 80
