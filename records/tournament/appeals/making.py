"""Appealing by the link of a table: against a finding, a ruling or a penalty, in time, while the player has an appeal left.

The time begins when the thing was said: a finding when the record of its match came in, a ruling or a penalty when it was given.
A round has begun once its clock was started, where it has one, or the first record of it came in. Where no later round has begun
after that, one may appeal until the end of the event's last day, or of the day on which it was said where that is later; without
a last day as long as no later round begins.

The audit log has a digest of each appeal, and of each answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, webhooks
from records.accounts.audit.checks import register
from records.accounts.audit.rows_check import AppendedRowsCheck
from records.accounts.webhooks.models import WebhookKind
from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.tournament.appeals.models import Appeal, AppealAnswer
from records.tournament.events.lock import lock_event
from records.tournament.events.models import EntrantAlias, Event, EventRound, Ruling, Table
from records.tournament.events.overview.event import overview_of
from records.tournament.events.rulings import key_of
from records.tournament.penalties import in_force
from records.tournament.tables.planned_seats import PersonAt, people_at
from records.tournament.tables.seat_links import SeatLink, require_few
from referee.core.verdict import NOTE
from referee.tournament.ranking.rulings import FindingKey, findings_of

TEXT = 2000
"""Characters of an appeal."""
MOST = 100
"""Appeals of a table."""
APPEAL = ("event_id", "number", "table_id", "match", "seat", "player", "entrant_id", "against", "of", "text")
ANSWER = ("appeal_id", "outcome", "reason", "ruling", "arbiter", "arbiter_name")

Against = Appeal.Against


def appeal_digest(appeal: Appeal) -> str:
    """The SHA-256 of a JSON array of all that an appeal says."""
    return _digest([*(getattr(appeal, name) for name in APPEAL), json.dumps(appeal.finding, sort_keys=True), _at(appeal)])


def answer_digest(answer: AppealAnswer) -> str:
    """The SHA-256 of a JSON array of all that an answer says."""
    return _digest([*(getattr(answer, name) for name in ANSWER), _at(answer)])


def _at(row: Appeal | AppealAnswer) -> str:
    return row.at.astimezone(UTC).isoformat(timespec="microseconds")


def _digest(hashed: list[object]) -> str:
    return sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@register
class AppealCheck(AppendedRowsCheck):
    """Every appeal has an entry with its digest."""

    part, unit, word = "appeals", "appeals as made", "appeal"
    model, actions = Appeal, ("event.appeal",)

    @staticmethod
    def digest_of(row: Any) -> str:
        return appeal_digest(row)


@register
class AnswerCheck(AppendedRowsCheck):
    """Every answer to an appeal has an entry with its digest."""

    part, unit, word = "answers", "answers to appeals as given", "the answer to appeal"
    model, actions, event, number = AppealAnswer, ("event.appeal.answer",), "appeal__event_id", "appeal__number"

    @staticmethod
    def digest_of(row: Any) -> str:
        return answer_digest(row)


class Thing(NamedTuple):
    """Something that a player may appeal against: a finding by its key, a ruling or a penalty by its number.

    ``row`` is what it is: the finding as the verdict says it, or the stored row. ``said_at`` is when it was said.
    """

    against: str
    finding: FindingKey | None
    of: int | None
    row: Any
    said_at: datetime

    @property
    def name(self) -> str:
        """A text by which a form names it."""
        return f"{self.against}:{self.of}" if self.finding is None else f"finding:{'/'.join(map(str, self.finding))}"


def things_at(table: Table) -> list[Thing]:
    """All that was found, ruled and given at a table: findings without the notes, rulings that stand, penalties in force that
    belong there. Of a match that is held (``Match.held_until``) nothing is told yet."""
    event, match = table.event, table.match
    found: list[Thing] = []
    if match is not None and match.current_judgement is not None and not match.is_held:
        latest: dict[FindingKey, Ruling] = {key_of(one): one for one in event.rulings.filter(match=match).order_by("number")}
        for key, finding in findings_of(match.current_judgement.verdict).items():
            if finding["severity"] != NOTE and key not in latest:
                found.append(Thing(Against.FINDING, key, None, finding, match.created_at))
        found += [Thing(Against.RULING, None, one.number, one, one.at) for one in latest.values()]
    here = (table.round.stage.number, table.round.number, table.name)
    placed = overview_of(event).penalties if event.penalties.exists() else ()
    given = in_force(one.row for one in placed if one.place == here)
    return [*found, *(Thing(Against.PENALTY, None, one.number, one, one.at) for one in given)]


def appeals_left(event: Event, player: PersonAt) -> int | None:
    """How many appeals a player may still make where they are counted: kept when won, spent when lost, taken while open.

    None where the event does not count them.
    """
    allowed = event.appeals_allowed
    if not allowed:
        return None
    made = event.appeals.exclude(answer__outcome=AppealAnswer.Outcome.UPHELD)
    names = {player.name, *player.entrant.aliases.values_list("name", flat=True)} if player.entrant else {player.name}
    mine = Q(entrant=None, player__in=names)  # made before anybody knew who of the list that is
    if player.entrant:
        mine |= Q(entrant=player.entrant)
    return max(0, allowed - made.filter(mine).count())


def open_until(event: Event, table: Table, player: PersonAt, thing: Thing) -> datetime | None:
    """Until when a player may appeal against something; None where no end of that is known yet."""
    entrant_id = player.entrant.pk if player.entrant else None
    return closes_at(event, table, entrant_id, thing.said_at, event.appeals_until)


@transaction.atomic
def make(link: SeatLink, seat: str, thing_name: str, text: str) -> Appeal:
    """Appeal, as the player at a seat. What was sent twice is stored once.

    Raises Refusal: 403 by the link of another seat; 404; 409 too late, without an appeal left, or where the same player
    appealed against it before; 422; 429 too often.
    """
    require_few(link, "appeal")
    event = lock_event(link.table.event)
    table = Table.objects.select_related("event", "round__stage", "match__current_judgement").get(pk=link.table.pk)
    player = _player(link, table, seat)
    said = several_lines(text, TEXT + 1)
    if not said or len(said) > TEXT:
        raise Refusal("reason-needed", _("Say why, in {most} characters at most."), 422, most=TEXT)
    thing = next((one for one in things_at(table) if one.name == thing_name), None)
    if thing is None:
        raise Refusal("not-found", _("There is no such finding, ruling or penalty at this table."), 404)
    found = {"against": thing.against, "finding": thing.finding.as_dict() if thing.finding else None, "of": thing.of}
    for before in event.appeals.filter(table=table, seat=player.seat, against=thing.against, of=thing.of):
        if before.finding == found["finding"] and before.player == player.name:
            if before.text == said:
                return before
            raise Refusal("appealed-before", _("You have appealed against this before."), 409)
    _require_time(open_until(event, table, player, thing))
    if appeals_left(event, player) == 0:
        raise Refusal("no-appeal-left", _("You have no appeal left."), 409)
    if event.appeals.filter(table=table).count() >= MOST:
        raise Refusal("too-many", _("A table has at most {most} appeals."), 409, most=MOST)
    appeal = Appeal(
        event=event,
        table=table,
        match=table.match_id,
        seat=player.seat,
        player=storable(player.name, LINE),
        entrant=player.entrant,
        text=said,
        **found,
    )
    return _store(appeal)


def _store(appeal: Appeal) -> Appeal:
    event = appeal.event
    appeal.number = (event.appeals.aggregate(Max("number"))["number__max"] or 0) + 1
    appeal.save(force_insert=True)
    audit.record(
        "event.appeal",
        f"event:{event.pk}",
        club=event.club_id,
        number=appeal.number,
        table=appeal.table.name,
        seat=appeal.seat,
        entrant=appeal.player,
        against=appeal.against,
        finding=appeal.finding,
        of=appeal.of,
        reason=appeal.text,
        sha256=appeal_digest(appeal),
    )
    payload = {
        "event": str(event.pk),
        "name": event.name,
        "number": appeal.number,
        "table": appeal.table.name,
        "against": appeal.against,
        "page": reverse("pages:appeal", args=[event.pk, appeal.number]),
    }
    webhooks.notify(event.club_id, WebhookKind.APPEAL_MADE, f"{event.pk}:{appeal.number}", payload)
    return appeal


def players_of(link: SeatLink) -> list[PersonAt]:
    """The players in whose name a link appeals: the one at its seat; by a table's own link any of them."""
    people = people_at(link.table)
    return [one for one in people if link.seat in ("", one.seat)]


