"""Matches of an event, stored and judged; publishing its results."""

from __future__ import annotations

from typing import Any

from records.accounts.models import Club
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal
from records.core.queue import jobs
from records.tournament import publications
from records.tournament.models import Event, Publication
from referee.tournament.ranking.rulings import FindingKey, findings_of
from tests.files import AUTUMN as EVENT
from tests.files import PPN
from tests.files import of_event as text

__all__ = ["EVENT", "PPN", "file_of", "finding_of", "hall", "publish", "text", "upload"]


def upload(club: Club, user: Any, *texts: str, judge: bool = True) -> list[Match]:
    """Store matches as the club's, and judge them."""
    taken = matches.upload("\n".join(texts).encode(), media_type=PPN, user=user, club=club)
    if judge:
        for match in taken.matches:
            matches.judge(match.pk)
    return [Match.objects.get(pk=match.pk) for match in taken.matches]


def finding_of(match: Match) -> FindingKey:
    """The first finding on a match."""
    assert match.current_judgement is not None
    return next(iter(findings_of(match.current_judgement.verdict)))


def hall(event: Event) -> list[tuple[int, int, str, Any]]:
    """Stage, round, table and match of every table."""
    rows = event.tables.order_by("round__stage__number", "round__number", "name")
    return [(row.round.stage.number, row.round.number, row.name, row.match_id) for row in rows]


def file_of(publication: Publication, form: str = "results.json") -> bytes:
    """A file of a publication in English, as it is downloaded."""
    file = publications.download(publication, form, "en")
    assert file is not None
    return b"".join(piece.encode() if isinstance(piece, str) else piece for piece in file.content)


def publish(actor: Any, event: Event, force: str = "") -> Publication:
    """Publish, with a worker at hand. Raises Refusal, also where the worker finds why not."""
    job = publications.publish(actor, event, force)
    jobs.run(job.pk)
    job.refresh_from_db()
    if job.error is not None:
        raise Refusal(job.error["code"], job.error["message"], 409)
    return event.publications.get(number=job.facts["number"])
