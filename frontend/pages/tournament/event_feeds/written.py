"""An event that is written into a file: what it is, and the addresses that stand in the file."""

from __future__ import annotations

import uuid
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frontend.components.matches.links import Links
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.core.people import Actor
from records.tournament import events
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event, Stage
from referee.core import registry


class Written(NamedTuple):
    """An event for one actor."""

    request: HttpRequest
    actor: Actor
    overview: EventOverview

    @property
    def event(self) -> Event:
        return self.overview.event

    @property
    def page(self) -> str:
        """The whole address of the event's page."""
        return self.absolute(reverse("pages:event", args=[self.event.pk]))

    def absolute(self, address: str) -> str:
        """The whole address of a page of this service; for who came by a link that of the link, which leads on to the page."""
        if link := access.link_to_event(self.actor, self.event.pk):
            address = f"{reverse('pages:open_link', args=[link.secret])}?{urlencode({'next': address})}"
        return self.request.build_absolute_uri(address)

    def pages_of(self, some: list[Match]) -> dict[uuid.UUID, str]:
        """The whole addresses of those of these matches that the actor may see."""
        seen = matches.visible_among(self.actor, [one.pk for one in some])
        return {one.pk: self.absolute(Links(one).page) for one in some if one.pk in seen}

    def round_name(self, stage: Stage, number: int) -> str:
        """A round in the reader's language, with its stage where there are several."""
        round_ = pgettext("tables", "Round %(n)s") % {"n": number}
        if len(self.overview.stages) < 2:
            return round_
        return f"{stage.name or _('Stage %(n)s') % {'n': stage.number}} · {round_}"

    def planned(self) -> dict[int, list[tuple[str, str]]]:
        """Seat and name of those who are to sit at each table, in the order of the game's seats."""
        game = registry.find(self.event.game)
        seats = game.rulebook.seats if game else ""
        planned = events.names_planned(one.table for one in self.overview.tables)
        return {table: sorted(some.items(), key=lambda pair: seats.find(pair[0])) for table, some in planned.items()}
