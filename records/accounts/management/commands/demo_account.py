"""``manage.py demo_account``: creates a demonstration account; its password is generated once and stored beside the data."""

import os
import secrets

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand

NAME = "demo"


class Command(BaseCommand):
    """Create the demonstration account where there is none, and print how to sign in."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        path = settings.VAR / "demo_password"
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(9))
        password = path.read_text(encoding="ascii")
        user, _ = get_user_model().objects.get_or_create(username=NAME)
        if not user.check_password(password):
            user.set_password(password)
            user.save()
        self.stdout.write(f"sign in as {NAME} with the password {password}")
