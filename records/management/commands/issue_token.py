"""``manage.py issue_token USER NAME``: a new API token, shown this once."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from records import services


class Command(BaseCommand):
    """Issue an API token and print it; only its digest is kept."""

    help = __doc__

    def add_arguments(self, parser) -> None:
        parser.add_argument("user")
        parser.add_argument("name", help="what it is for")
        parser.add_argument("--days", type=int, default=None, help="days until it expires; without: never")

    def handle(self, *args, user: str, name: str, days: int | None, **options) -> None:
        person = get_user_model().objects.filter(username=user).first()
        if person is None:
            raise CommandError(f"no user {user}")
        expires = timezone.now() + timedelta(days=days) if days else None
        self.stdout.write(services.issue_token(person, name, expires)[1])
