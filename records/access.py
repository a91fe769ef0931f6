"""Who may see and change what. Every read of a match, a club or its people goes through here; nothing else asks about roles.

A club's matches are the club's: who leaves it leaves them behind, those that they uploaded too. The staff of the service may
do what an owner may, in every club.
"""

from __future__ import annotations

import enum
import uuid
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Q, QuerySet, UUIDField
from django.utils import timezone

from records.audit import entries_of
from records.models import (
    ApiToken,
    AuditEntry,
    Batch,
    Club,
    Event,
    Judgement,
    Match,
    MatchSeat,
    Membership,
    Player,
    Regrouping,
    Rejudging,
    Role,
    ShareLink,
    Sitting,
    Webhook,
)
from records.prepared import Given, Prepared


class Right(enum.Enum):
    """What can be done with a club and its matches."""

    READ = "read"
    """See its matches and its people."""
    SCORE = "score"
    """Upload into it, and have its matches judged again."""
    SHARE = "share"
    """Open its matches to people outside: share links, public uploads."""
    INVITE = "invite"
    """Invite and remove scorers and members, and make one of the other."""
    IDENTIFY = "identify"
    """Say which of its players are one person, and what they are called."""
    ARRANGE = "arrange"
    """Make its events: their stages and how these count, who takes part."""
    RULE = "rule"
    """Rule on findings, as an arbiter of its events."""
    REJUDGE = "rejudge"
    """Have its whole archive judged again, or see what other rules would say of it."""
    GOVERN = "govern"
    """Rename it, and decide who its organizers and owners are."""


LEAST = {
    Right.READ: Role.MEMBER,
    Right.SCORE: Role.SCORER,
    Right.SHARE: Role.ORGANIZER,
    Right.INVITE: Role.ORGANIZER,
    Right.IDENTIFY: Role.ORGANIZER,
    Right.REJUDGE: Role.ORGANIZER,
    Right.ARRANGE: Role.ORGANIZER,
    Right.RULE: Role.ORGANIZER,
    Right.GOVERN: Role.OWNER,
}
"""The least role that has each right."""


def signed_in(user: Any) -> bool:
    """Whether this is a person and no passer-by."""
    return user is not None and bool(user.is_authenticated)


def limit_of(user: Any) -> int | None:
    """The one club that this request is about, where it was made with a token for that club alone."""
    limit: int | None = getattr(user, "limited_to", None)
    return limit


def sees_all(user: Any) -> bool:
    """Whether nothing is hidden: the staff, unless by a token for one club."""
    return signed_in(user) and bool(user.is_staff) and limit_of(user) is None


def _clubs_of(user: Any) -> QuerySet[Any]:
    """The ids of the clubs that someone belongs to."""
    if user.is_staff:
        return Club.objects.filter(pk=limit_of(user)).values_list("pk", flat=True)
    return memberships_of(user).order_by().values_list("club", flat=True)


class Somebody(NamedTuple):
    """Whoever will ask, as what is known beforehand; who it is and by a token of which club is given with the question."""

    is_authenticated: bool
    is_staff: bool
    limited_to: Given | None

    @property
    def pk(self) -> Given:
        return Given("user", BigIntegerField())


def _prepared(question: Callable[[Any], QuerySet[Any]], alike: bool = True) -> Callable[..., list[Any]]:
    """A question about what someone may see, worked out once for each kind of person. Asked with the person."""

    @cache
    def of(authenticated: bool, staff: bool, limited: bool) -> Prepared:
        somebody = Somebody(authenticated, staff, Given("club", BigIntegerField()) if limited else None)
        return Prepared(lambda: question(somebody), alike)

    def ask(user: Any, **given: Any) -> list[Any]:
        if not signed_in(user):
            return of(False, False, False)(**given)
        limit = limit_of(user)
        return of(True, bool(user.is_staff), limit is not None)(user=user.pk, club=limit, **given)

    return ask


def _own(user: Any) -> Q:
    """What is someone's own and in no club; nothing, by a token for one club."""
    return Q(user=user.pk, club__isnull=True) if limit_of(user) is None else Q(pk__isnull=True)


def memberships_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone belongs to, in which role."""
    mine = Membership.objects.select_related("club").order_by("club__name", "pk")
    if not signed_in(user):
        return mine.none()
    mine = mine.filter(user=user.pk, accepted_at__isnull=False)
    return mine if limit_of(user) is None else mine.filter(club=limit_of(user))


def invitations_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone is invited to and has not answered."""
    mine = Membership.objects.select_related("club", "invited_by").order_by("created_at", "pk")
    theirs = signed_in(user) and limit_of(user) is None
    return mine.filter(user=user, accepted_at__isnull=True) if theirs else mine.none()


