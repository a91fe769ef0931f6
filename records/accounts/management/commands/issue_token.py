"""``manage.py issue_token USER NAME``: creates an API token and prints it once."""

from datetime import datetime

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.accounts import access, clubs
from records.core import errors


class Command(BaseCommand):
    """Create an API token and print it; only its digest is stored."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user")
        parser.add_argument("name", help="what it is for")
        parser.add_argument("--days", type=int, default=None, help="days until it expires; 0: never; without: 365")
        parser.add_argument("--scopes", nargs="+", choices=access.SCOPES, default=list(access.SCOPES))
        parser.add_argument("--club", default="", help="the short name of the one club that it is for")

    def handle(
        self, *args: object, user: str, name: str, days: int | None, scopes: list[str], club: str, **options: object
    ) -> None:
        person = get_user_model().objects.filter(username=user).first()
        if person is None:
            raise CommandError(f"no user {user}")
        found = clubs.find(person, club) if club else None
        if club and found is None:
            raise CommandError(f"{user} belongs to no club {club}")
        self.stdout.write(access.issue_token(person, name, _end(days), scopes, found)[1])


def _end(days: int | None) -> datetime | None:
    """When the token expires. An operator may create one that never does."""
    try:
        return None if days == 0 else access.token_expiry(days)
    except errors.Refusal as refusal:
        raise CommandError(refusal.message.texts()["en"]) from refusal
