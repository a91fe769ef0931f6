"""``manage.py rejudge``: judges an archive again and prints what differs."""

import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.accounts.clubs.models import Club
from records.archive import matches, rejudging
from records.archive.rejudging.models import Rejudging
from records.core import errors
from records.core.queue import jobs


class Command(BaseCommand):
    """Judge the archive of a club or of the whole service again. Workers do it; with --here this process does."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", help="its short name; without: every match of the service")
        for name in matches.FILTERS:
            parser.add_argument(f"--{name.replace('_', '-')}", default="", help=f"only matches that fit: {name}")
        parser.add_argument("--rules", default="", help="in the place of the records' own: 'max_fan=5'")
        kept = parser.add_mutually_exclusive_group()
        kept.add_argument("--apply", action="store_true", default=None, help="the new verdicts become the current ones")
        kept.add_argument("--compare", action="store_false", dest="apply", help="they are only compared")
        parser.add_argument("--here", action="store_true", help="do it in this process")

    def handle(self, *args: object, club: str | None, rules: str, apply: bool | None, here: bool, **options: Any) -> None:
        found = Club.objects.filter(slug=club).first() if club else None
        if club and found is None:
            raise CommandError(f"no club {club}")
        try:
            filters = {name: options[name] for name in matches.FILTERS}
            one = rejudging.start(None, found, filters=filters, rules=rules, apply=apply)
        except errors.Refusal as refusal:
            raise CommandError(refusal.message.texts()["en"]) from refusal
        self.stdout.write(f"judging again {one.pk}")
        while not one.finished:
            if not (here and jobs.run(one.pk, seconds=5)):
                time.sleep(1)
            one.refresh_from_db()
            count = Counter(one.counts)
            self.stdout.write(f"{count['done']} of {count['total']}: {count['differing']} differ, {count['failed']} failed")
        self._summary(one)

    def _summary(self, one: Rejudging) -> None:
        for kind, count in one.summary.get("kinds", {}).items():
            self.stdout.write(f"  {kind}: {count}")
        for clause, counts in one.summary.get("clauses", {}).items():
            self.stdout.write(f"  {clause}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
