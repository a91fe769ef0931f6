"""The app of events and what hangs on them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    name = "records.tournament"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Import the modules that register kinds of jobs, check the database, receive signals or give metrics."""
        import records.tournament.appeals.making
        import records.tournament.events.lock
        import records.tournament.events.rulings
        import records.tournament.penalties.giving
        import records.tournament.publications.publishing
        import records.tournament.sheets.finishing
        import records.tournament.tables.changing
        import records.tournament.tables.match_assignment
