"""``manage.py verify_audit``: checks the chain of the audit log and names the first entry at which it breaks."""

import argparse

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records import audit
from records.audit import log

REASONS = {
    "missing": "it is not there",
    "unnumbered": "its number does not follow",
    "unlinked": "it does not follow from the entry before it: one of the two was changed, or put in",
    "changed": "it was changed: its hash is not that of what it says",
    "replaced": "it is not the one that was noted: the log was written anew from here or before",
}


def noted(text: str) -> tuple[int, str]:
    """Parse ``NUMBER:HASH``."""
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise argparse.ArgumentTypeError("expected NUMBER:HASH, as this command printed it earlier")
    return int(number), digest


class Command(BaseCommand):
    """Check every entry of the audit log. Exit status 1 and the first broken entry where the chain does not hold."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "an entry noted earlier, that must still be there: shows a log that was cut off or written anew"
        parser.add_argument("--expect", type=noted, default=(0, log.GENESIS), metavar="NUMBER:HASH", help=help_text)

    def handle(self, *args: object, expect: tuple[int, str], **options: object) -> None:
        chain = audit.verify(*expect)
        if chain.broken:
            raise CommandError(f"entry {chain.broken.number}: {REASONS[chain.broken.reason]} ({chain.broken.reason})")
        self.stdout.write(f"{chain.entries} entries, the chain holds; note {chain.number}:{chain.hash}")
