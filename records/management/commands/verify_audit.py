"""``manage.py verify_audit``: checks the chain of the audit log, and what is stored against what it says."""

import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from records import access, matches
from records.audit import checks, log

REASONS = {
    "missing": "it is not there",
    "unnumbered": "its number does not follow",
    "unlinked": "it does not follow from the entry before it: one of the two was changed, or put in",
    "changed": "it was changed: its hash is not that of what it says",
    "replaced": "it is not the one that was noted: the log was written anew from here or before",
}
CHAIN = "chain"
UNSHOWN = (
    "Not shown: whether the end of the log was cut off, or all of it written anew. A chain alone cannot show that: compare with "
    "an entry noted earlier and kept elsewhere, by --expect NUMBER:HASH."
)


def noted(text: str) -> tuple[int, str]:
    """Parse ``NUMBER:HASH``."""
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise argparse.ArgumentTypeError("expected NUMBER:HASH, as this command printed it earlier")
    return int(number), digest


class Command(BaseCommand):
    """Check every entry of the audit log, the triggers that keep it, and records, verdicts, rulings and roles against it.

    Exit status 1 where something does not hold: it says which part, and at what.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "an entry noted earlier, that must still be there: shows a log that was cut off or written anew"
        parser.add_argument("--expect", type=noted, default=(0, log.GENESIS), metavar="NUMBER:HASH", help=help_text)
        known = [CHAIN, *checks.parts()]
        parser.add_argument("--only", nargs="+", choices=known, metavar="PART", help=f"only these parts, of: {', '.join(known)}")
        help_text = "first seal the verdicts that are not sealed yet, and write down all roles where that was never done"
        parser.add_argument("--seal", action="store_true", help=help_text)

    def handle(self, *args: object, expect: tuple[int, str], only: list[str] | None, seal: bool, **options: object) -> None:
        if seal:
            access.write_baseline()
            while matches.seal_verdicts(settings.SEAL_SECONDS):
                pass
        report = checks.verify_all(*expect, only)
        chain = report.chain
        if chain.broken:
            said = f"entry {chain.broken.number}: {REASONS[chain.broken.reason]} ({chain.broken.reason})"
            raise CommandError(f"{said}\nWhat else the log says was not compared with what is stored.")
        self._say(report, *expect)
        faults = [f"{check.part}: {fault}" for check in report.checks for fault in check.faults()]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"note {chain.number}:{chain.hash}")

    def _say(self, report: checks.Report, number: int, digest: str) -> None:
        """Say what was checked, what was not, and what cannot be seen here."""
        self.stdout.write(f"{CHAIN}: {report.chain.entries} entries, each follows from the one before")
        if report.emptied:
            self.stdout.write(f"entry {report.emptied} says that the database was emptied: what was stored before is not there")
        for check in report.checks:
            uncovered = f"; not covered: {check.uncovered}" if check.uncovered else ""
            self.stdout.write(f"{check.part}: {check.checked} {check.unit}{uncovered}")
        self.stdout.write(f"entry {number} is the one that was noted" if number else UNSHOWN)
