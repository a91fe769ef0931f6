"""``manage.py verify_audit``: checks the chain of the audit log, and what is stored against what it says."""

import argparse

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.accounts import access, audit
from records.accounts.audit import checks, log
from records.archive import matches
from records.tournament.models import Publication
from referee.tournament.published.canonical import Unreadable
from referee.tournament.verification.verify import opened

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
    "an entry noted earlier and kept elsewhere, by --expect NUMBER:HASH, or with a publication, by --head FILE."
)
UNTOLD = 3
"""The exit status where a file cannot tell whether the log is still what it was."""


def noted(text: str) -> audit.Head:
    """Parse ``NUMBER:HASH``."""
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise argparse.ArgumentTypeError("expected NUMBER:HASH, as this command printed it earlier")
    return audit.Head(int(number), digest)


def head_in(name: str) -> audit.Head:
    """Return the last audit entry before a publication, as its file says. Raises CommandError where the file cannot tell."""
    try:
        with open(name, "rb") as file:
            report = opened(file)
    except OSError as error:
        raise _untold(name, error.strerror or str(error)) from error
    except Unreadable as error:
        raise _untold(name, error.message["en"]) from error
    if report.problems:
        raise _untold(name, f"{report.problems[0].place or '/'} {report.problems[0].message['en']}")
    if not Publication.objects.filter(fingerprint=report.file["signature"]["fingerprint"]).exists():
        raise _untold(name, "It is signed by a key with which nothing was published here.")
    if "audit" not in report.document:
        raise _untold(name, "It carries no entry of the audit log.")
    return audit.Head(**report.document["audit"])


def _untold(name: str, why: str) -> CommandError:
    return CommandError(f"{name} cannot tell whether the audit log is still what it was: {why}", returncode=UNTOLD)


class Command(BaseCommand):
    """Check every entry of the audit log, the triggers that keep it, and records, verdicts, rulings and roles against it.

    Exit status 1 where something does not hold: it says which part, and at what. 3 where the file after --head cannot tell.
    """

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "an entry noted earlier, that must still be there: shows a log that was cut off or written anew"
        kept = parser.add_mutually_exclusive_group()
        kept.add_argument("--expect", type=noted, default=audit.Head(0, log.GENESIS), metavar="NUMBER:HASH", help=help_text)
        help_text = "published results: the entry that they carry must still stand where it stood"
        kept.add_argument("--head", metavar="FILE", help=help_text)
        known = [CHAIN, *checks.parts()]
        parser.add_argument("--only", nargs="+", choices=known, metavar="PART", help=f"only these parts, of: {', '.join(known)}")
        help_text = "first seal the verdicts that are not sealed yet, and write down all roles where that was never done"
        parser.add_argument("--seal", action="store_true", help=help_text)

    def handle(
        self, *args: object, expect: audit.Head, head: str | None, only: list[str] | None, seal: bool, **options: object
    ) -> None:
        kept = head_in(head) if head else expect
        if seal:
            access.write_baseline()
            while matches.seal_verdicts(settings.SEAL_SECONDS):
                pass
        report = checks.verify_all(*kept, only)
        chain = report.chain
        if head:
            stands = chain.broken is None or chain.broken.number > kept.number
            self.stdout.write(f"entry {kept.number} of {head} {'stands' if stands else 'does not stand'} where it stood")
        if chain.broken:
            said = f"entry {chain.broken.number}: {REASONS[chain.broken.reason]} ({chain.broken.reason})"
            raise CommandError(f"{said}\nWhat else the log says was not compared with what is stored.")
        self._say(report)
        if not kept.number:
            self.stdout.write(UNSHOWN)
        elif not head:
            self.stdout.write(f"entry {kept.number} is the one that was noted")
        faults = [f"{check.part}: {fault}" for check in report.checks for fault in check.faults()]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"note {chain.number}:{chain.hash}")

    def _say(self, report: checks.Report) -> None:
        """Say what was checked, and what was not."""
        self.stdout.write(f"{CHAIN}: {report.chain.entries} entries, each follows from the one before")
        if report.emptied:
            self.stdout.write(f"entry {report.emptied} says that the database was emptied: what was stored before is not there")
        for check in report.checks:
            uncovered = f"; not covered: {check.uncovered}" if check.uncovered else ""
            self.stdout.write(f"{check.part}: {check.checked} {check.unit}{uncovered}")