def role_in(user: Any, club: Club | int) -> Role | None:
    """Someone's role in a club."""
    if not signed_in(user):
        return None
    if user.is_staff and limit_of(user) in (None, club.pk if isinstance(club, Club) else club):
        return Role.OWNER
    role = memberships_of(user).filter(club=club).values_list("role", flat=True).first()
    return Role(role) if role else None


def may(user: Any, right: Right, club: Club | int) -> bool:
    """Whether someone has this right in a club."""
    role = role_in(user, club)
    return role is not None and role.covers(LEAST[right])


def may_with(user: Any, right: Right, thing: Match | Batch | Event) -> bool:
    """Whether someone has this right over a match, a batch or an event: by their role in its club; over their own that is in
    no club, every one."""
    if thing.club_id is not None:
        return may(user, right, thing.club_id)
    return sees_all(user) or (signed_in(user) and limit_of(user) is None and thing.user_id == user.pk)


def clubs_visible_to(user: Any) -> QuerySet[Club]:
    """One's own clubs; the staff sees all."""
    if not signed_in(user):
        return Club.objects.none()
    return Club.objects.all() if sees_all(user) else Club.objects.filter(pk__in=_clubs_of(user))


def people_of(club: Club) -> QuerySet[Membership]:
    """Everybody in a club and everybody invited, longest there first."""
    return club.memberships.select_related("user", "invited_by")


def _matches() -> QuerySet[Match]:
    """Newest first, seats and judgement at hand, without the long columns."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    return matches.defer("source", "upload__source", "current_judgement__verdict").order_by(*NEWEST)


def matches_visible_to(user: Any) -> QuerySet[Match]:
    """Public matches, one's own, those of one's clubs; the staff sees all."""
    # Asked for first: with the clubs known, the database can go by the index of each; with a question inside it reads everything.
    return _matches().filter(_seen(user, club_ids_of))


def _seen(user: Any, clubs: Callable[[Any], Any]) -> Q:
    """What makes a match visible to someone; ``clubs`` answers theirs."""
    if not signed_in(user):
        return Q(public=True)
    return Q() if sees_all(user) else Q(public=True) | _own(user) | Q(club__in=clubs(user))


def club_ids_of(user: Any) -> list[int]:
    """The ids of the clubs that someone sees."""
    return [club for (club,) in _club_ids(user)]


_club_ids = _prepared(lambda user: clubs_visible_to(user).order_by().values_list("pk"))


def match_visible_to(user: Any, match_id: uuid.UUID | str) -> Match | None:
    """The match, where there is one that this person may see. Raises ValidationError for what is no id."""
    return next(iter(_match(user, match=match_id)), None)


_match = _prepared(
    lambda user: _matches().prefetch_related(None).order_by().filter(_seen(user, _clubs_of), pk=Given("match", UUIDField()))
)


class Newest:
    """The newest matches that someone may see, to be cut: what ``bare`` makes of ``matches_visible_to``, by queries that are
    worked out once, for the page that is asked for most often by far."""

    def __init__(self, user: Any) -> None:
        self.user = user

    def order_by(self, *columns: str) -> Newest:
        """In the order that they have."""
        if columns != NEWEST:
            raise ValueError(f"the newest come first: {columns}")
        return self

    def __getitem__(self, piece: slice) -> list[Match]:
        clubs = club_ids_of(self.user) if signed_in(self.user) and not sees_all(self.user) else []
        return _newest(piece.stop)(self.user, clubs=clubs)[piece]


NEWEST = ("-created_at", "-id")
SHOWN = (
    "state",
    "state_since",
    "error",
    "game",
    "rules",
    "event",
    "stage",
    "table",
    "date",
    "public",
    "sha256",
    "first_line",
    "created_at",
    "current_judgement__status",
    "current_judgement__findings_count",
    "upload__filename",
    "club__slug",
)
"""The columns of what is shown of a match in a listing."""


def _listed() -> QuerySet[Match]:
    return Match.objects.select_related("current_judgement", "upload", "club").only(*SHOWN)


@cache
def _newest(many: int) -> Callable[..., list[Match]]:
    """How PostgreSQL goes about it hangs on how much a person sees: by the newest of all, or by what is theirs."""
    clubs = Given("clubs", BigIntegerField(), many=True)
    return _prepared(lambda user: bare(_matches().filter(_seen(user, lambda _: clubs)))[:many], alike=False)


def bare(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with nothing but their places in a listing: what is shown of a page is asked for once the page is known."""
    return matches.select_related(None).prefetch_related(None).defer(None).only("created_at")


