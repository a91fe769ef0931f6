"""The steps between a right password and being signed in that are not django-allauth's own."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage


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
