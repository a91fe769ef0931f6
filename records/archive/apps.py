"""The app of stored matches and their judgements."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    name = "records.archive"
    verbose_name = _("Archive")

    def ready(self) -> None:
        """Import the modules that register kinds of jobs, check the database, receive signals or give metrics."""
        import records.archive.batches.control
        import records.archive.club_exports.making
        import records.archive.matches.metrics
        import records.archive.matches.seals.checks
        import records.archive.matches.seals.sealing
        import records.archive.mistakes.searching
        import records.archive.rejudging.run
        import records.archive.round_gifs.making
        import records.archive.visitors
