"""The versions of a match: a record, its corrections, and records of the same text. At most one of them counts.

Deleting, replacing and restoring a match change its versions under one lock: the rows of the club's events, then the rows of
all versions. Events ask here before they seat a match at a table.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from records.archive.matches.deletion.models import DeletedMatch
from records.archive.matches.models import Match
from records.core.db import PAGE
from records.core.errors import Refusal


def lock(match_id: uuid.UUID) -> None:
    """Lock a match with its versions; events are locked before."""
    versions = Match.objects.filter(pk=match_id).values_list("versions", flat=True).first()
    _lock(Q(pk=match_id) | Q(versions=versions) if versions else Q(pk=match_id))


def _lock(which: Q) -> None:
    list(Match.objects.select_for_update(no_key=True).filter(which).order_by("pk").values_list("pk"))


def require_counting(match: Match) -> None:
    """Make this the version that counts where none does. Raises Refusal (409) where another one does."""
    if not that_count([match]):
        other = counting(versions_of(match, match.owner_key))
        raise Refusal(
            "replaced", _("This match was replaced by a corrected one, “{other}”. Correct or delete that one."), 409, other=other
        )


def that_count(matches: Iterable[Match]) -> list[Match]:
    """Those of these matches of one owner that may be seated at a table; of the versions of one match it is one."""
    found: list[Match] = []
    every = list(matches)
    for start in range(0, len(every), PAGE):
        some = every[start : start + PAGE]
        known = _known(some, some[0].owner_key)
        current = dict(Match.objects.filter(versions__in=set(known.values()), counts=True).values_list("versions", "pk"))
        for match in some:
            versions = known.get(match.pk)
            if versions is not None and versions not in current:
                make_current(versions, match)
                current[versions] = match.pk
            if versions is None or current[versions] == match.pk:
                found.append(match)
    return found


def counting(versions: uuid.UUID | None) -> Match | None:
    """The version that counts, None where none does."""
    return Match.objects.filter(versions=versions, counts=True).defer("source").first()


def make_current(versions: uuid.UUID, match: Match) -> None:
    """Let this version count."""
    Match.objects.filter(versions=versions, counts=True).update(counts=False)
    Match.objects.filter(pk=match.pk).update(counts=True)


def versions_of(match: Match, owner_key: str) -> uuid.UUID | None:
    """The versions of a match of this owner, None where it is the only one. The lock is taken already."""
    return _known([match], owner_key).get(match.pk)


def succeed(match: Match, replacement: Match, owner_key: str) -> None:
    """A corrected record is the version that counts from now on."""
    versions = versions_of(match, owner_key)
    joining = [replacement.pk]
    if versions is None:
        versions = uuid.uuid4()
        joining += [match.pk, *_same_text([match.sha256], owner_key).values_list("match", flat=True)]
    _join(versions, joining)
    make_current(versions, replacement)


def _known(matches: Sequence[Match], owner_key: str) -> dict[uuid.UUID, uuid.UUID]:
    """The versions that each of these matches belongs to. A match joins those of a deleted one of the same text."""
    stored = Match.objects.filter(pk__in=[match.pk for match in matches]).values_list("pk", "versions")
    found = {match: versions for match, versions in stored if versions}
    others = {match.sha256: match.pk for match in matches if match.pk not in found}
    for digest, versions in _same_text(others, owner_key).values_list("match__sha256", "match__versions"):
        if versions and others[digest] not in found:
            found[others[digest]] = versions
            _join(versions, [others[digest]])
    return found


def _same_text(digests: Iterable[str], owner_key: str) -> QuerySet[DeletedMatch]:
    """The deleted matches of this owner that have one of these texts."""
    return DeletedMatch.objects.filter(owner_key=owner_key, match__sha256__in=list(digests))


def _join(versions: uuid.UUID, match_ids: Iterable[uuid.UUID]) -> None:
    _lock(Q(versions=versions))
    Match.objects.filter(pk__in=match_ids).update(versions=versions, counts=False)
