"""The files of an event that other programs subscribe to or read: each for whoever may see the event's page.

Programs have no session. They bring the secret of a share link in the address, ``?key=``.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, vUri
from icalendar import Event as Entry

from frontend.components.access import actor_by_key
from frontend.pages.tournament.event_feeds.written import Written
from records.accounts.access.facts import Reader
from records.core.languages import reader_language
from records.core.spreadsheets import as_csv
from records.tournament import events, publications
from records.tournament.events.overview.progress import RoundOverview, is_decided, rounds_of
from records.tournament.events.overview.tables import TableOverview
from records.wording.figures import points as signed
from records.wording.verdict_text import open_rounds

ENTRIES = 100
"""The latest tables, which a reader that asks now and then will not miss."""

NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold; names in records may have them."""
SEATING = ("stage", "round", "starts", "table", "seat", "player", "team")
RESULTS = ("stage", "round", "table", "place", "player", "team", "points", "status", "rounds_checked", "rounds_played", "match")
FRESH = 60
"""Seconds for which who has a file of a public event need not ask again."""


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
    """Names with their points, the best first: ``Li +12 · Wang −4``; and how many rounds were not checked."""
    got = (one.scores.points if one.scores else None) or {}
    shown = ((written.overview.shown(name), number) for name, number in got.items())
    ranked = sorted(shown, key=lambda pair: (-pair[1], pair[0]))
    not_checked = open_rounds(one.checked)
    return " · ".join([*(f"{name} {signed(number)}" for name, number in ranked), *([not_checked] if not_checked else [])])


def seating_of(written: Written) -> str:
    """Who sits where, or is to: a row for each seat."""
    planned = written.planned()

    def rows() -> Iterator[tuple[str | int | None, ...]]:
        for one in written.overview.tables:
            starts = one.table.round.starts_at
            for seat, name in planned.get(one.table.pk) or _played(one):
                team = written.overview.teams.get(_entrant(written, name), "")
                when = starts.isoformat(timespec="minutes") if starts else ""
                yield one.stage.number, one.round, when, one.table.name, seat, written.overview.shown(name), team

    return "".join(as_csv(SEATING, rows()))


def results_of(written: Written) -> str:
    """What everybody got at every table: a row for each player, with the place at the table; equal points share one."""
    pages = written.pages_of([one.match for one in written.overview.tables if one.match])

    def rows() -> Iterator[tuple[str | int | None, ...]]:
        for one in written.overview.tables:
            points = (one.scores.points if one.scores else None) or {}
            judgement = one.match.current_judgement if one.match else None
            status, checked = judgement.shown_as if judgement else "", one.checked
            page = pages.get(one.match.pk, "") if one.match else ""
            for name, got in sorted(points.items(), key=lambda pair: (-pair[1], pair[0])):
                place = 1 + sum(other > got for other in points.values())
                team = written.overview.teams.get(_entrant(written, name), "")
                shown = written.overview.shown(name)
                at = one.stage.number, one.round, one.table.name
                yield *at, place, shown, team, got, status, checked.rounds, checked.of, page

    return "".join(as_csv(RESULTS, rows()))


def prescript_of(written: Written) -> str:
    """The planned seating in the form of MahjongPantheon's prescripts: a line for each table of four, the numbers of the players
    by their seats with hyphens between, an empty line between rounds. Players are numbered from 1 by their names in order, after
    them those who fill seats for the house."""
    numbers = {entrant.name: number for number, entrant in enumerate(written.overview.entrants, 1)}
    planned = written.planned()
    rounds: dict[tuple[int, int], list[str]] = {}
    for one in written.overview.tables:
        seated = planned.get(one.table.pk, [])
        if len(seated) == 4:
            line = "-".join(str(numbers.setdefault(name, len(numbers) + 1)) for _, name in seated)
            rounds.setdefault(one.place[:2], []).append(line)
    return "\n\n".join("\n".join(lines) for _, lines in sorted(rounds.items())) + "\n"


def _played(one: TableOverview) -> list[tuple[str, str]]:
    """Who sat at a table that nobody planned; the seats stand in the record."""
    return [("", name) for name in sorted(one.scores.names)] if one.scores else []


def _entrant(written: Written, name: str) -> str:
    return written.overview.entrant_names.get(name, name)


def calendar_of(written: Written) -> bytes:
    """The calendar. A round keeps its identity when it is planned for another time, so that calendars move it."""
    calendar = Calendar()
    calendar.add("prodid", "-//Referee//rounds of an event//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", written.event.name)
    for one in rounds_of(written.overview):
        if one.starts_at is not None:
            calendar.add_component(_entry(written, one))
    return bytes(calendar.to_ical())


def _entry(written: Written, one: RoundOverview) -> Entry:
    assert one.starts_at is not None
    event, entry = written.event, Entry()
    entry.add("uid", str(uuid.uuid5(event.pk, f"round {one.stage.number} {one.number}")))
    entry.add("sequence", min(event.version, 2**31 - 1))
    entry.add("dtstamp", timezone.now())
    entry.add("dtstart", one.starts_at.astimezone(UTC))
    entry.add("summary", f"{event.name}: {written.round_name(one.stage, one.number)}")
    entry.add("url", vUri(written.page))
    return entry


class File(NamedTuple):
    """A file of an event: its media type, and what writes it."""

    media_type: str
    write: Callable[[Written], str | bytes]


FILES = {
    "rounds.ics": File("text/calendar; charset=utf-8", calendar_of),
    "results.atom": File("application/atom+xml; charset=utf-8", feed_of),
    "seating.csv": File("text/csv; charset=utf-8", seating_of),
    "results.csv": File("text/csv; charset=utf-8", results_of),
    "prescript.txt": File("text/plain; charset=utf-8", prescript_of),
}


class FileConverter(StringConverter):
    """The part of an address that names one of these files."""

    regex = "|".join(map(re.escape, FILES))


register_converter(FileConverter, "event_file")


@require_safe
def file(request: HttpRequest, event_id: uuid.UUID, name: str) -> HttpResponseBase:
    """A file of an event, 304 for who has the present one."""
    actor = actor_by_key(request)
    event, found = events.find(actor, event_id), FILES[name]
    if event is None:
        raise Http404
    reader = events.reader_of(actor, event)
    tag = f'W/"{event.version}-{get_language()}-{reader.replace(" ", "-")}"'
    open_to_all = event.public and reader == Reader.OUTSIDER and not actor.is_authenticated
    kept = f"public, max-age={FRESH}" if open_to_all else "private, no-cache"
    headers = {"ETag": tag, "Cache-Control": kept}
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        for header, value in headers.items():
            unchanged.headers[header] = value
        return unchanged
    content = found.write(Written(request, actor, publications.overview_for(actor, event)))
    headers["Content-Disposition"] = f'inline; filename="{name}"'
    return HttpResponse(content, content_type=found.media_type, headers=headers)
