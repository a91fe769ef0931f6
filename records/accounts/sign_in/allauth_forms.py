"""The forms of django-allauth that are otherwise here: guesses of codes are slowed down, tokens can end with a password."""

from __future__ import annotations

from typing import Any

from allauth.account import forms
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms as fields
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from records.accounts import access
from records.accounts.sign_in import guard, invitations
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops import rate_limit

CODE_SECONDS = 300
"""Seconds for which a code that was used is remembered, longer than any is right."""
RESET_NOTE = _("End my API tokens too")


class LoginForm(forms.LoginForm):
    """Name and password. The field of the name is called as browsers and programs know it."""

    def add_prefix(self, field_name: str) -> str:
        """The name of a field in the page."""
        return "username" if field_name == "login" else super().add_prefix(field_name)

    def clean_login(self) -> str:
        """The name as accounts are stored by it."""
        return guard.normalized(self.cleaned_data["login"])


class SignupForm(forms.SignupForm):
    """A new account, which uses up the invitation it was made by."""

    def clean_username(self) -> str:
        """The name as it is stored."""
        self.cleaned_data["username"] = guard.normalized(self.cleaned_data["username"])
        return str(super().clean_username())

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """The account, and the answer where none is made: to an address that has one already a mail says so."""
        with transaction.atomic():
            user, response = super().try_save(request)
            if user is not None and invitations.use(request, user) is None and settings.SIGN_UP != "open":
                transaction.set_rollback(True)  # another has used the link meanwhile
                raise ImmediateHttpResponse(redirect("account_signup"))
        return user, response


class ChangePasswordForm(forms.ChangePasswordForm):
    """The old password is guessed as slowly as when signing in; API tokens end too, if wished."""

    tokens = fields.BooleanField(required=False, label=RESET_NOTE)

    def clean_oldpassword(self) -> str:
        """The present password. Raises ValidationError, or ImmediateHttpResponse (429) after too many wrong ones."""
        guess = guard.Guess(context.request, self.user.username)
        guard.require_patience(context.request, guess)
        try:
            given: str = super().clean_oldpassword()
        except ValidationError:
            guess.failed()
            raise
        guess.succeeded()
        return given

    def save(self) -> None:
        """Change the password."""
        with transaction.atomic():
            super().save()
            if self.cleaned_data["tokens"]:
                access.revoke_tokens_of(self.user)


class ResetPasswordForm(forms.ResetPasswordKeyForm):
    """A new password for who has shown a code from their mail."""

    tokens = fields.BooleanField(required=False, label=RESET_NOTE)

    def save(self) -> None:
        """Change the password."""
        with transaction.atomic():
            super().save()
            if self.cleaned_data["tokens"]:
                access.revoke_tokens_of(self.user)


class _GuardedCode(mfa_forms.BaseAuthenticateForm):
    """A code of an authenticator app, or one for recovery, guessed no faster than a password."""

    def clean_code(self) -> str:
        """The code. Raises ValidationError, or ImmediateHttpResponse (429) after too many wrong ones."""
        guess = guard.Guess(context.request, self.user.username, "code")
        guard.require_patience(context.request, guess)
        try:
            code: str = super().clean_code()
            # A code of an app is right for a minute and a half, and django-allauth remembers for half a minute that it was used.
            if not rate_limit.is_first(f"code:{self.user.pk}:{''.join(code.split())}", CODE_SECONDS):
                raise get_adapter().validation_error("incorrect_code")
        except ValidationError:
            guess.failed()
            raise
        guess.succeeded()
        return code


class AuthenticateForm(_GuardedCode, mfa_forms.AuthenticateForm):
    """The second factor of a sign-in."""


class ReauthenticateForm(_GuardedCode, mfa_forms.ReauthenticateForm):
    """The second factor of who shows again who they are."""


class AddWebAuthnForm(webauthn_forms.AddWebAuthnForm):
    """A new passkey. The label of its name has a translation here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")

    def clean_name(self) -> str:
        """The name as it is stored. Raises ValidationError."""
        try:
            return one_line(self.cleaned_data["name"])
        except Refusal as refusal:
            raise ValidationError(str(refusal)) from refusal
