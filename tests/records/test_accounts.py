"""Accounts: signing in and up, mail, second factors, sessions; what is written of them and what nobody is told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config.settings import accounts
from records import tasks
from records.accounts import access, audit, clubs
from records.accounts.models import AuditEntry, Invitation, Role
from records.accounts.sign_in import invitations, sessions
from records.core import queue
from tests.people import client_of, person
from tests.records.errors import refused

pytestmark = pytest.mark.django_db
NEW = "another pass word"


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Nothing is counted yet."""
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def sends(settings: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """A service that sends mail, at once; ask it through this, for what a commit causes."""
    settings.MAIL = True
    for name, value in accounts.by_mail(True).items():
        setattr(settings, name, value)
    monkeypatch.setattr(queue, "enqueue_mail", tasks.send_mail)

    def ask(method: Callable[..., Any], *what: Any, **more: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return method(*what, **more)

    return ask


def browser() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en", HTTP_USER_AGENT="a browser")


def sign_in(client: Client, name: str, password: str = "") -> Any:
    return client.post("/accounts/login/", {"username": name, "password": password or f"pass-of-{name}"})


def signed_in(name: str, **more: Any) -> tuple[User, Client]:
    account, client = person(name, **more), browser()
    assert sign_in(client, name).status_code == 302
    return account, client


def with_mail(name: str) -> User:
    account = person(name, email=f"{name}@example.org")
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    return account


def code_in(message: Any) -> str:
    [code] = re.findall(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", message.body, re.M)
    return code


def actions(account: User) -> list[str]:
    return list(AuditEntry.objects.filter(target=f"user:{account.pk}").order_by("number").values_list("action", flat=True))


def totp_of(client: Client) -> tuple[str, str]:
    """The secret that the page shows, and a code that it takes."""
    page: str = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="authenticator_secret"[^>]*value="([A-Z2-7]+)"', page, re.S)
    assert secret is not None
    return secret[1], code_of(secret[1])


def code_of(secret: str, later: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, list(yield_hotp_counters_from_time())[1] + later))


class TestPassword:
    def test_change_ends_every_other_session_and_tokens_if_wished(self) -> None:
        account, client = signed_in("ann")
        other = browser()
        sign_in(other, "ann")
        program = client_of(account)
        form = {"oldpassword": "pass-of-ann", "password1": NEW, "password2": NEW}
        assert client.post("/accounts/password/change/", form)["Location"] == "/account/"
        assert client.get("/account/").status_code == 200
        assert other.get("/account/").status_code == 302
        assert program.get("/api/v1/tokens").status_code == 200
        form = {"oldpassword": NEW, "password1": "a third pass word", "password2": "a third pass word", "tokens": "on"}
        assert client.post("/accounts/password/change/", form).status_code == 302
        assert program.get("/api/v1/tokens").status_code == 401
        assert actions(account).count("password.change") == 2

    def test_weak_password_is_refused(self) -> None:
        _, client = signed_in("ann")
        answer = client.post("/accounts/password/change/", {"oldpassword": "pass-of-ann", "password1": "ann", "password2": "ann"})
        assert (answer.status_code, "too short" in answer.content.decode()) == (200, True)

    def test_session_key_changes_when_signing_in(self) -> None:
        client = browser()
        person("ann")
        client.get("/accounts/login/")
        session = client.session
        session["kept"] = 1
        session.save()
        client.cookies["sessionid"] = before = session.session_key
        sign_in(client, "ann")
        assert client.cookies["sessionid"].value != before

    def test_forgotten_one_is_reset_by_a_code_that_is_mailed(self, sends: Any) -> None:
        account, client = with_mail("ann"), browser()
        answer = sends(client.post, "/accounts/password/reset/", {"email": "ANN@example.org"})
        assert answer["Location"] == "/accounts/password/reset/confirm/"
        [message] = mail.outbox
        assert message.to == ["ann@example.org"]
        confirm = "/accounts/password/reset/confirm/"
        assert client.post(confirm, {"code": "WRO-NGX"}).status_code == 200
        assert client.post(confirm, {"code": code_in(message)}).status_code == 302
        answer = sends(client.post, "/accounts/password/reset/complete/", {"password1": NEW, "password2": NEW})
        assert answer.status_code == 302
        assert [one.subject for one in mail.outbox[1:]] == ["Password Reset"]
        assert sign_in(browser(), "ann", NEW).status_code == 302
        assert "password.reset" in actions(account)

    def test_reset_does_not_tell_which_addresses_have_an_account(self, sends: Any) -> None:
        with_mail("ann")
        told = []
        for address in ("ann@example.org", "nobody@example.org"):
            client = browser()
            answer = sends(client.post, "/accounts/password/reset/", {"email": address}, follow=True)
            page = re.sub(r'value="[^"]{20,}"|"X-CSRFToken": "[^"]+"|\w+@', "", answer.content.decode())
            told.append((answer.status_code, answer.redirect_chain, page))
        assert told[0] == told[1]
        assert [one.to for one in mail.outbox] == [["ann@example.org"], ["nobody@example.org"]]


class TestMail:
    def test_account_without_address_is_asked_for_it_when_signing_in(self, sends: Any) -> None:
        person("ann")
        client = browser()
        answer = client.post("/accounts/login/", {"username": "ann", "password": "pass-of-ann", "next": "/clubs/"})
        assert answer["Location"] == "/accounts/email/?next=%2Fclubs%2F"
        page = client.get(answer["Location"]).content.decode()
        assert '<a class="button plain" href="/clubs/">Later</a>' in page
        given = {"email": "ann@example.org", "action_add": "1"}
        assert sends(client.post, answer["Location"], given)["Location"] == "/accounts/confirm-email/"
        assert sends(client.post, "/accounts/confirm-email/", {"code": code_in(mail.outbox[0])}).status_code == 302
        account = User.objects.get(username="ann")
        assert sessions.address_of(account) == account.email == "ann@example.org"
        assert "mail.change" in actions(account)
        assert sign_in(browser(), "ann")["Location"] == "/"

    def test_sign_in_on_a_new_device_is_mailed_and_on_a_known_one_not(self, sends: Any) -> None:
        with_mail("ann")
        client = browser()
        sends(sign_in, client, "ann")
        assert [(one.subject, one.to) for one in mail.outbox] == [("Signed in on a new device", ["ann@example.org"])]
        assert "a browser" in mail.outbox[0].body
        assert "127.0.0.1" in mail.outbox[0].body
        client.post("/accounts/logout/")
        sends(sign_in, client, "ann")
        assert len(mail.outbox) == 1
        sends(sign_in, browser(), "ann")
        assert len(mail.outbox) == 2

    def test_page_leaves_mail_to_a_worker(
        self, settings: Any, enqueued_tasks: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        settings.MAIL = True
        for name, value in accounts.by_mail(True).items():
            setattr(settings, name, value)
        with_mail("ann")
        with django_capture_on_commit_callbacks(execute=True):
            assert browser().post("/accounts/password/reset/", {"email": "ann@example.org"}).status_code == 302
        assert (len(enqueued_tasks["send_mail"]), mail.outbox) == (1, [])

    @pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/email/"])
    def test_without_mail_it_is_said_that_there_is_none(self, path: str) -> None:
        _, client = signed_in("ann")
        for answer in (client.get(path), browser().post(path, {"email": "ann@example.org"})):
            assert (answer.status_code, "sends no mail" in answer.content.decode()) == (200, True)

    def test_settings_of_mail_come_from_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert (accounts.sends_mail(), accounts.mail()["EMAIL_BACKEND"]) == (
            False,
            "django.core.mail.backends.dummy.EmailBackend",
        )
        monkeypatch.setenv("EMAIL_FILE", "mail")
        assert accounts.mail()["EMAIL_BACKEND"].endswith("filebased.EmailBackend")
        monkeypatch.setenv("EMAIL_HOST", "mail.example.org")
        with pytest.raises(ImproperlyConfigured, match="DEFAULT_FROM_EMAIL"):
            accounts.mail()
        monkeypatch.setenv("DEFAULT_FROM_EMAIL", "referee@example.org")
        sent = accounts.mail()
        assert (sent["EMAIL_PORT"], sent["EMAIL_USE_TLS"], sent["EMAIL_TIMEOUT"]) == (587, True, 10)


class TestSecondFactor:
    def test_code_of_an_app_is_asked_for_after_the_password(self, sends: Any) -> None:
        account = with_mail("ann")
        client = browser()
        sends(sign_in, client, "ann")
        secret, code = totp_of(client)
        assert sends(client.post, "/accounts/2fa/totp/activate/", {"code": code}).status_code == 302
        assert secret not in str(list(Authenticator.objects.values_list("data", flat=True))), "stored encrypted"
        assert actions(account)[-2:] == ["factor.add", "recovery-codes.make"]
        assert mail.outbox[-1].subject == "Authenticator App Activated"
        other = browser()
        assert sign_in(other, "ann")["Location"] == "/accounts/2fa/authenticate/"
        assert other.get("/account/").status_code == 302, "not signed in yet"
        assert other.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
        assert "factor.refused" in actions(account)
        code = code_of(secret, 1)
        assert other.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302
        assert other.get("/account/").status_code == 200
        third = browser()
        sign_in(third, "ann")
        assert third.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 200, "a code counts once"

    def test_code_for_recovery_counts_once(self) -> None:
        account, client = signed_in("ann")
        client.post("/accounts/2fa/totp/activate/", {"code": totp_of(client)[1]})
        page = client.get("/accounts/2fa/recovery-codes/").content.decode()
        codes = re.findall(r"\b\d{8}\b", page[page.index("<textarea") : page.index("</textarea>")])
        assert len(codes) == 10
        statuses = []
        for _ in range(2):
            other = browser()
            sign_in(other, "ann")
            statuses.append(other.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code)
        assert statuses == [302, 200]
        assert actions(account).count("recovery-codes.use") == 1

    def test_codes_are_guessed_as_slowly_as_passwords(self) -> None:
        _, client = signed_in("ann")
        client.post("/accounts/2fa/totp/activate/", {"code": totp_of(client)[1]})
        other = browser()
        sign_in(other, "ann")
        answers = [other.post("/accounts/2fa/authenticate/", {"code": f"{n:06}"}).status_code for n in range(9)]
        assert (answers.count(200), answers[-1]) == (6, 429)

    def test_one_has_to_show_again_who_one_is_after_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _, client = signed_in("ann")
        assert client.get("/accounts/2fa/totp/activate/").status_code == 200, "who has just signed in need not"
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 16 * 60)
        answer = client.get("/accounts/2fa/totp/activate/")
        assert unquote(answer["Location"]) == "/accounts/reauthenticate/?next=/accounts/2fa/totp/activate/"
        assert client.post(answer["Location"], {"password": "pass-of-ann"})["Location"] == "/accounts/2fa/totp/activate/"
        assert client.get("/accounts/2fa/totp/activate/").status_code == 200

    def test_administration_asks_for_it_too(self) -> None:
        _, client = signed_in("boss", is_staff=True)
        client.post("/accounts/2fa/totp/activate/", {"code": totp_of(client)[1]})
        other = browser()
        answer = other.post("/accounts/login/?next=/admin/", {"username": "boss", "password": "pass-of-boss", "next": "/admin/"})
        assert answer["Location"].startswith("/accounts/2fa/authenticate/")
        assert other.get("/admin/")["Location"].startswith("/admin/login/")


class TestSessions:
    def test_session_is_seen_and_ended_one_by_one_or_all_others_at_once(self) -> None:
        account, client = signed_in("ann")
        second, third = browser(), browser()
        sign_in(second, "ann")
        sign_in(third, "ann")
        page = client.get("/accounts/sessions/").content.decode()
        assert (page.count("a browser"), page.count("End it")) == (3, 2)
        session = UserSession.objects.get(session_key=second.session.session_key)
        assert signed_in("bob")[1].post("/account/", {"action": "end_session", "session": session.pk}).status_code == 404
        assert client.post("/account/", {"action": "end_session", "session": session.pk}).status_code == 302
        assert second.get("/account/").status_code == 302
        assert third.get("/account/").status_code == 200
        assert client.post("/accounts/sessions/").status_code == 302
        assert third.get("/account/").status_code == 302
        assert client.get("/account/").status_code == 200
        assert actions(account).count("session.end") == 2

    @pytest.mark.parametrize(("step", "times", "status"), [(6, 4, 200), (8, 1, 302), (6, 6, 302)])
    def test_session_ends_when_left_alone_or_too_old(
        self, monkeypatch: pytest.MonkeyPatch, step: int, times: int, status: int
    ) -> None:
        """In days; one is left alone for seven at most, and thirty days old."""
        _, client = signed_in("ann")
        now = time.time()
        client.get("/account/")
        for number in range(1, times + 1):
            monkeypatch.setattr(sessions.time, "time", lambda number=number: now + number * step * 86400)
            answer = client.get("/account/")
        assert answer.status_code == status


def sign_up(client: Client, ask: Any = None, **more: str) -> Any:
    form = {"username": "new", "password1": NEW, "password2": NEW, **more}
    return (ask or (lambda method, *what: method(*what)))(client.post, "/accounts/signup/", form)


class TestSignUp:
    @pytest.mark.parametrize(("said", "status"), [("closed", 200), ("invited", 200), ("open", 302)])
    def test_operator_says_who_makes_an_account(self, settings: Any, said: str, status: int) -> None:
        settings.SIGN_UP = said
        assert sign_up(browser()).status_code == status
        assert User.objects.filter(username="new").exists() == (status == 302)
        assert ("Make an account" in browser().get("/accounts/login/").content.decode()) == (said == "open")

    def test_link_of_a_club_makes_one_account_that_joins_it(self) -> None:
        owner = person("owner")
        club = clubs.create(owner, "Tea", "tea")
        _, secret = invitations.make(owner, club, Role.SCORER, "for new")
        client = browser()
        assert client.get(f"/accounts/invitation/{secret}/")["Location"] == "/accounts/signup/"
        assert "You are invited to Tea." in client.get("/accounts/signup/").content.decode()
        assert sign_up(client).status_code == 302
        new = User.objects.get(username="new")
        assert access.role_in(new, club) == Role.SCORER
        assert {"sign-up", "sign-in"} <= set(actions(new))
        assert audit.entries_of(club).filter(action="member.join", actor=f"user:{new.pk}").count() == 1
        second = browser()
        assert second.get(f"/accounts/invitation/{secret}/").status_code == 404
        assert sign_up(second, username="newer").status_code == 200
        assert not User.objects.filter(username="newer").exists()

    def test_organizer_makes_a_link_on_the_page_of_the_club_s_people_and_takes_it_back(self) -> None:
        owner, client = signed_in("owner")
        club = clubs.create(owner, "Tea", "tea")
        page = client.post("/clubs/tea/people/", {"action": "make_link", "name": "Zoë", "role": "scorer"}).content.decode()
        found = re.search(r'value="http://testserver(/accounts/invitation/[\w-]+/)"', page)
        assert found is not None
        assert "Zoë" in client.get("/clubs/tea/people/").content.decode()
        assert (
            client.post("/clubs/tea/people/", {"action": "revoke_link", "link": invitations.of_club(club).get().pk}).status_code
            == 302
        )
        assert browser().get(found[1]).status_code == 404

    def test_link_brings_who_has_an_account_into_the_club(self) -> None:
        owner = person("owner")
        club = clubs.create(owner, "Tea", "tea")
        _, secret = invitations.make(owner, club)
        bob, client = signed_in("bob")
        assert "Tea" in client.get(f"/accounts/invitation/{secret}/").content.decode()
        assert access.role_in(bob, club) is None
        assert client.post(f"/accounts/invitation/{secret}/").status_code == 302
        assert access.role_in(bob, club) == Role.MEMBER

    def test_link_of_who_may_not_invite_any_more_brings_nobody_into_the_club(self) -> None:
        owner, helper = person("owner"), person("helper")
        club = clubs.create(owner, "Tea", "tea")
        clubs.accept_invitation(clubs.invite(owner, club, "helper", Role.ORGANIZER))
        _, secret = invitations.make(helper, club)
        clubs.remove_member(owner, clubs.member_of(club, "helper"))
        client = browser()
        client.get(f"/accounts/invitation/{secret}/")
        assert sign_up(client).status_code == 302
        assert access.role_in(User.objects.get(username="new"), club) is None

    def test_link_is_made_by_organizers_and_staff_alone_and_taken_back(self, settings: Any) -> None:
        owner, stranger = person("owner"), person("stranger")
        club = clubs.create(owner, "Tea", "tea")
        for who, where in ((stranger, club), (owner, None)):
            with refused("permission-denied", 403):
                invitations.make(who, where)
        with refused("invalid-role", 422):
            invitations.make(owner, club, Role.OWNER)
        made, secret = invitations.make(owner, club)
        assert secret not in str(Invitation.objects.values())
        assert invitations.revoke(owner, club, made.pk)
        assert browser().get(f"/accounts/invitation/{secret}/").status_code == 404
        settings.SIGN_UP = "closed"
        with refused("sign-up-closed", 403):
            invitations.make(owner, club)

    def test_address_is_confirmed_before_the_first_sign_in(self, sends: Any, settings: Any) -> None:
        settings.SIGN_UP = "open"
        client = browser()
        assert sign_up(client, sends, email="new@example.org")["Location"] == "/accounts/confirm-email/"
        assert client.get("/account/").status_code == 302
        assert sends(sign_in, browser(), "new", NEW)["Location"] == "/accounts/confirm-email/", "nor by signing in"
        assert sends(client.post, "/accounts/confirm-email/", {"code": code_in(mail.outbox[0])}).status_code == 302
        assert client.get("/account/").status_code == 200

    def test_signing_up_does_not_tell_which_addresses_have_an_account(self, sends: Any, settings: Any) -> None:
        settings.SIGN_UP = "open"
        with_mail("ann")
        told = []
        for name, address in (("newest", "ann@example.org"), ("new", "free@example.org")):
            answer = sign_up(browser(), sends, username=name, email=address)
            told.append((answer.status_code, answer["Location"]))
        assert told[0] == told[1] == (302, "/accounts/confirm-email/")
        assert not User.objects.filter(username="newest").exists()
        assert [one.subject for one in mail.outbox][0] == "Account Already Exists"
