"""``manage.py sweep``: ring again for matches that wait too long, once."""

from django.conf import settings
from django.core.management.base import BaseCommand

from records import batches, matches


class Command(BaseCommand):
    """Ring again for matches that have been pending or judging too long."""

    help = __doc__

    def add_arguments(self, parser) -> None:
        parser.add_argument("--older-than", type=float, default=settings.SWEEP_AFTER, help="seconds since the last ring")
        parser.add_argument("--lost-after", type=float, default=settings.LOST_AFTER, help="seconds of being judged")

    def handle(self, *args, older_than: float, lost_after: float, **options) -> None:
        batches.sweep(older_than)
        self.stdout.write(f"rung for {matches.sweep(older_than, lost_after)} matches")
