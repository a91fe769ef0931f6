"""What django-allauth asks of this service: who may sign up, how guesses are slowed down, how mail is sent, what is encrypted."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.account.utils import has_verified_email
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from records.accounts import audit
from records.accounts.sign_in import devices, guard, invitations
from records.accounts.sign_in.deletion import KEPT
from records.core import queue
from records.core.ops import encryption, rate_limit


class AccountAdapter(DefaultAccountAdapter):
    """Passwords are guessed slowly; mail is sent by workers, and only where the operator has said by whom."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether somebody may make an account by this request."""
        return settings.SIGN_UP == "open" or (settings.SIGN_UP == "invited" and invitations.of_session(request) is not None)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raises ImmediateHttpResponse (429) where this client guesses too fast."""
        self._guess = guard.Guess(request, str(credentials.get("username", "")))
        guard.require_patience(request, self._guess)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The account whose password this is; None where it is no one's."""
        user = super().authenticate(request, **credentials)
        if user is not None:
            self._guess.succeeded()
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the wrong guess."""
        self._guess.failed()

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Whether somebody has to show again who they are; not who has just done so by signing in."""
        request = context.request
        shown = get_authentication_records(request, request.user)
        recently = bool(shown) and time.time() - shown[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT
        return not recently and super().is_reauthentication_required(app=app)

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Where somebody goes who has signed in: who has no email address is asked for it first, where mail is sent.

        A browser on which the account has not signed in before is told of by mail, and known from now on.
        """
        new = not devices.known(request, user)
        response: HttpResponse = super().post_login(request, user, **how)
        unconfirmed = settings.MAIL and not has_verified_email(user)
        if getattr(request, KEPT, False):
            messages.success(request, _("Your account was to be deleted. You have signed in, so it stays."))
            response = HttpResponseRedirect(reverse("pages:account"))
        if unconfirmed:
            response = HttpResponseRedirect(f"{reverse('account_email')}?{urlencode({'next': response['Location']})}")
        elif new and not how.get("signup"):
            self.send_notification_mail("account/email/new_device", user)
        devices.remember(request, response, user)
        return response

    def get_login_stages(self) -> list[str]:
        """An address that was given when signing up is confirmed once; who signed in before is kept from nothing."""
        ours = "records.accounts.sign_in.allauth_adapter.ConfirmSignUpStage"
        return [ours if stage.endswith(".EmailVerificationStage") else stage for stage in super().get_login_stages()]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """The page of the account."""
        return reverse("pages:account")

    def get_email_verification_redirect_url(self, email_address: object) -> str:
        """The page of the account."""
        return reverse("pages:account")

    def is_safe_url(self, url: str) -> bool:
        """Whether an address that a form names leads to this host."""
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a mail in the language of the page and have a worker send it: no page waits for a mail server."""
        if settings.MAIL:
            site = get_current_site(self.request)
            about = {"request": self.request, "email": email, "current_site": site, **context}
            mail = self.render_mail(template_prefix, email, about)
            parts = {"to": mail.to, "sender": mail.from_email, "subject": mail.subject, "body": mail.body}
            queue.enqueue_mail(parts)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address as the outermost of our own proxies saw it."""
        return rate_limit.address_of(request)


class MFAAdapter(DefaultMFAAdapter):
    """The secrets of authenticator apps and recovery codes are stored encrypted."""

    def encrypt(self, text: str) -> str:
        """The secret as it is stored."""
        return encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret itself."""
        return encryption.decrypt(encrypted_text)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Ends sessions, which is written into the audit log."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End these sessions."""
        with transaction.atomic():
            for session in sessions:
                session.end()
                audit.record("session.end", f"user:{session.user_id}", address=session.ip, browser=session.user_agent)


class ConfirmSignUpStage(EmailVerificationStage):
    """Confirms the email address of an account that was just made, before it is signed in to for the first time.

    Accounts from before addresses were asked for, and those that the staff makes, have none to confirm.
    """

    def handle(self) -> Any:
        """Ask for the code that was sent, where the account is new and has an unconfirmed address."""
        user = self.login.user
        new = user is not None and user.last_login is None
        if user is not None and not (new and EmailAddress.objects.filter(user_id=user.pk, verified=False).exists()):
            return None, True
        return super().handle()
