"""The addresses of django-allauth that this service has; their names are those by which it looks for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.account.decorators import reauthentication_required
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.usersessions import views as sessions
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from frontend.pages.accounts.account.account import invitation

View = Callable[..., HttpResponseBase]


def page(address: str, view: View, name: str, by_mail: bool = False, changes: bool = True) -> URLPattern:
    """An address of a page, with a form or without; where the form needs mail and none is sent, the page says so."""

    @require_http_methods(["GET", "HEAD", "POST"] if changes else ["GET", "HEAD"])
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        if by_mail and not settings.MAIL:
            return render(request, "account/no_mail.html")
        return view(request, *args, **where)

    return path(address, wrapper, name=name)


urlpatterns = [
    page("login/", account.login, "account_login"),
    page("logout/", account.logout, "account_logout"),
    page("signup/", account.signup, "account_signup"),
    page("invitation/<slug:secret>/", invitation, "account_invitation"),
    page("inactive/", account.account_inactive, "account_inactive", changes=False),
    page("reauthenticate/", account.reauthenticate, "account_reauthenticate"),
    page("email/", account.email, "account_email", by_mail=True),
    page("confirm-email/", account.email_verification_sent, "account_email_verification_sent", by_mail=True),
    page("password/change/", account.password_change, "account_change_password"),
    page("password/set/", account.password_set, "account_set_password"),
    page("password/reset/", account.password_reset, "account_reset_password", by_mail=True),
    page("password/reset/confirm/", account.confirm_password_reset_code, "account_confirm_password_reset_code", by_mail=True),
    page("password/reset/complete/", account.complete_password_reset, "account_complete_password_reset", by_mail=True),
    page("password/reset/done/", account.password_reset_from_key_done, "account_password_reset_completed", changes=False),
    page("2fa/", mfa.index, "mfa_index", changes=False),
    page("2fa/authenticate/", mfa.authenticate, "mfa_authenticate"),
    page("2fa/reauthenticate/", mfa.reauthenticate, "mfa_reauthenticate"),
    page("2fa/totp/activate/", totp.activate_totp, "mfa_activate_totp"),
    page("2fa/totp/deactivate/", totp.deactivate_totp, "mfa_deactivate_totp"),
    page("2fa/recovery-codes/", recovery_codes.view_recovery_codes, "mfa_view_recovery_codes", changes=False),
    page("2fa/recovery-codes/generate/", recovery_codes.generate_recovery_codes, "mfa_generate_recovery_codes"),
    page("2fa/recovery-codes/download/", recovery_codes.download_recovery_codes, "mfa_download_recovery_codes", changes=False),
    page("2fa/webauthn/", webauthn.list_webauthn, "mfa_list_webauthn", changes=False),
    page("2fa/webauthn/add/", webauthn.add_webauthn, "mfa_add_webauthn"),
    page("2fa/webauthn/login/", webauthn.login_webauthn, "mfa_login_webauthn"),
    page("2fa/webauthn/reauthenticate/", webauthn.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
    page("2fa/webauthn/keys/<int:pk>/remove/", webauthn.remove_webauthn, "mfa_remove_webauthn"),
    page("2fa/webauthn/keys/<int:pk>/edit/", webauthn.edit_webauthn, "mfa_edit_webauthn"),
    page("sessions/", reauthentication_required(sessions.list_usersessions, allow_get=True), "usersessions_list"),
]
