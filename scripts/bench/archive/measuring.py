"""Making an archive in a database of its own, and how soon its pages are there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client

from config.warm_up import collect_garbage_rarely, load_all
from records.models import Batch, Club, Event, Match, Player
from referee.chinese import simplified_characters
from scripts.bench.archive import names
from scripts.bench.archive.building import BIG, EVENT, build
from scripts.bench.archive.copies import execute
from scripts.bench.archive.matches import RARE, Size, event_name
from scripts.bench.bulk import load
from scripts.bench.service.cost import backend_milliseconds
from tests.plans.plan import plans

INDEXES = """
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid = ANY (%s::regclass[]) AND NOT indisunique AND NOT indisprimary
"""
PEOPLE = ("a visitor", "a member", "the staff")
"""Who asks: somebody who sees the public matches, one of a hundred; a member, also those of a club; the staff, all."""


Address = Callable[[random.Random], str]


PAGED = (
    "flagged",
    "dates",
    "a year",
    "up to a year",
    "a player",
    "a frequent surname",
    "a character of a given name",
    "text: a part of a name",
    "text: a year, in names of events",
)
"""What is asked of the archive's page too, which counts up to its bound."""


def make(matches: int) -> None:
    """Make an archive. Its indexes are made in the end: that is quicker."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(INDEXES, [sorted(BIG)])
        indexes = cursor.fetchall()
        for name, _ in indexes:
            execute(f"DROP INDEX {name}")
        build(Size(matches, texts=True))
        for _, definition in indexes:
            execute(definition)
    execute("VACUUM (ANALYZE)")


def searches(size: Size, dice: random.Random) -> dict[str, str]:
    """What is asked of the archive's list, by kind; names differ from call to call."""
    player = next(name for name in iter(lambda: names.person(dice.randrange(0, size.people, 2)), "") if len(name) == 3)
    event = event_name(size, dice.randrange(size.events))
    year, other = dice.sample(range(2018, 2026), 2)
    return {
        "newest": "",
        "by day, the oldest first": "sort=oldest",
        "a game": f"game={dice.choice(['gouji', 'sichuan', 'kawuxing', 'xueliu'])}",
        "flagged": "status=flagged",
        "failed": "state=failed",
        "dates": f"date_from={year}.03.01&date_to={year}.03.31",
        "a year": f"date_from={year}&date_to={year}",
        "a year, by day": f"date_from={year}&date_to={year}&sort=date",
        "up to a year": f"date_to={year}",
        "flagged, of a year": f"status=flagged&date_from={year}&date_to={year}",
        "an event": f"event={event}",
        "a part of an event's name": f"event={event[5:7]}",
        "a player": f"player={player}",
        "a player in the other script": f"player={simplified_characters(player)}",
        "a part of a player's name": f"player={player[1:]}",
        "a character of a given name": f"player={dice.choice(names.GIVEN)}",
        "a frequent surname": f"player={dice.choice('王李張劉陳')}",
        "nobody of this name": "player=nobody",
        "a rare finding": f"finding={RARE}",
        "text: a player": f"q={player}",
        "text: a part of a name": f"q={player[1:]}",
        "text: a file": f"q=第{dice.randrange(size.matches // 10)}檔",
        "text: a table": "q=7",
        "text: what is everywhere": "q=年",
        "text: a year, in names of events": f"q={year}年",
        "text: a year and a place": f"q={year}年 {event[5:7]}",
        "text: two common words": f"q=賽 {dice.choice('王李張劉陳')}",
        "text: two common words that never meet": f"q={year}年 {other}年",
        "text: an event and a player": f"q={event[5:]} {player}",
        "text: nothing found": f"q=nobody{dice.randrange(1000)}",
    }


