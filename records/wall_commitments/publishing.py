"""Publishing the commitment to a wall before the deal: once, with an entry in the signed log that says when."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from records import audit
from records.access.roles import Right
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.events.lock import current_table, lock_event, require_right
from records.events.models import Event, Table
from records.people import Actor
from records.wall_commitments.models import WallCommitment
from referee import walls

ROUNDS = 500
"""The rounds of a match at most."""


def of_event(event: Event) -> QuerySet[WallCommitment]:
    """The commitments that were published at an event, the last first."""
    return WallCommitment.objects.filter(event=event).select_related("table__match").order_by("-pk")


def publish(
    actor: Actor, table: Table, number: int, *, scheme: str, commit: str, sealed: str = "", beacon: str = ""
) -> WallCommitment:
    """Publish the commitment to the wall of a round at a table; the same again is the same. The seal
    of the players' contributions may follow by itself, with the commitment that it belongs to. For scorers.

    Raises Refusal: 403, 404 where the table is gone, 409 where its match is there already or another commitment was published
    for this round, 422.
    """
    require_right(actor, Right.SCORE, table.event.club_id)
    said = {"scheme": scheme, "commit": commit, "sealed": sealed, "beacon": beacon}
    _require_sound(number, said)
    with audit.atomic():
        found = current_table(lock_event(table.event), table)
        earlier = list(WallCommitment.objects.filter(table=found, number=number))
        if same := _same(earlier, said):
            return same
        if found.match_id is not None:
            zh, en = (
                "這一桌已經有對局，承諾要在發牌前公布。",
                "There is a match at this table already: a commitment comes before the deal.",
            )
            raise Refusal("already-played", zh, en, 409)
        where = {"stage": found.round.stage.number, "round": found.round.number, "name": storable(found.name, LINE)}
        made = WallCommitment.objects.create(event=table.event, table=found, number=number, **where, **said)
        audit.record("wall.commit", f"event:{made.event_id}", by=actor, club=table.event.club_id, **where, number=number, **said)
        return made


def _require_sound(number: int, said: dict[str, str]) -> None:
    """Raises Refusal (422) for a scheme that is not known here, and for what no tag of a record could say."""
    if walls.find(said["scheme"]) is None:
        zh, en = f"不認得牌牆的作法「{said['scheme']}」。", f"There is no scheme “{said['scheme']}” here."
        raise Refusal("unknown-scheme", zh, en, 422)
    wrong = not said["commit"] or any(storable(text, LINE) != text or not text.isprintable() for text in said.values())
    if wrong or not 1 <= number <= ROUNDS:
        zh, en = (
            f"應有承諾值與 1 到 {ROUNDS} 的局號，各一行。",
            f"Expected a commitment and a round from 1 to {ROUNDS}, a line each.",
        )
        raise Refusal("invalid-commitment", zh, en, 422)


def _same(earlier: Sequence[WallCommitment], said: dict[str, str]) -> WallCommitment | None:
    """What was published before of this round, if it says the same; None for the first, and for the first seal of a commitment.

    Raises Refusal (409) for another commitment or another seal.
    """
    for one in earlier:
        if all(getattr(one, name) == text for name, text in said.items()):
            return one
    fixed = {name: text for name, text in said.items() if name != "sealed"}
    if any(one.sealed or any(getattr(one, name) != text for name, text in fixed.items()) for one in earlier):
        zh, en = "這一局已公布了另一個承諾值或封存值。", "Another commitment or seal was published for this round."
        raise Refusal("committed-already", zh, en, 409)
    return None
