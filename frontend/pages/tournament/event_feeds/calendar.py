"""The rounds of an event as a calendar (iCalendar, RFC 5545): those whose start is planned."""

from __future__ import annotations

import uuid
from datetime import UTC

from django.utils import timezone
from icalendar import Calendar, vUri
from icalendar import Event as Entry

from frontend.pages.tournament.event_feeds.written import Written
from records.tournament.events.overview.progress import RoundOverview, rounds_of


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
