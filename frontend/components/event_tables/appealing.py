"""Appealing from the page of a table: against what, until when, how often, and what was answered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from frontend.components.access import at_table
from frontend.components.event_tables.listed import appeal_rows, title_of
from frontend.components.verdict.rulings import decision, finding_texts, said_of
from records.archive import matches
from records.core.languages import localized
from records.tournament import appeals
from records.tournament.events import PersonAt, SeatLink, overview_of
from records.tournament.events.overview.placing import appeal_entry
from records.wording.finding_text import FindingTexts
from referee.tournament.ranking.rulings import findings_of


def appealing_context(link: SeatLink) -> dict[str, Any]:
    """The context of ``appealing.html`` for who has a link of a table."""
    event, table = link.table.event, link.table
    players = appeals.players_of(link)
    things = appeals.things_at(table) if players else []
    made = [one for one in overview_of(event).appeals if one.row.table_id == table.pk] if event.appeals.exists() else []
    ends = [appeals.open_until(event, table, player, thing) for player in players for thing in things]
    known = [end for end in ends if end is not None]
    now = timezone.now()
    entries = list(map(appeal_entry, made))
    texts = finding_texts([one.row for one in things if one.against == "ruling"], entries)
    closed = bool(ends) and len(known) == len(ends) and max(known) < now
    return {
        "link": link,
        "address": at_table("table", link),
        "event": event,
        "players": [{"seat": one.seat, "name": one.name, "left": appeals.appeals_left(event, one)} for one in players],
        "things": [
            {"name": one.name, "text": _said(one, table.match, texts), "until": _until(event, table, players, one, now)}
            for one in things
        ],
        "closed": max(known) if closed else None,
        "made": appeal_rows(entries, texts),
    }


def _until(event: Any, table: Any, players: list[PersonAt], thing: appeals.Thing, now: datetime) -> dict[str, Any]:
    """Until when one of these players may appeal against something, and whether that is over."""
    ends = [appeals.open_until(event, table, player, thing) for player in players]
    last = None if None in ends else max((end for end in ends if end is not None), default=None)
    return {"at": last, "over": last is not None and last < now}


def _said(thing: appeals.Thing, match: Any, texts: FindingTexts) -> str:
    """What may be appealed against, in words."""
    row = thing.row
    if thing.against == "penalty":
        return _("penalty %(n)s: %(what)s, %(who)s") % {
            "n": row.number,
            "what": title_of(row.name, row.amount),
            "who": row.entrant_name,
        }
    if thing.against == "ruling":
        words = {"n": row.number, "decision": decision(row.decision), "said": said_of(row, texts)}
        return _("ruling %(n)s: %(decision)s — %(said)s") % words
    where = _("Round %(n)s") % {"n": row["round"]} if row["round"] else _("The match")
    return f"{where} · {localized(row['message']) if match is None else _with_names(match, thing)}"


def _with_names(match: Any, thing: appeals.Thing) -> str:
    """A finding as its reader gets it: with the players' names."""
    verdict = matches.verdict_of(match)
    assert verdict is not None
    assert thing.finding is not None
    named = matches.verdict_for_reader(match, verdict)
    for key, finding in zip(findings_of(verdict), findings_of(named).values(), strict=True):
        if key == thing.finding:
            return localized(finding["message"])
    return localized(thing.row["message"])
