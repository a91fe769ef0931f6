"""What is stored of comments: a text on a move of a match, and what was drawn on its table."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from records.archive.matches.models import Match
from records.core.db.fields import DocumentField

LONGEST = 500
"""Characters of a comment at most."""


class MoveComment(models.Model):
    """A comment on a move, for everybody who may read the match; it goes with the match, and with the account of its author.

    ``marks`` are lists of one piece, which is ringed, or of two, between which an arrow goes (``read_marks``).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="comments", db_index=False)
    round = models.PositiveIntegerField()
    move = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="move_comments")
    text = models.CharField(max_length=LONGEST)
    marks: DocumentField[list[Any], list[Any]] = DocumentField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "archive"
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["match", "round", "move"], name="comment_of_round")]

    def __str__(self) -> str:
        return f"{self.round}.{self.move}"
