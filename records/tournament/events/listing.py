"""The list of events that a person may see, whatever their club: those that run, those to come, those that are over."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from records.archive.matches.dates import as_written
from records.core.db.names.key import search_key
from records.core.db.names.search import words_of
from records.core.people import Actor
from records.tournament.events.models import Event
from records.tournament.events.visibility import visible_to

SEARCHED = 5000
"""How many events are searched by name at most, the latest."""


def running(day: date) -> Q:
    """The events that run on a day: begun and not over. One without a last day is over after its first; one without any runs."""
    return ~coming(day) & ~over(day)


def coming(day: date) -> Q:
    """The events that begin after a day."""
    return Q(starts__gt=as_written(day))


def over(day: date) -> Q:
    """The events that ended before a day."""
    today = as_written(day)
    return Q(ends__gt="", ends__lt=today) | Q(ends="", starts__gt="", starts__lt=today)


def listed(actor: Actor, name: str = "") -> QuerySet[Event]:
    """The events that a person may see whose names have every word of a text, in either Chinese script."""
    found = visible_to(actor)
    words = words_of(name)
    if not words:
        return found
    names = found.values_list("pk", "name")[:SEARCHED]
    return found.filter(pk__in=[pk for pk, text in names if all(word in search_key(text) for word in words)])
