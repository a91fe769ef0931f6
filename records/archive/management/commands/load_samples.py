"""``manage.py load_samples``: stores the sample matches as public ones, to be judged by workers."""

from django.core.management.base import BaseCommand

from records.archive import matches, samples


class Command(BaseCommand):
    """Store the sample matches as public ones."""

    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        new = 0
        for path in samples.FILES:
            uploaded = matches.upload(path.read_bytes(), media_type="text/x-ppn", filename=path.name, public=True)
            new += sum(uploaded.created)
        self.stdout.write(f"{new} new sample matches")
