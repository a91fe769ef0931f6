"""Settings of accounts: who may sign up, whether mail is sent, how long a session lasts, what django-allauth does.

docs/how-to/accounts.md says what each means for an operator.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.settings.environment import flag

SIGN_UP = ("closed", "invited", "open")
MAILED_CODE_SECONDS = 10 * 60
"""Seconds for which a code that was mailed holds."""


def sign_up() -> str:
    """Who may make an account: nobody but the staff, who has a link of invitation, or anybody."""
    said = os.environ.get("SIGN_UP", "").strip().lower() or "invited"
    if said not in SIGN_UP:
        raise ImproperlyConfigured(f"SIGN_UP is one of {', '.join(SIGN_UP)}, not {said!r}")
    return said


def sends_mail() -> bool:
    """Whether the operator has said where mail goes."""
    return bool(os.environ.get("EMAIL_HOST", "").strip() or os.environ.get("EMAIL_FILE", "").strip())


def mail(timeout: float = 10) -> dict[str, Any]:
    """Where mail goes: to EMAIL_HOST, or as files into EMAIL_FILE; without either none is sent, and nothing that needs it is
    offered."""
    host, folder = os.environ.get("EMAIL_HOST", "").strip(), os.environ.get("EMAIL_FILE", "").strip()
    backend = "smtp" if host else "filebased" if folder else "dummy"
    secure = flag("EMAIL_USE_SSL")
    from_ = os.environ.get("DEFAULT_FROM_EMAIL", "").strip()
    if host and not from_:
        raise ImproperlyConfigured("EMAIL_HOST is set: DEFAULT_FROM_EMAIL must say who the mail is from")
    return {
        "EMAIL_BACKEND": f"django.core.mail.backends.{backend}.EmailBackend",
        "EMAIL_FILE_PATH": str(Path(folder).resolve()) if folder else None,
        "EMAIL_HOST": host or "localhost",
        "EMAIL_PORT": int(os.environ.get("EMAIL_PORT") or (465 if secure else 587)),
        "EMAIL_HOST_USER": os.environ.get("EMAIL_HOST_USER", ""),
        "EMAIL_HOST_PASSWORD": os.environ.get("EMAIL_HOST_PASSWORD", ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": flag("EMAIL_USE_TLS", not secure),
        "EMAIL_TIMEOUT": timeout,
        "DEFAULT_FROM_EMAIL": from_ or "referee@localhost",
        "SERVER_EMAIL": from_ or "referee@localhost",
    }


def seconds(days: str, usual: float) -> int:
    """The seconds of a variable that is given in days."""
    return round(float(os.environ.get(days) or usual) * 24 * 3600)


def by_mail(sends: bool) -> dict[str, Any]:
    """What django-allauth asks of a new account: an email address that is confirmed by a code, where mail is sent at all."""
    return {
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory" if sends else "none",
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED": sends,
        "ACCOUNT_EMAIL_NOTIFICATIONS": sends,
        "ACCOUNT_SIGNUP_FIELDS": [*(["email*"] if sends else []), "username*", "password1*", "password2*"],
        # Who could never confirm an address that the staff has stored may have a second factor all the same.
        "MFA_ALLOW_UNVERIFIED_EMAIL": not sends,
    }


def allauth(https: bool) -> dict[str, Any]:
    """What django-allauth does whether mail is sent or not."""
    return {
        "AUTHENTICATION_BACKENDS": ["records.accounts.sign_in.guard.Backend"],
        "ACCOUNT_ADAPTER": "records.accounts.sign_in.allauth_adapter.AccountAdapter",
        "ACCOUNT_FORMS": {
            "login": "records.accounts.sign_in.allauth_forms.LoginForm",
            "signup": "records.accounts.sign_in.allauth_forms.SignupForm",
            "change_password": "records.accounts.sign_in.allauth_forms.ChangePasswordForm",
            "reset_password_from_key": "records.accounts.sign_in.allauth_forms.ResetPasswordForm",
        },
        "ACCOUNT_LOGIN_METHODS": {"username"},
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED": True,
        "ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT": MAILED_CODE_SECONDS,
        "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT": MAILED_CODE_SECONDS,
        "ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND": True,
        "ACCOUNT_PREVENT_ENUMERATION": True,
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_REAUTHENTICATION_TIMEOUT": 15 * 60,
        "ACCOUNT_SESSION_REMEMBER": True,
        # Guesses are counted by records.accounts.sign_in.guard, which nobody can wash out; these are for what sends mail.
        "ACCOUNT_RATE_LIMITS": {
            "login": "",
            "login_failed": "",
            "reauthenticate": "",
            "reset_password": "20/h/ip,3/h/key",
            "confirm_email": "5/h/key",
            "manage_email": "10/h/user",
            "change_password": "20/h/user",
            "signup": "20/h/ip",
        },
        "MFA_ADAPTER": "records.accounts.sign_in.allauth_adapter.MFAAdapter",
        "MFA_FORMS": {
            "add_webauthn": "records.accounts.sign_in.allauth_forms.AddWebAuthnForm",
            "authenticate": "records.accounts.sign_in.allauth_forms.AuthenticateForm",
            "reauthenticate": "records.accounts.sign_in.allauth_forms.ReauthenticateForm",
        },
        "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes", "webauthn"],
        "MFA_RATE_LIMITS": {"webauthn_login": ""},
        "MFA_PASSKEY_LOGIN_ENABLED": True,
        "MFA_TOTP_ISSUER": "Referee",
        "MFA_TOTP_TOLERANCE": 1,
        # Browsers offer passkeys on HTTPS and on localhost alone; the latter is what this allows.
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": not https,
        "USERSESSIONS_ADAPTER": "records.accounts.sign_in.allauth_adapter.SessionsAdapter",
    }
