"""An event that is written into a file: what it is, and the addresses that stand in the file."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frontend.components.matches.links import Links
from records import events, matches
from records.events.overview.event import EventOverview
from records.models import Event, Match, Stage
from referee import registry


class Written(NamedTuple):
    """An event for one reader, who came by a share link where there is a ``secret``."""

    request: HttpRequest
    overview: EventOverview
    secret: str

    @property
    def event(self) -> Event:
        return self.overview.event

    @property
    def page(self) -> str:
        """The whole address of the event's page."""
        own = reverse("pages:event", args=[self.event.pk])
        return self.absolute(reverse("pages:shared_match", args=[self.secret]) if self.secret else own)

    def absolute(self, address: str) -> str:
        """A whole address on this service."""
        return self.request.build_absolute_uri(address)

    def pages_of(self, some: list[Match]) -> dict[uuid.UUID, str]:
        """The whole addresses of those of these matches that the reader may see."""
        ids = [one.pk for one in some]
        seen = set(ids) if self.secret else matches.visible_among(self.request.user, ids)
        links = (Links(one, self.secret, inside=bool(self.secret)) for one in some if one.pk in seen)
        return {one.match.pk: self.absolute(one.page) for one in links}

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
