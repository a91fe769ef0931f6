"""``manage.py revoke_token USER NAME``: revokes an API token at once."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.accounts import access
from records.accounts.access.models import ApiToken


class Command(BaseCommand):
    """Revoke the tokens of a person that have this name."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user")
        parser.add_argument("name", help="what it was issued for")

    def handle(self, *args: object, user: str, name: str, **options: object) -> None:
        tokens = list(ApiToken.objects.filter(user__username=user, name=name))
        if not tokens:
            raise CommandError(f"{user} has no token {name}")
        for token in tokens:
            access.revoke_token(token)
        self.stdout.write(f"{len(tokens)} revoked")
