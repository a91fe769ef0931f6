"""``manage.py results_key``: prints the public key that verifies published results; ``--make FILE`` creates a private one."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from records.publications import signing_keys
from referee.results.published import signature


class Command(BaseCommand):
    """Print the public key and its fingerprint. Exit status 1 where the private key cannot be read."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "make a new private key there, for RESULTS_KEY; it signs nothing until the service is started with it"
        parser.add_argument("--make", type=Path, metavar="FILE", help=help_text)

    def handle(self, *args: object, make: Path | None, **options: object) -> None:
        try:
            if make:
                if make.exists():
                    raise CommandError(f"{make} is there already")
                signing_keys.create_key(make)
                public = signature.public_of(make.read_bytes())
            else:
                public = signing_keys.public_key()
        except signing_keys.KeyUnreadable as error:
            raise CommandError(str(error)) from error
        self.stdout.write(signature.pem(public), ending="")
        self.stdout.write(signature.fingerprint(public))
