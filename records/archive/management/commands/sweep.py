"""``manage.py sweep``: enqueues again, once, what has waited too long or lost its worker."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from records.archive import matches
from records.core.queue import jobs


class Command(BaseCommand):
    """Enqueue again matches that have been pending or judging too long, and jobs."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--older-than", type=float, default=settings.SWEEP_AFTER, help="seconds since it was last enqueued")
        parser.add_argument("--lost-after", type=float, default=settings.LOST_AFTER, help="seconds of being worked on")

    def handle(self, *args: object, older_than: float, lost_after: float, **options: object) -> None:
        jobs.sweep(older_than, lost_after)
        self.stdout.write(f"enqueued {matches.sweep(older_than, lost_after)} matches")
