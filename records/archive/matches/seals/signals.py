"""Writes an audit entry whenever an upload, a match or a verdict is deleted, with the digests of what goes."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from records.accounts import audit
from records.accounts.audit.deletions import is_deleted_with
from records.archive.matches.models import Judgement, Match, Upload
from records.archive.matches.seals.digests import digests
from records.core.ops.digests import sha256


@receiver(pre_delete, sender=Upload)
def record_deleted_upload(sender: Any, instance: Upload, **kwargs: Any) -> None:
    """Each of its matches, which go with it, has an entry of its own."""
    details = {"club": instance.club_id, "filename": instance.filename, "sha256": instance.sha256}
    audit.observe("upload.delete", f"upload:{instance.pk}", **details)


@receiver(pre_delete, sender=Match)
def record_deleted_match(sender: Any, instance: Match, **kwargs: Any) -> None:
    """With the digest of its text and those of its verdicts, which go with it."""
    source = sha256(bytes(instance.source))
    verdicts = {str(pk): digest for pk, digest in digests(Judgement.objects.filter(match=instance))}
    details = {"club": instance.club_id, "name": str(instance), "sha256": instance.sha256, "source": source}
    audit.observe("match.delete", f"match:{instance.pk}", verdicts=verdicts, **details)


@receiver(pre_delete, sender=Judgement)
def record_deleted_verdict(sender: Any, instance: Judgement, origin: Any = None, **kwargs: Any) -> None:
    """Where the verdict alone is deleted."""
    if is_deleted_with(origin, Judgement):
        verdicts = {str(pk): digest for pk, digest in digests(Judgement.objects.filter(pk=instance.pk))}
        match = instance.match
        audit.observe("verdict.delete", f"match:{match.pk}", club=match.club_id, name=str(match), verdicts=verdicts)
