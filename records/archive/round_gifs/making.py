"""Making the GIF of a round in the background, once for its verdict and its language, and handing it out for a day."""

from __future__ import annotations

import uuid
from collections.abc import Generator
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from records.archive.matches import replay
from records.archive.matches.deletion import match_left
from records.archive.matches.models import Match
from records.archive.matches.visibility import find
from records.archive.round_gifs.drawing import draw
from records.core.errors import Refusal
from records.core.files import File
from records.core.languages import DJANGO, reader_language
from records.core.ops import rate_limit
from records.core.people import Actor, person
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Kind, register
from records.core.queue.models import Job, JobPart
from referee.core import registry

KIND = "round-gif"
KEPT = timedelta(days=1)
"""How long a finished GIF is kept."""


def ask(actor: Actor, match: Match, number: int) -> Job:
    """Have a round drawn in the reader's language; return the job that draws it, or has drawn it.

    The actor is signed in and may read the match: the address of the API asks for both.
    Raises Refusal: 404 for a round without frames, 429 for too many in an hour.
    """
    found = latest(match, number)
    if found is not None and found.state != Job.State.FAILED:
        return found
    _frames(match, number)
    if seconds := rate_limit.hit("gif", f"user:{actor.pk}"):
        raise Refusal("throttled", _("Too many GIFs in an hour."), 429, retry_after=seconds)
    facts = {"match": str(match.pk), "round": number, "language": reader_language(), "judgement": match.current_judgement_id}
    gif = Job(kind=KIND, subject=_subject(match, number), facts=facts, user_id=person(actor).pk, counts={"total": 1})
    try:
        with transaction.atomic():
            jobs.start(gif)
    except IntegrityError:  # somebody else has asked for it at this moment
        return Job.of(KIND, gif.subject)[0]
    return gif


def latest(match: Match, number: int) -> Job | None:
    """The latest job for this round by the match's current verdict, in the reader's language; None where there is none."""
    found = Job.of(KIND, _subject(match, number)).first()
    return found if found is not None and found.facts["judgement"] == match.current_judgement_id else None


def download(gif: Job) -> File | None:
    """The GIF; None where it is not finished."""
    if gif.state != Job.State.DONE:
        return None
    data = bytes(gif.parts.values_list("data", flat=True)[0])
    return File(f"{gif.facts['match']}-{gif.facts['round']}.gif", "image/gif", [data], len(data))


def _subject(match: Match, number: int) -> str:
    return f"{match.pk}/{number}/{reader_language()}"


def _frames(match: Match, number: int) -> list[dict[str, Any]]:
    try:
        return replay.frames(match, number)
    except LookupError as error:
        raise Refusal("no-frames", _("This round cannot be replayed."), 404) from error


def steps(gif: Job) -> Generator[bool, None, None]:
    """Draw the round, in one step."""
    match = Match.objects.filter(pk=gif.facts["match"], current_judgement=gif.facts["judgement"]).first()
    game = registry.find(match.game) if match is not None else None
    if match is None or game is None:
        raise Refusal("no-frames", _("This round cannot be replayed."), 404)
    with override(DJANGO[gif.facts["language"]]):
        title = " · ".join(filter(None, (match.event, match.table, match.date)))
        data = draw(_frames(match, gif.facts["round"]), game, title)
    with transaction.atomic():
        jobs.advance(gif, counts={"done": 1, "size": len(data)}, end=True)
        JobPart.objects.create(job=gif, number=1, data=data)
    yield False


def _match_of(gif: Job) -> str:
    return str(gif.facts["match"])


def _sees(actor: Actor, gif: Job) -> bool:
    return find(actor, uuid.UUID(_match_of(gif))) is not None


def _addresses(gif: Job) -> Addresses:
    return Addresses(
        reverse("pages:match", args=[_match_of(gif)]), reverse("api:round_gif", args=[_match_of(gif), gif.facts["round"]])
    )


register(
    Kind(
        name=KIND,
        label=_("Drawing a round as a GIF"),
        steps=steps,
        sees=_sees,
        addresses=_addresses,
        kept=KEPT,
    )
)


@receiver(match_left)
def _match_left(match: Match, **_kwargs: Any) -> None:
    # Locked: a worker that stores a GIF at this moment has either stored it, so that it is deleted too, or finds no job.
    for gif in Job.objects.filter(kind=KIND, subject__startswith=f"{match.pk}/").select_for_update():
        gif.delete()


@receiver(post_delete, sender=Match)
def _match_erased(instance: Match, **_kwargs: Any) -> None:
    if not instance.is_deleted:  # else they went when it was deleted
        _match_left(instance)