def _player(link: SeatLink, table: Table, seat: str) -> PersonAt:
    if link.seat and seat and seat != link.seat:
        raise Refusal("another-seat", _("This link is of another seat."), 403)
    wanted = link.seat or seat
    found: Mapping[str, PersonAt] = {one.seat: one for one in people_at(table)}
    if wanted not in found:
        raise Refusal("unknown-seat", _("Choose your seat."), 422)
    return found[wanted]


def _require_time(end: datetime | None) -> None:
    """Raises Refusal (409) where the time to appeal is over, and says when it was."""
    if end is not None and timezone.now() > end:
        at = timezone.localtime(end).strftime("%Y.%m.%d %H:%M")
        raise Refusal("too-late", _("The time to appeal is over: it ended at {at}."), 409, at=at)


Until = Event.AppealsUntil


def closes_at(event: Event, table: Table, entrant_id: int | None, said: datetime, until: str) -> datetime | None:
    """The moment after which nobody may appeal against what was said at a table then; None where there is none yet."""
    if until == Until.DAY:
        return _end_of_day(said)
    begun = [at for at in _later_beginnings(event, table, entrant_id if until == Until.MATCH else None) if at > said]
    if begun:
        return min(begun)
    if not event.ends:
        return None
    last = datetime.strptime(event.ends, "%Y.%m.%d").replace(tzinfo=UTC)  # only its day is read
    return max(_end_of_day(said), _local(last.date()))


def _end_of_day(at: datetime) -> datetime:
    return _local(timezone.localtime(at).date())


def _local(day: Any) -> datetime:
    """The last moment of a day, by the service's clock."""
    return timezone.make_aware(datetime.combine(day, time.max))


def _later_beginnings(event: Event, table: Table, entrant_id: int | None) -> list[datetime]:
    """When the later rounds began; with an entrant, those in which that one plays."""
    here = (table.round.stage.number, table.round.number)
    rounds = EventRound.objects.filter(stage__event=event).select_related("stage")
    later = {one.pk: one for one in rounds if (one.stage.number, one.number) > here}
    tables = Table.objects.filter(event=event, round__in=later)
    if entrant_id is not None:
        names = EntrantAlias.objects.filter(event=event, entrant=entrant_id).values_list("name", flat=True)
        tables = tables.filter(Q(planned_seats__entrant=entrant_id) | Q(match__seats__name__in=list(names))).distinct()
    rows = list(tables.values_list("round", "match__created_at"))
    clocks = [later[pk].started_at for pk in {pk for pk, _ in rows}]
    return [at for at in (*(at for _, at in rows), *clocks) if at is not None]
