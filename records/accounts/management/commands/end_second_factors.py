"""``manage.py end_second_factors USER``: for somebody who has lost them; the password alone signs in then."""

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from records.accounts import audit


class Command(BaseCommand):
    """Remove a person's passkeys, authenticator app and recovery codes. Make sure first who asks."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user")

    @transaction.atomic
    def handle(self, *args: object, user: str, **options: object) -> None:
        theirs = list(Authenticator.objects.filter(user__username=user))
        if not theirs:
            raise CommandError(f"{user} has no second factor")
        for factor in theirs:
            audit.record("factor.remove", f"user:{factor.user_id}", kind=str(factor.type))
            factor.delete()
        self.stdout.write(f"{len(theirs)} removed")
