"""Passwords and codes are guessed slowly, however a name is spelled and from wherever; their owner is not locked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client, RequestFactory

from config.settings import environment
from records.accounts.sign_in import guard
from records.core.ops import rate_limit
from tests.people import person

pytestmark = pytest.mark.django_db

SPELLINGS = ["ann", "ANN", " ann", "ａｎｎ", "Ａnn", "aｎN", "ᵃnn", "ⓐⓝⓝ", "𝐚nn", "𝒶𝓃𝓃"]
"""Names that sign-in takes for the same."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[list[float]]:
    """The time, which a test sets forward; nothing is counted yet."""
    now = [1_800_000_010.0]
    monkeypatch.setattr(rate_limit.time, "time", lambda: now[0])
    settings.THROTTLE = {**settings.THROTTLE, "login": "1000/min", "login-name": "30/hour"}
    counts = caches["sign-in"]
    counts.clear()
    yield now
    counts.clear()


def guess(name: str, password: str = "wrong", client: Client | None = None, address: str = "1.1.1.1") -> Any:
    client = client or Client()
    return client.post("/accounts/login/", {"username": name, "password": password}, REMOTE_ADDR=address)


def test_spellings_of_one_name_are_counted_together() -> None:
    person("ann")
    answers = [guess(SPELLINGS[number % len(SPELLINGS)]).status_code for number in range(40)]
    assert answers.count(200) == rate_limit.FREE + 1
    assert guard.folded("ſtraßE") == guard.folded("STRASSE")
    assert guard.folded("lı") == guard.folded("LI")


def test_delay_after_wrong_passwords_grows_and_ends(clock: list[float]) -> None:
    person("ann")
    for _ in range(rate_limit.FREE + 1):
        assert guess("ann").status_code == 200
    waits = []
    for _ in range(4):
        waits.append(int(guess("ann").headers["Retry-After"]))
        clock[0] += waits[-1]
        assert guess("ann").status_code == 200
    assert waits == [2, 4, 8, 16]
    clock[0] += 32
    assert guess("ann", "pass-of-ann").status_code == 302
    assert guess("ann").status_code == 200, "the right password ends the delays"


def test_owner_on_a_known_device_signs_in_while_strangers_have_used_up_all_guesses() -> None:
    person("ann")
    known = Client()
    assert guess("ann", "pass-of-ann", known).status_code == 302
    known.post("/accounts/logout/")
    answers = [guess("ann", address=f"2.2.{number}.2").status_code for number in range(60)]
    assert answers.count(200) == 30
    assert guess("ann", "pass-of-ann", address="3.3.3.3").status_code == 429, "a stranger waits, right or not"
    assert guess("ann", "pass-of-ann", known).status_code == 302
    known.post("/accounts/logout/")
    answers = [guess("ann", client=known, address=f"4.4.4.{number}").status_code for number in range(9)]
    assert answers.count(200) == rate_limit.FREE + 1, "its own wrong guesses slow it down"


def test_device_of_another_account_is_a_stranger_s() -> None:
    person("ann")
    person("mallory")
    theirs = Client()
    guess("mallory", "pass-of-mallory", theirs)
    theirs.post("/accounts/logout/")
    for number in range(30):
        guess("ann", address=f"5.5.{number}.5")
    assert guess("ann", client=theirs, address="6.6.6.6").status_code == 429


def test_addresses_of_one_network_are_counted_together(settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "login": "20/min"}
    answers = [guess(f"name-{n}", address=f"2001:db8:1:2::{n:x}").status_code for n in range(1, 46)]
    assert answers.count(200) == 20
    assert guess("another", address="2001:db8:1:3::1").status_code == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::9", "2001:db8::/64"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("fe80::1%eth0", "fe80::/64"),
        ("1.2.3.4", "1.2.3.4"),
        ("not an address", "not an address"),
    ],
)
def test_address_is_counted_by_its_network(address: str, network: str) -> None:
    assert rate_limit.network_of(RequestFactory().get("/", REMOTE_ADDR=address)) == network


def test_requests_of_others_wash_no_count_out() -> None:
    person("ann")
    for _ in range(rate_limit.FREE + 1):
        guess("ann")
    assert guess("ann").status_code == 429
    for number in range(3000):  # by then the cache of a process has once been emptied ten times
        rate_limit.hit("anon", f"address {number}")
        rate_limit.hit("login", f"address {number}")
        rate_limit.hit("login-name", f"name {number}")
        rate_limit.delay(f"somebody {number}")
    assert guess("ann").status_code == 429


def test_guesses_are_counted_while_the_shared_cache_is_away(settings: Any) -> None:
    person("ann")
    settings.CACHES = {**settings.CACHES, "sign-in": environment.sign_in_cache("redis://127.0.0.1:1/0")}
    rate_limit._local.clear()
    answers = [guess("ann").status_code for _ in range(9)]
    assert answers.count(200) == rate_limit.FREE + 1


@pytest.mark.parametrize("path", ["/accounts/reauthenticate/", "/accounts/password/change/"])
def test_password_is_asked_again_as_slowly_as_when_signing_in(path: str) -> None:
    person("ann")
    client = Client()
    guess("ann", "pass-of-ann", client)
    form = {"password": "wrong", "oldpassword": "wrong", "password1": "a new pass word", "password2": "a new pass word"}
    answers = [client.post(path, form).status_code for _ in range(9)]
    assert answers.count(200) == rate_limit.FREE + 1
    assert answers[-1] == 429


def test_administration_is_signed_in_to_like_everything_else() -> None:
    person("boss", is_staff=True)
    client = Client()
    answer = client.post("/admin/login/?next=/admin/", {"username": "boss", "password": "pass-of-boss"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    assert client.get("/admin/").status_code == 302, "the form of the administration itself signs nobody in"
    assert guess("boss", "pass-of-boss", client).status_code == 302
    assert client.get("/admin/").status_code == 200


def test_names_that_differ_in_case_alone_sign_in_to_their_own_accounts() -> None:
    person("Ann")
    person("ann")
    for name in ("Ann", "ann"):
        client = Client()
        assert guess(name, f"pass-of-{name}", client).status_code == 302
        assert client.get("/account/").context["user"].username == name
    assert guess("ANN", "pass-of-ann").status_code == 200, "neither of the two"
