"""Looking through a player's matches for mistakes, in the background: each match once for an engine version, for all its seats.

A match whose mistakes are stored drops out of what is left to do, so the job has no cursor.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections import Counter
from collections.abc import Generator, Iterable
from datetime import timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts.access.roles import Right, may
from records.archive.matches.judging.seat_results import seated_people_of
from records.archive.matches.models import STORED, Match, MatchSeat
from records.archive.matches.replay import record_of
from records.archive.mistakes.models import Mistake
from records.archive.players.models import Player
from records.core.people import Actor
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Kind, register
from records.core.queue.models import Job

log = logging.getLogger(__name__)

KIND = "mistakes"
CHUNK = 100
MOST = 40
"""The mistakes of a seat in a match that are stored, the dearest."""
MATCH_SECONDS = 30.0
"""Seconds after which the further rounds of a match are not looked at any more."""
MOST_POINTS, MOST_TILES = 2**31 - 1, 2**15 - 1
"""What the columns hold."""
KEPT = timedelta(days=1)
KEY = ["match", "round", "move", "seat", "what"]


def unreviewed(player: Player) -> QuerySet[Match]:
    """The judged matches of a player that this engine version has not looked through."""
    sat = MatchSeat.objects.filter(alias__player=player).order_by().values("match")
    judged = Match.objects.filter(pk__in=sat, state=Match.State.JUDGED)
    return judged.exclude(mistakes_engine=referee.ENGINE_VERSION).order_by()


def search(player: Player) -> Job | None:
    """Start to look through the player's matches where some were not yet; the search as it stands, None where none was needed."""
    stands = search_of(player)
    if (stands and not stands.finished) or not unreviewed(player).exists():
        return stands
    try:
        with transaction.atomic():
            total = unreviewed(player).count()
            facts, counts = {"player": str(player.pk)}, {"total": total, "done": 0}
            stands = Job(kind=KIND, subject=_subject(player), facts=facts, counts=counts)
            jobs.start(stands)
    except IntegrityError:  # somebody else has opened the page at this moment
        return search_of(player)
    return stands


def search_of(player: Player) -> Job | None:
    """The latest search through a player's matches, None where there was none."""
    return Job.of(KIND, _subject(player)).first()


def _subject(player: Player) -> str:
    return f"player:{player.pk}"


def steps(job: Job) -> Generator[bool, None, None]:
    """Look through the matches, one a step. While any match waits for its first verdict, the rest waits its turn."""
    player = Player.objects.filter(pk=job.facts["player"]).first()
    while player and (ids := list(unreviewed(player).values_list("pk", flat=True)[:CHUNK])):
        for match_id in ids:
            review_match(match_id)
            jobs.advance(job, counts={"done": 1})
            yield Match.objects.filter(state=Match.State.PENDING).exists()


def skip_match(job: Job) -> bool:
    """Note the next match as looked through."""
    for match_id in unreviewed(Player.objects.get(pk=job.facts["player"])).values_list("pk", flat=True)[:1]:
        review_match(match_id, give_up=True)
        jobs.advance(job, counts={"done": 1})
    return True


def _sees(actor: Actor, job: Job) -> bool:
    club = Player.objects.filter(pk=job.facts["player"]).values_list("club", flat=True).first()
    return club is not None and may(actor, Right.READ, club)


def _addresses(job: Job) -> Addresses:
    player = Player.objects.select_related("club").get(pk=job.facts["player"])
    return Addresses(reverse("pages:mistakes", args=[player.club.slug, player.pk]))


register(
    Kind(
        name=KIND,
        label=_("Looking for mistakes"),
        steps=steps,
        skip=skip_match,
        labels={"done": _("Matches")},
        sees=_sees,
        addresses=_addresses,
        kept=KEPT,
    )
)


def review_match(match_id: uuid.UUID, *, give_up: bool = False) -> None:
    """Store the mistakes of a match, in the place of those that another engine version found; progress with those that stay is
    kept. ``give_up``: workers were lost over it, so it is only noted as looked through."""
    match = Match.objects.select_related("club").filter(pk=match_id).first()
    if match is None:
        return
    record = None if give_up else record_of(match)
    choices, found = _reviewed(match, record) if isinstance(record, referee.Record) else (0, [])
    with transaction.atomic():
        if not Match.objects.select_for_update(of=("self",)).filter(STORED, pk=match_id).exists():
            return  # deleted meanwhile: where it is brought back it is looked through then
        rows = _rows(match, record, found) if isinstance(record, referee.Record) else []
        _store(match, rows)
        Match.objects.filter(pk=match_id).update(mistakes_engine=referee.ENGINE_VERSION, choices_weighed=choices)


def _reviewed(match: Match, record: referee.Record) -> tuple[int, list[tuple[int, dict[str, Any]]]]:
    """How many choices the reviews of a match weigh, and its mistakes with their rounds, the dearest first."""
    until, choices, found = time.monotonic() + MATCH_SECONDS, 0, []
    for number in [played.number for played in record.rounds]:
        if time.monotonic() >= until:
            log.warning("match %s is not looked through from round %s on: out of time", match.pk, number)
            break
        try:
            review: Any = referee.review(record, number)
        except LookupError:
            continue  # of this round nothing can be said
        except (SoftTimeLimitExceeded, MemoryError):
            raise  # neither is a fault of the engine: the match is tried again
        except Exception:
            log.exception("the engine failed on the review of round %s of match %s", number, match.pk)
            continue
        choices += sum(seat["choices"] for seat in review["summary"].values())
        found += [(number, mistake) for mistake in review["mistakes"]]
    return choices, sorted(found, key=lambda one: referee.dearness(one[1]), reverse=True)


def _rows(match: Match, record: referee.Record, found: Iterable[tuple[int, dict[str, Any]]]) -> list[Mistake]:
    """The rows of each seat's dearest mistakes, where a player sat; of several about one choice the dearest."""
    seating = seated_people_of(match, record)
    rows: dict[tuple[int, int, str, str], Mistake] = {}
    stored: Counter[str] = Counter()
    for number, one in found if seating else ():
        assert seating is not None
        sat = seating.occupant(number, one["seat"])
        key = (number, one["move"], one["seat"], one["what"])
        if sat is None or sat.alias_id is None or key in rows or stored[one["seat"]] == MOST:
            continue
        stored[one["seat"]] += 1
        rows[key] = Mistake(
            match=match,
            alias_id=sat.alias_id,
            **dict(zip(KEY[1:], key, strict=True)),
            points=max(0, min(one["points"] or 0, MOST_POINTS)),
            steps=min(one["steps"], MOST_TILES),
            live=min(one["live"], MOST_TILES),
        )
    return list(rows.values())


def _store(match: Match, rows: list[Mistake]) -> None:
    there = {(row.round, row.move, row.seat, row.what) for row in rows}
    old = Mistake.objects.filter(match=match).order_by().values_list("pk", *KEY[1:])
    Mistake.objects.filter(pk__in=[pk for pk, *key in old if tuple(key) not in there]).delete()
    update = ["alias", "points", "steps", "live"]
    Mistake.objects.bulk_create(rows, update_conflicts=True, unique_fields=KEY, update_fields=update)
