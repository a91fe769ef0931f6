"""The results of an event as an Atom feed: an entry for every table that has points, the latest first."""

from __future__ import annotations

import re
import uuid
from datetime import datetime

from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from frontend.pages.tournament.event_feeds.written import Written
from records.core.languages import reader_language
from records.tournament.events.overview.progress import is_decided
from records.tournament.events.overview.tables import TableOverview
from records.wording.figures import points as signed

ENTRIES = 100
"""The latest tables, which a reader that asks now and then will not miss."""

NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold; names in records may have them."""


def feed_of(written: Written) -> str:
    """The feed. An entry keeps its identity when its table is judged again or ruled on, and says when that was."""
    event = written.event
    tables = sorted(
        (one for one in written.overview.tables if one.match and is_decided(one)), key=lambda one: _updated(one), reverse=True
    )[:ENTRIES]
    pages = written.pages_of([one.match for one in tables if one.match])
    feed = Atom1Feed(
        title=_readable(event.name),
        link=written.page,
        description=None,
        subtitle=_("Results as they come"),
        language={"zh": "zh-Hant"}.get(reader_language(), reader_language()),
        feed_url=written.request.build_absolute_uri(),
        feed_guid=event.pk.urn,
        author_name=_readable(event.name),
    )
    for one in tables:
        assert one.match is not None
        feed.add_item(
            title=_readable(_title(written, one)),
            link=pages.get(one.match.pk, written.page),
            description=_readable(_points(written, one)),
            unique_id=uuid.uuid5(event.pk, f"table {one.table.pk}").urn,
            pubdate=one.match.current_judgement.created_at if one.match.current_judgement else event.created_at,
            updateddate=_updated(one),
        )
    return feed.writeString("utf-8")


def _updated(one: TableOverview) -> datetime:
    """When the table got the points that it has: by its verdict, or by the last ruling on it."""
    judged = one.match.current_judgement.created_at if one.match and one.match.current_judgement else None
    found = [*([judged] if judged else []), *(ruling.at for ruling in one.rulings)]
    return max(found) if found else one.table.event.created_at


def _readable(text: str) -> str:
    """A text with what XML cannot hold replaced."""
    return NO_XML.sub("\ufffd", text)


def _title(written: Written, one: TableOverview) -> str:
    table = _("Table %(table)s") % {"table": one.table.name}
    return f"{written.round_name(one.stage, one.round)} · {table}"


def _points(written: Written, one: TableOverview) -> str:
    """Names with their points, the best first: ``Li +12 · Wang −4``."""
    got = (one.scores.points if one.scores else None) or {}
    shown = ((written.overview.shown(name), number) for name, number in got.items())
    ranked = sorted(shown, key=lambda pair: (-pair[1], pair[0]))
    return " · ".join(f"{name} {signed(number)}" for name, number in ranked)