def other_pages(size: Size, dice: random.Random) -> dict[str, str]:
    """Addresses of the API and pages that a member looks at."""
    club = Club.objects.get(slug=f"club-{EVENT % size.clubs}")
    event = Event.objects.get(name=event_name(size, EVENT))
    some = Player.objects.filter(club=club).order_by("pk")[dice.randrange(size.people // size.clubs)]
    match = Match.objects.filter(club=club).order_by("pk")[dice.randrange(100)]
    batch = Batch.objects.filter(club=club).order_by("pk")[0]
    home = f"/api/v1/clubs/{club.slug}"
    return {
        "API: a match": f"/api/v1/matches/{match.pk}",
        "API: matches of a club": f"{home}/matches",
        "API: players of a club": f"{home}/players",
        "API: a player": f"{home}/players/{some.pk}",
        "API: matches of a player": f"{home}/players/{some.pk}/matches",
        "API: events of a club": f"{home}/events",
        "API: an event": f"/api/v1/events/{event.pk}",
        "API: tables of an event": f"/api/v1/events/{event.pk}/tables",
        "API: standings of an event": f"/api/v1/events/{event.pk}/standings",
        "export: the report of a batch": f"/api/v1/batches/{batch.pk}/report?format=csv",
        "page: archive": "/matches/",
        "page: archive, page 40": "/matches/?page=40",
        "page: a match": f"/matches/{match.pk}/",
        "page: a club": f"/clubs/{club.slug}/",
        "page: players of a club": f"/clubs/{club.slug}/players/",
        "page: players, most matches first": f"/clubs/{club.slug}/players/?sort=matches",
        "page: a player": f"/clubs/{club.slug}/players/{some.pk}/",
        "page: events": "/events/",
        "page: an event": f"/events/{event.pk}/",
    }


def backend() -> int:
    """The process of the database that answers this one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def print_times(matches: int, times: int) -> None:
    """Print how long each answer takes, by the clock and in CPU, and how many pages of 8 KiB PostgreSQL looks at for it.

    CPU is that of this process and of its process of the database: what else the machine does takes none of it.
    """
    settings.SESSION_ENGINE, settings.ALLOWED_HOSTS = "django.contrib.sessions.backends.signed_cookies", ["*"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    load_all()
    collect_garbage_rarely()
    size = Size(matches, texts=True)
    print(f"\n{load()}\n\n| what is asked for | who | p50 ms | p95 ms | CPU: p50 ms | p95 ms | pages looked at |")
    print("|---|---|---|---|---|---|---|")
    for who, kind, address in _asked(size):
        took, looked = _measured(_client(who, size), address, random.Random(kind), times)
        figures = [_at(share, one) for one in zip(*took, strict=True) for share in (0.5, 0.95)]
        print(f"| {kind} | {who} | {' | '.join(f'{figure:.0f}' for figure in figures)} | {looked:,} |", flush=True)
    print(f"\n{load()}")


def _at(share: float, took: Sequence[float]) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * share))]


def _measured(client: Client, address: Address, dice: random.Random, times: int) -> tuple[list[tuple[float, float]], int]:
    """The milliseconds that so many answers take, by the clock and of CPU, and the pages looked at for one more."""
    took = []
    _get(client, address(dice))
    for _ in range(times):
        asked = address(dice)
        start, spent = time.perf_counter(), time.process_time() + backend_milliseconds() / 1000
        _get(client, asked)
        ended, spent_then = time.perf_counter(), time.process_time() + backend_milliseconds() / 1000
        took.append((1000 * (ended - start), 1000 * (spent_then - spent)))
    asked = address(dice)
    return took, sum(plan.buffers for plan in plans(lambda: _get(client, asked)))


def _asked(size: Size) -> Iterator[tuple[str, str, Address]]:
    """Who asks for what, and the address of it."""
    for kind in searches(size, random.Random(1)):
        for who in PEOPLE:
            yield who, kind, partial(_search, size, "/api/v1/matches", kind)
    for kind in PAGED:
        for who in PEOPLE[1:]:
            yield who, f"page: {kind}", partial(_search, size, "/matches/", kind)
    for kind in other_pages(size, random.Random(1)):
        yield PEOPLE[1], kind, partial(_page, size, kind)


def _search(size: Size, at: str, kind: str, dice: random.Random) -> str:
    return f"{at}?{searches(size, dice)[kind]}"


def _page(size: Size, kind: str, dice: random.Random) -> str:
    return other_pages(size, dice)[kind]


def _client(who: str, size: Size) -> Client:
    client = Client()
    if who != PEOPLE[0]:
        client.force_login(get_user_model().objects.get(username={PEOPLE[1]: "organizer", PEOPLE[2]: "staff"}[who]))
    return client


def _get(client: Client, address: str) -> Any:
    answer: Any = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code} {answer.content[:300]!r}")
    if answer.streaming:
        next(iter(answer.streaming_content), b"")  # the first byte
    return answer
