"""``manage.py results_key``: prints the public key that verifies published results; ``--make FILE`` creates a private one,
``--withdrawn`` prints the signed list of withdrawn keys."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from records.tournament.publications import signing_keys
from referee.tournament.published import signature


class Command(BaseCommand):
    """Print the public key and its fingerprint. Exit status 1 where the private key cannot be read."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "make a new private key there, for RESULTS_KEY; it signs nothing until the service is started with it"
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--make", type=Path, metavar="FILE", help=help_text)
        what.add_argument(
            "--withdrawn",
            action="store_true",
            help="print RESULTS_KEYS_WITHDRAWN as a list that the key signs, for verify-results",
        )

    def handle(self, *args: object, make: Path | None, withdrawn: bool, **options: object) -> None:
        try:
            if withdrawn:
                self.stdout.write(signing_keys.withdrawn_keys(timezone.now()).decode("ascii"), ending="")
                return
            if make:
                if make.exists():
                    raise CommandError(f"{make} is there already")
                signing_keys.create_key(make)
                public = signature.public_of(make.read_bytes())
            else:
                public = signing_keys.public_key()
        except (signing_keys.KeyUnreadable, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(signature.pem(public), ending="")
        self.stdout.write(signature.fingerprint(public))
