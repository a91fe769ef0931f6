"""``manage.py invite NAME``: makes a link by which one person may make an account, on behalf of a member of the staff."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from records.accounts.sign_in import invitations
from records.core.errors import Refusal


class Command(BaseCommand):
    """Make a link of invitation and print it; it is shown this once."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the member of the staff who invites")
        parser.add_argument("--days", type=int, default=invitations.DAYS, help="days until it ends")
        parser.add_argument("--note", default="", help="whom it is for")

    def handle(self, *args: object, **options: Any) -> None:
        staff = get_user_model().objects.filter(username=options["username"], is_staff=True, is_active=True).first()
        if staff is None:
            raise CommandError(f"{options['username']} is no member of the staff")
        try:
            _, secret = invitations.make(staff, name=options["note"], days=options["days"])
        except Refusal as refusal:
            raise CommandError(refusal.message.texts()["en"]) from refusal
        self.stdout.write(reverse("account_invitation", args=[secret]))
