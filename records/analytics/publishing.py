"""Publishing a club's matches as an anonymized dataset for everybody, withdrawing it, and making it anew so that it keeps up.

What was deleted must not stay in it. A dataset is made anew when a match of the club was deleted, and EVERY day besides. Its
files are given to nobody where a match was deleted since they were begun, nor when they are older than FRESH: while workers are
away nothing is better than what should be gone.
"""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from records import audit
from records.access.roles import Right, may, require
from records.analytics.exporting import make_dataset
from records.analytics.models import AnalyticsExport, AnalyticsFile, Dataset
from records.clubs.models import Club
from records.db import clock
from records.errors import Refusal
from records.matches.deletion.models import DeletedMatch
from records.people import Actor

EVERY, FRESH = timedelta(days=1), timedelta(days=2)


def _locked(actor: Actor, club: Club) -> None:
    """Have this transaction alone publish or withdraw for this club. Raises Refusal (403)."""
    require(may(actor, Right.EXPORT, club))
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@audit.atomic()
def publish(actor: Actor, club: Club) -> Dataset:
    """Publish a club's matches as a dataset, by its owners; where it has one, that is returned. Raises Refusal (403)."""
    _locked(actor, club)
    dataset, new = Dataset.objects.get_or_create(club=club)
    if new:
        make_dataset(dataset)
        audit.record("analytics.publish", f"dataset:{dataset.pk}", by=actor, club=club.pk)
    return dataset


@audit.atomic()
def withdraw(actor: Actor, club: Club) -> None:
    """Withdraw a club's dataset: its address answers nothing any more and its files are deleted. Raises Refusal (403, 404)."""
    _locked(actor, club)
    dataset = Dataset.objects.select_for_update().filter(club=club).first()
    if dataset is None:
        raise Refusal("not-found", "這個社團沒有公開的資料集。", "This club has no published dataset.", 404)
    # A worker that is storing a piece ends that first, and later finds nothing to go on with.
    exports = list(dataset.exports.select_for_update().values_list("pk", flat=True))
    AnalyticsFile.objects.filter(export__in=exports).delete()
    key = dataset.pk
    dataset.delete()
    audit.record("analytics.withdraw", f"dataset:{key}", by=actor, club=club.pk)


def published() -> QuerySet[Dataset]:
    """The datasets that anybody may have, the newest first."""
    return Dataset.objects.order_by("-created_at", "-id")


def dataset_of(club: Club) -> Dataset | None:
    """The dataset that a club publishes."""
    return Dataset.objects.filter(club=club).first()


def files_of(dataset: Dataset) -> AnalyticsExport | None:
    """The export that holds the files of a dataset as they are given out; None while they are being made."""
    made = dataset.exports.defer("figures").order_by("-created_at").filter(state=AnalyticsExport.State.DONE).first()
    return made if made and made.created_at > clock.now() - FRESH and not _deleted_since(dataset, made) else None


def _deleted_since(dataset: Dataset, made: AnalyticsExport) -> bool:
    return DeletedMatch.objects.filter(club=dataset.club_id, deleted_at__gte=made.created_at).exists()


def renew() -> int:
    """Have the datasets made anew for which it is time; how many."""
    return sum(_renew(key) for key in list(Dataset.objects.order_by("created_at").values_list("pk", flat=True)))


@transaction.atomic
def _renew(key: uuid.UUID) -> bool:
    """Have a dataset made anew where it is time; who withdraws it at this moment waits, or it is not there any more."""
    dataset = Dataset.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=key).first()
    if dataset is None:
        return False
    latest = dataset.exports.defer("figures").order_by("-created_at").first()
    if latest and not latest.finished:
        return False
    due = latest is None or latest.created_at <= clock.now() - EVERY or _deleted_since(dataset, latest)
    if due:
        make_dataset(dataset)
    return due
