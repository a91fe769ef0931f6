"""The versions of a match: a record, its corrections, and records of the same text. At most one of them counts.

Deleting, replacing and restoring a match change its versions under one lock: the rows of the club's events, then the row of
these versions. Events ask here before they seat a match at a table.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.archive.matches.deletion.models import DeletedMatch, MatchVersion, MatchVersions
from records.archive.matches.models import Match
from records.core.db import PAGE
from records.core.errors import Refusal


def lock(match_id: uuid.UUID) -> None:
    """Lock the versions of a match, or the match itself where it has no other; events are locked before."""
    versions = MatchVersion.objects.filter(match=match_id).values_list("versions", flat=True).first()
    if versions is None:
        list(Match.objects.select_for_update(no_key=True).filter(pk=match_id).values_list("pk"))
    else:
        list(MatchVersions.objects.select_for_update(no_key=True).filter(pk=versions).values_list("pk"))


def require_counting(match: Match) -> None:
    """Make this the version that counts where none does. Raises Refusal (409) where another one does."""
    if not that_count([match]):
        versions = versions_of(match, match.owner_key)
        other = versions and versions.current
        raise Refusal(
            "replaced", _("This match was replaced by a corrected one, “{other}”. Correct or delete that one."), 409, other=other
        )


def that_count(matches: Iterable[Match]) -> list[Match]:
    """Those of these matches of one owner that may be seated at a table; of the versions of one match it is one."""
    found: list[Match] = []
    every = list(matches)
    known = _known(every, every[0].owner_key) if every else {}
    for match in every:
        versions = known.get(match.pk)
        if versions is not None and versions.current_id is None:
            make_current(versions, match)
        if versions is None or versions.current_id == match.pk:
            found.append(match)
    return found


def make_current(versions: MatchVersions, match: Match | None) -> None:
    """Let this version count, or none."""
    versions.current = match
    versions.save(update_fields=["current"])


def versions_of(match: Match, owner_key: str) -> MatchVersions | None:
    """The versions of a match of this owner, None where it is the only one. The lock is taken already."""
    return _known([match], owner_key).get(match.pk)


def succeed(match: Match, replacement: Match, owner_key: str) -> None:
    """A corrected record is the version that counts from now on."""
    versions = versions_of(match, owner_key)
    if versions is None:
        versions = MatchVersions.objects.create()
        same = _same_text([match], owner_key).values_list("match", flat=True)
        _join(versions, [match.pk, *same])
    _join(versions, [replacement.pk])
    make_current(versions, replacement)


def leave(match: Match) -> None:
    """A version that is deleted does not count; none does then."""
    MatchVersions.objects.filter(current=match).update(current=None)


def forget_empty(match_id: uuid.UUID) -> None:
    """Forget the versions of a match that is erased, where it was the last of them."""
    MatchVersions.objects.filter(members__match=match_id).exclude(
        pk__in=MatchVersion.objects.exclude(match=match_id).values("versions")
    ).delete()


def _known(matches: Sequence[Match], owner_key: str) -> dict[uuid.UUID, MatchVersions]:
    """The versions that each of these matches belongs to. A match joins those of a deleted one of the same text."""
    found: dict[uuid.UUID, MatchVersions] = {}
    once: dict[int, MatchVersions] = {}
    for start in range(0, len(matches), PAGE):
        some = matches[start : start + PAGE]
        rows = MatchVersion.objects.filter(match__in=[match.pk for match in some])
        for row in rows.select_related("versions__current").defer("versions__current__source"):
            found[row.match_id] = once.setdefault(row.versions_id, row.versions)
        others = {match.sha256: match for match in some if match.pk not in found}
        same = _same_text(others.values(), owner_key).exclude(match__version=None)
        for deleted in same.select_related("match__version__versions__current"):
            match, versions = others[deleted.match.sha256], deleted.match.version.versions
            if match.pk not in found:
                found[match.pk] = once.setdefault(versions.pk, versions)
                _join(versions, [match.pk])
    return found


def _same_text(matches: Iterable[Match], owner_key: str) -> QuerySet[DeletedMatch]:
    """The deleted matches of this owner that have the text of one of these."""
    digests = [match.sha256 for match in matches]
    return DeletedMatch.objects.filter(owner_key=owner_key, match__sha256__in=digests).defer("match__source")


def _join(versions: MatchVersions, match_ids: Iterable[uuid.UUID]) -> None:
    rows = [MatchVersion(match_id=match_id, versions=versions) for match_id in dict.fromkeys(match_ids)]
    MatchVersion.objects.bulk_create(rows, ignore_conflicts=True)