def dressed(matches: Iterable[Match]) -> list[Match]:
    """These matches with all that is shown of one in a listing: header, judgement, file, club, seats. Whose they may be shown to
    was asked before."""
    ids = [match.pk for match in matches]
    found = {match.pk: match for match in _rows(ids=ids)} if ids else {}
    return with_seats([found[id_] for id_ in ids if id_ in found])


def with_seats(matches: list[Match]) -> list[Match]:
    """These matches with their seats at hand."""
    sitting: dict[Any, list[Sitting]] = {match.pk: [] for match in matches}
    for match_id, *seat in _seats(ids=list(sitting)) if matches else ():
        sitting[match_id].append(Sitting(*seat))
    for match in matches:
        match.sitting = sitting[match.pk]
    return matches


_IDS = Given("ids", UUIDField(), many=True)
_rows = Prepared(lambda: _listed().order_by().filter(pk__in=_IDS))
_seats = Prepared(lambda: MatchSeat.objects.order_by("pk").filter(match__in=_IDS).values_list("match", "seat", "name"))


def events_visible_to(user: Any) -> QuerySet[Event]:
    """Public events and those of one's clubs, the latest first; the staff sees all."""
    events = Event.objects.select_related("club")
    if not signed_in(user):
        return events.filter(public=True)
    if sees_all(user):
        return events
    return events.filter(Q(public=True) | Q(club__in=_clubs_of(user)))


def batches_visible_to(user: Any) -> QuerySet[Batch]:
    """One's own batches and those of one's clubs, the newest first; the staff sees all."""
    batches = Batch.objects.select_related("user", "club").order_by("-created_at", "-id")
    if not signed_in(user):
        return batches.none()
    if sees_all(user):
        return batches
    return batches.filter(_own(user) | Q(club__in=_clubs_of(user)))


def working_links() -> QuerySet[ShareLink]:
    """The share links that open something now: neither revoked nor past their time."""
    unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return ShareLink.objects.filter(unexpired, revoked_at__isnull=True)


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Where a club's news are sent to; for those who govern it."""
    return club.webhooks.select_related("club", "created_by")


def tokens_of(user: Any) -> QuerySet[ApiToken]:
    """One's own tokens, the newest first."""
    mine = ApiToken.objects.select_related("club")
    return mine.filter(user=user) if signed_in(user) and limit_of(user) is None else mine.none()


def audit_of(club: Club) -> QuerySet[AuditEntry]:
    """What was done in a club's affairs, the newest first; for those who govern it."""
    return entries_of(club)


def match_by_link(digest: str) -> Match | None:
    """The match that a share link opens, None where there is no such link or it opens no longer."""
    link = working_links().filter(digest=digest, match__isnull=False).first()
    return _matches().filter(pk=link.match_id).first() if link else None


def players_of(club: Club) -> QuerySet[Player]:
    """A club's people at the tables, by name; for its members. Those whose names are all another's now are not among them."""
    return club.players.filter(spellings__isnull=False).distinct().order_by("name", "pk")


def regroupings_of(club: Club) -> QuerySet[Regrouping]:
    """Who was said to be one person with whom, the newest first; what was undone too."""
    said = club.regroupings.select_related("player__club", "into__club", "spelling", "created_by", "undone_by")
    return said.order_by("-created_at", "-id")


def event_by_link(digest: str) -> Event | None:
    """The event that a share link opens, None where there is no such link or it opens no longer."""
    link = working_links().filter(digest=digest, event__isnull=False).select_related("event").first()
    return link.event if link else None


def matches_at(event: Event) -> QuerySet[Match]:
    """The matches at the tables of an event: who is shown the event by a link is shown these."""
    return _matches().filter(tables__event=event)


def links_to(thing: Match | Event) -> QuerySet[ShareLink]:
    """The share links that open a match or an event, the newest first; for those who may share it."""
    return working_links().filter(**{type(thing).__name__.lower(): thing}).select_related("created_by")


def rejudgings_visible_to(user: Any) -> QuerySet[Rejudging]:
    """Those of one's clubs, the newest first; the staff sees all."""
    every = Rejudging.objects.select_related("club", "created_by").order_by("-created_at", "-id")
    if not signed_in(user):
        return every.none()
    return every if sees_all(user) else every.filter(club__in=_clubs_of(user))


def judgements_of(user: Any, match: Match) -> QuerySet[Judgement]:
    """Every judgement that was passed on a match, the newest first; for those whose match it is. To others, the current one."""
    every = match.judgements.order_by("-created_at", "-id")
    return every if may_with(user, Right.READ, match) else every.filter(pk=match.current_judgement_id)
