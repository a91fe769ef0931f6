"""Writing, reading and deleting comments on moves, with their rings and arrows.

A mark names pieces by where they lie, their face, and which of several alike, as ``E.hand:5p:0``. Only sizes and characters are
checked: the board draws the marks whose pieces it finds.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access import Right, may_with
from records.archive import matches
from records.archive.comments.models import LONGEST, MoveComment
from records.archive.matches.models import STORED, Match
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor, person

MOST = 200
"""Comments on one match."""
MARKS = 20
"""Rings and arrows of one comment."""
PIECE = re.compile(r"[A-Za-z.]{1,16}:[0-9A-Za-z?]{1,3}:[0-9]{1,2}")


def may_write(actor: Actor, match: Match) -> bool:
    """Whether somebody may comment on a match: who may upload into its club, else its uploader."""
    return may_with(actor, Right.SCORE, match)


def deletable(actor: Actor, match: Match) -> Callable[[MoveComment], bool]:
    """Which comments on a match somebody may delete: their own; the organizers of its club, else its uploader, all."""
    reads, arranges = may_with(actor, Right.READ, match), may_with(actor, Right.ARRANGE, match)
    return lambda comment: arranges or (reads and comment.author_id == actor.pk)


def of_round(match: Match, number: int) -> QuerySet[MoveComment]:
    """The comments on the moves of a round, in their order; the caller checks who may read the match."""
    found = MoveComment.objects.filter(match=match.pk, round=number).select_related("author")
    return found.order_by("move", "created_at", "id")


def at_findings(match: Match, findings: Iterable[Mapping[str, Any]]) -> dict[tuple[int, int], list[MoveComment]]:
    """The comments on the moves of these findings, by round and move, in their order; the caller checks who reads the match."""
    places = {(one["round"], one["move"]) for one in findings}
    found: dict[tuple[int, int], list[MoveComment]] = {}
    for comment in MoveComment.objects.filter(match=match.pk).order_by("created_at", "id") if places else ():
        if (comment.round, comment.move) in places:
            found.setdefault((comment.round, comment.move), []).append(comment)
    return found


def add(actor: Actor, match: Match, number: int, move: int, text: str, marks: Sequence[Any] = ()) -> MoveComment:
    """Comment on a move. Raises Refusal: 403 without the right, 404 where there is no such move, 409 past the most that a match
    may have, 422 without a text or with too long a one, 429 too often."""
    if not may_write(actor, match):
        raise Refusal("permission-denied", _("This match is not yours to comment on."), 403)
    said = several_lines(text)
    if not 1 <= len(said) <= LONGEST:
        raise Refusal("invalid-comment", _("A comment has a text of at most {most} characters."), 422, most=LONGEST)
    if not _is_there(match, number, move):
        raise Refusal("not-found", _("This round has no such move."), 404)
    if seconds := rate_limit.hit("comment", f"user:{actor.pk}"):
        raise Refusal("throttled", _("Too many comments at once."), 429, retry_after=seconds)
    return _store(actor, match, MoveComment(match=match, round=number, move=move, text=said, marks=list(marks)))


@transaction.atomic
def _store(actor: Actor, match: Match, comment: MoveComment) -> MoveComment:
    # Whoever comments on the same match at the same moment waits here, so that no more are stored than allowed.
    if not Match.objects.select_for_update(of=("self",), no_key=True).only("pk").filter(STORED, pk=match.pk):
        raise Refusal("not-found", _("This match is deleted already."), 404)
    if MoveComment.objects.filter(match=match).count() >= MOST:
        raise Refusal("too-many", _("A match has at most {most} comments."), 409, most=MOST)
    comment.author = person(actor)
    comment.save(force_insert=True)
    audit.record("comment.add", f"match:{match.pk}", by=actor, **_details(comment))
    return comment


def _is_there(match: Match, number: int, move: int) -> bool:
    """Whether the record has such a move; 0 is the deal."""
    record = matches.record_of(match)
    rounds = () if isinstance(record, Exception) else record.rounds
    return any(round_.number == number and 0 <= move <= len(round_.moves) for round_ in rounds)


def find(match: Match, comment_id: uuid.UUID) -> MoveComment | None:
    """A comment on a match by its id."""
    return MoveComment.objects.select_related("match").filter(match=match, pk=comment_id).first()


@transaction.atomic
def delete(actor: Actor, comment: MoveComment) -> None:
    """Delete a comment; deleting it again changes nothing. Raises Refusal (403)."""
    if not deletable(actor, comment.match)(comment):
        raise Refusal("permission-denied", _("This comment is not yours to delete."), 403)
    if MoveComment.objects.filter(pk=comment.pk).delete()[0]:
        audit.record("comment.delete", f"match:{comment.match_id}", by=actor, **_details(comment))


def _details(comment: MoveComment) -> dict[str, Any]:
    """What the log says of a comment: where it was, and never its text, which can be deleted."""
    club = {"club": comment.match.club_id} if comment.match.club_id else {}
    return {"comment": str(comment.pk), "round": comment.round, "move": comment.move, **club}


def rows_of(user: User) -> list[dict[str, Any]]:
    """All comments of an account, for who exports what is stored of them."""
    return [
        {
            "match": str(comment.match_id),
            "round": comment.round,
            "move": comment.move,
            "text": comment.text,
            "marks": comment.marks,
            "created_at": comment.created_at.isoformat(),
        }
        for comment in MoveComment.objects.filter(author=user).order_by("created_at", "id")
    ]


def read_marks(found: Any) -> list[list[str]]:
    """Rings and arrows as they were sent. Raises Refusal (422) for what is none."""
    if not isinstance(found, list) or len(found) > MARKS or not all(map(_is_mark, found)):
        raise Refusal("invalid-marks", _("Expected rings and arrows, {most} at most."), 422, most=MARKS)
    return found


def _is_mark(mark: Any) -> bool:
    return (
        isinstance(mark, list)
        and 1 <= len(mark) <= 2
        and all(isinstance(piece, str) and PIECE.fullmatch(piece) for piece in mark)
    )
