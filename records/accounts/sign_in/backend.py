"""Who signs in by which name and password.

Every session holds the path of this class: moving it would sign everybody out.
"""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from records.accounts.sign_in.guard import account_of


class Backend(AuthenticationBackend):
    """django-allauth's, but where accounts differ in case alone each signs in by its very name."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = self._check_password(account_of(username), password)
        return user
