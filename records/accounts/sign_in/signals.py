"""Writes into the audit log what happens to accounts: sign-up, passwords, mail, second factors.

Signing in and out is written by ``records.accounts.audit.signals``, a session that is ended by the adapter.
"""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from records.accounts import audit
from records.accounts.sign_in import sessions


def _record(action: str, user: Any, **details: Any) -> None:
    with transaction.atomic():
        audit.record(action, f"user:{user.pk}", by=user, **details)


def _recorded(signal: Signal, action: str) -> None:
    def record(sender: Any, user: Any, **kwargs: Any) -> None:
        _record(action, user)

    signal.connect(record, weak=False, dispatch_uid=f"audit:{action}:{id(signal)}")


_recorded(account.user_signed_up, "sign-up")
_recorded(account.password_changed, "password.change")
_recorded(account.password_set, "password.change")
_recorded(account.password_reset, "password.reset")
_recorded(account.email_removed, "mail.remove")


@receiver(account.email_confirmed)
def record_mail(sender: Any, email_address: Any, **kwargs: Any) -> None:
    """An address counts once it is confirmed. The entry does not say which: it cannot be deleted."""
    _record("mail.change", email_address.user)


@receiver(account.authentication_step_completed)
def renew_session(sender: Any, request: HttpRequest, **how: Any) -> None:
    """Who shows again who they are goes on under another key of the session, as after signing in."""
    if how.get("reauthenticated"):
        request.session.cycle_key()
        sessions.note_anew(request)


def _is_for_recovery(authenticator: Authenticator) -> bool:
    return bool(authenticator.type == Authenticator.Type.RECOVERY_CODES)


@receiver(mfa.authenticator_added)
def record_added_factor(sender: Any, user: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    """Codes for recovery are made with the first factor."""
    _record("recovery-codes.make" if _is_for_recovery(authenticator) else "factor.add", user, kind=str(authenticator.type))


@receiver(mfa.authenticator_reset)
def record_new_codes(sender: Any, user: Any, **kwargs: Any) -> None:
    """New codes for recovery take the place of the old ones."""
    _record("recovery-codes.make", user)


@receiver(mfa.authenticator_removed)
def record_removed_factor(sender: Any, user: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    """Codes for recovery go with the last factor."""
    _record("factor.remove", user, kind=str(authenticator.type))


@receiver(mfa.authenticator_used)
def record_used_code(sender: Any, user: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    """Only a code for recovery: it is used up. Of other factors the sign-in tells."""
    if _is_for_recovery(authenticator):
        _record("recovery-codes.use", user)


@receiver(mfa.authentication_failed)
def record_refused_factor(sender: Any, user: Any, **kwargs: Any) -> None:
    """The password was right, and the code was not."""
    _record("factor.refused", user)
