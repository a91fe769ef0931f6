"""``manage.py sign_log_head``: takes new audit entries into the log's tree, signs a head of it, and sends the heads on, once."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records import publications
from records.audit.merkle import delivery, heads
from records.publications.signing_keys import KeyUnreadable


class Command(BaseCommand):
    """Sign a head of the log and send it on. Exit status 1 where the log is no longer that of its last head."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=float, default=3600.0, help="for how long entries are taken in at most")

    def handle(self, *args: object, seconds: float, **options: object) -> None:
        try:
            head = publications.sign_head(seconds)
        except (heads.LogChanged, KeyUnreadable) as error:
            raise CommandError(str(error)) from error
        sent = delivery.deliver(seconds)
        self.stdout.write(head.note if head else "nothing to sign")
        self.stderr.write(f"{sent} heads sent on")
