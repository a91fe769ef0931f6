"""``manage.py sweep``: ring again for matches that wait too long, once."""

from django.conf import settings
from django.core.management.base import BaseCommand

from records import services


class Command(BaseCommand):
    """Ring again for matches that have been pending or judging too long."""

    help = __doc__

    def add_arguments(self, parser) -> None:
        parser.add_argument("--older-than", type=float, default=settings.SWEEP_AFTER, help="seconds")

    def handle(self, *args, older_than: float, **options) -> None:
        self.stdout.write(f"rung for {services.sweep(older_than)} matches")
