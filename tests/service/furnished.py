"""A service in which every page has something to show: a club with its people and players, an event that was played, ruled on and
published, a batch, a re-judging, a webhook, share links. ``furnish`` runs inside the service, ``addresses`` outside.

For the tests of all pages, and for the pictures of the documentation. Everybody and everything here is invented.
"""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from tests.service.service import Service, wait_for

OWNER, PASSWORD = "li", "a long pass word"
PEOPLE = (
    "陳美玲 林志強 黃建國 張雅婷 李文雄 王淑芬 吳俊傑 劉家豪 蔡佩珊 楊宗翰 許慧君 鄭明哲 謝麗華 郭子維 洪詩涵 曾國輝"
).split()
EVENING = [
    ("sichuan/clean-01", "1", 0),
    ("sichuan/clean-02", "2", 4),
    ("kawuxing/clean-02", "3", 8),
    ("sichuan/forced-win-declined", "1", 2),
    ("sichuan/score-mismatch", "2", 6),
    ("hengyang/clean-02", "3", 11),
]
"""Record, table, and whom of the people the first seat has."""


def furnished(service: Service) -> dict[str, Any]:
    """Furnish a service of web and worker. ``pages``: every row of the pages' urlconf by its name, as the address of something
    that is there; ``games``, ``bare`` and ``broken``: the addresses of a match of every game, of one that names nobody,
    of one that cannot be read; ``shared_match`` and ``at_table``: the links of a match and of a seat, which the pages
    of the latter's table take; ``sheet_by_seat``: the sheet as the seat reads it; ``dropped_match``: what a visitor dropped."""
    said = service.shell("from tests.service.furnished import furnish; furnish()").splitlines()[-1]
    found: dict[str, Any] = json.loads(said)
    return found


def _addresses(things: Mapping[str, Any], flagged: Mapping[str, Any], ruled: Mapping[str, Any]) -> dict[str, str]:
    """Every row of the urlconf; the pages of a match stand at its finding."""
    from django.urls import reverse

    from frontend.urls import urlpatterns

    found = {}
    for row in urlpatterns:
        name, wanted = str(row.name), row.pattern.converters
        if name == "deleted_match":
            known = {**things, "match_id": things["deleted_id"]}
        elif name in ("open_link", "table"):
            known = {**things, **things["sheet"]}
        elif {"match_id", "event_id"} <= set(wanted):
            known = {**things, **ruled}
        elif {"event_id", "live_id"} & set(wanted):
            known = {**things, "number": 1, "name": "results.csv"}
        else:
            known = {**things, **flagged}
        found[name] = reverse(f"pages:{name}", kwargs={key: known[key] for key in wanted})
    found["login"] = reverse("account_login")
    found |= {f"{form}_match": f"{found['match']}?edit={form}" for form in ("delete", "replace")}
    found["delete_account"] = f"{found['account']}?edit=delete"
    return found


def _at_finding(match: Any, secret: str) -> dict[str, Any]:
    from frontend.components.matches.links import Place

    finding = match.current_judgement.findings.exclude(round=0).order_by("round", "move").first()
    at = Place(finding.round, finding.move)
    return {"match_id": match.pk, "secret": secret, "number": at.round, "move": at.move, "place": at}


def furnish() -> None:
    """Print what was made, as JSON."""
    from django.contrib.auth.models import User

    from records.accounts import access, clubs
    from records.accounts.models import Role
    from records.archive import batches, club_exports, matches, rejudging
    from records.archive.models import Batch
    from records.core.queue.models import Job

    li, new = User.objects.get_or_create(username=OWNER)
    if new:  # A password set anew, be it the same one, ends every session of who has it: other tests may be signed in by now.
        li.set_password(PASSWORD)
    li.is_staff = True
    li.save()
    club = clubs.create(li, "獅城牌社", "lions")
    clubs.create(li, "河畔茶館", "riverside")
    for name, role in (("mei", Role.ORGANIZER), ("hong", Role.SCORER)):
        clubs.accept_invitation(clubs.invite(li, club, User.objects.create_user(name, password=PASSWORD).username, role))
    clubs.invite(li, club, User.objects.create_user("wei").username, Role.MEMBER)
    removed = clubs.invite(li, club, User.objects.create_user("jun").username, Role.SCORER)
    clubs.accept_invitation(removed)
    clubs.remove_member(li, removed)
    mei = User.objects.get(username="mei")
    clubs.invite(mei, clubs.create(mei, "北海道會", "north"), OWNER, Role.SCORER)

    shown, flagged, link = _matches(li)
    event, ruled = _event(li, club)
    things = {
        "slug": club.slug,
        "session_id": 1,
        "invitation_id": uuid.UUID(int=1),
        "username": "hong",
        "member_id": removed.pk,
        "game_id": "sichuan",
        "document": "en.html",
        "link_id": link,
        **event,
    }
    things |= {**_players(li, club), **_webhook(li, club)}
    batch = batches.receive(_archive().read, media_type="application/zip", filename="週六例會.zip", user=li, club=club)
    wait_for(lambda: Batch.objects.get(pk=batch.pk).done_at, "the batch")
    things |= _mistakes(club, "陳美玲")
    one = rejudging.start(li, club, filters={"game": "sichuan"}, rules="xuezhan max_fan=2", apply=False)
    wait_for(lambda: Job.objects.get(pk=one.pk).finished, "the re-judging")
    file, dropped = _dropped()
    things |= {"file_id": file, "sheet": _sheet(li)}
    things["rules_id"] = clubs.add_rules(li, club, "週五", "sichuan", "xuezhan max_fan=4").pk
    export = club_exports.ask(li, club)
    wait_for(lambda: Job.objects.get(pk=export.pk).finished, "the export")
    token, _ = access.issue_own_token(li, "計分平板", ["read", "upload"], 90, club)
    [gone] = judged(record("sichuan/clean-05", _from(5), Event="例會", Date="2026.11.07"), li, club)
    matches.restore(li, matches.delete(li, gone))
    things |= {"deleted_id": matches.delete(li, gone).pk}
    things |= {"batch_id": batch.pk, "job_id": batch.pk, "rejudging_id": one.pk, "token_id": token.pk}
    by_links = _by_links(things["sheet"], flagged["secret"])
    print(json.dumps({"pages": _addresses(things, flagged, ruled), **shown, **by_links, "dropped_match": dropped}))


def _by_links(sheet: Mapping[str, Any], of_match: str) -> dict[str, Any]:
    """The links of a match and of a seat, and the page that the latter opens."""
    from django.urls import reverse

    return {
        "shared_match": reverse("pages:open_link", args=[of_match]),
        "at_table": reverse("pages:open_link", args=[sheet["secret"]]),
        "sheet_by_seat": reverse("pages:table", args=[sheet["event_id"], sheet["table_id"]]) + "?seat=N",
    }


def _sheet(li: Any) -> dict[str, Any]:
    """A table with a score sheet: a round that is closed, and one that its seats have yet to confirm."""
    from records.accounts.models import Club
    from records.tournament import events, sheets
    from records.tournament.models import PlannedSeat

    event = events.create(li, Club.objects.get(slug="riverside"), "茶館週末賽", game="sichuan")
    table = events.plan_table(li, event, event.stages.get(), 1, "5")
    for seat, name in zip("ESWN", PEOPLE, strict=False):
        PlannedSeat.objects.create(table=table, seat=seat, entrant=events.add_entrant(li, event, name))
    won = {"E": 0, "S": 4, "W": -4, "N": 0}
    rounds: list[dict[str, Any]] = [
        {"dealer": "E", "scores": won, "moves": ["W-9p", "S.hu:4"], "tags": {"Kind": "sheet", "Shown.S": "234p23478p55777s"}},
        {"dealer": "S", "scores": {"E": -2, "S": -2, "W": -2, "N": 6}, "moves": ["N+?", "N.hu:2"], "tags": {"Kind": "sheet"}},
    ]
    asked = [("E", {"do": "enter", "round": number, "entry": entry}) for number, entry in enumerate(rounds, 1)]
    asked += [(seat, {"do": "confirm", "round": 1, "version": 1}) for seat in "ESWN"]
    for seat, body in asked:
        sheets.act(sheets.by_link(events.SeatLink(table, seat)), json.dumps(body).encode())
    return {"event_id": event.pk, "table_id": table.pk, "secret": events.secret_for(table, "N")}


def _matches(li: Any) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """A public match of every game, one that is flagged, one without an event, one that cannot be read, each judged."""
    from records.accounts import access
    from records.archive import comments
    from tests.golden import games

    shown_games = {}
    for game in games():
        [match] = judged(record(f"{game}/clean-01", Event="俱樂部例會", Date="2026.11.14"), li, public=True)
        shown_games[game] = page(match)
    [flagged] = judged(record("sichuan/three-suits", _from(4), Event="俱樂部例會", Date="2026.11.14"), li, public=True)
    [bare] = judged(record("luzhou/clean-02", (), Date="2026.11.15"), li, public=True)
    [broken] = judged('[PPN "1"]\n[Game "sichuan"]\n[Event "俱樂部例會"]\n[Round "1"]\nE-9x\n', li, public=True)
    link, secret = access.share(li, flagged, "裁判")
    shown = {"games": shown_games, "bare": page(bare), "broken": page(broken)}
    at = _at_finding(flagged, secret)
    said = comments.add(li, flagged, at["number"], at["move"], "沒有缺門，不能胡；該先打條子。", [["N.hand:7s:0"]])
    return shown, {**at, "comment_id": said.pk}, link.pk


def _dropped() -> tuple[uuid.UUID, str]:
    """What a visitor dropped: a file of two matches, and the page of the second."""
    from records.archive import visitors
    from records.core import sandbox

    text = record("luzhou/clean-02", PEOPLE[3:]) + "\n" + record("sichuan/three-suits", PEOPLE[7:])
    judged = visitors.judge(text.encode(), sandbox.Room())
    file = visitors.store(judged, filename="週五茶館.ppn", network="192.0.2.1")
    return file.pk, page(visitors.matches_of(file)[1])


def page(match: Any) -> str:
    """Where a match is read."""
    return f"/matches/{match.pk}/"


def record(name: str, people: Sequence[str] = PEOPLE, **tags: str) -> str:
    """A golden record with these people at its seats, and these tags."""
    import referee
    from tests.golden import HOME

    found = referee.parse((HOME / f"{name}.ppn").read_bytes())
    assert isinstance(found, referee.Record)
    game = next(one for one in referee.games() if one.id == found.game)
    rules = game.rulebook.rules(found.rules)
    assert not isinstance(rules, list)
    kept = {tag: value for tag, value in found.tags.items() if tag not in ("Event", "Table", "Stage", "Date")}
    return referee.write(found._replace(tags={**kept, **tags}, seats=dict(zip(game.seats(rules), people, strict=False))))


def _from(first: int) -> Sequence[str]:
    """The people, some other one first."""
    return PEOPLE[first:] + PEOPLE[:first]


def judged(text: str, user: Any, club: Any = None, public: bool = False) -> list[Any]:
    """Take a record in and wait for the verdicts on it."""
    from records.archive import matches
    from records.archive.models import Match

    taken = matches.upload(text.encode(), media_type="text/x-ppn", user=user, club=club, public=public)
    ids = [match.pk for match in taken.matches]
    wait_for(lambda: not Match.objects.filter(pk__in=ids).exclude(state=Match.State.JUDGED).exists(), "the verdicts")
    return [Match.objects.get(pk=pk) for pk in ids]


def _event(li: Any, club: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """An event of two rounds; one finding is ruled on and another left open; published, and played on after that."""
    from records.accounts import access
    from records.core.queue.models import Job
    from records.tournament import appeals, events, hall, penalties, publications, seating
    from referee.tournament.ranking.rulings import OVERRULED, findings_of

    event = events.create(li, club, "秋季盃", "autumn-cup", starts="2026.11.14", ends="2026.11.15", public=True)
    played = [_seated(li, club, *row) for row in EVENING]
    flagged = played[3]
    events.rule(
        li, event, flagged, next(iter(findings_of(flagged.current_judgement.verdict))), OVERRULED, "四家都同意不胡，照打。"
    )
    events.add_stage(li, event, name="決賽", tag="Final")
    publishing = publications.publish(li, event, "第二輪第二桌的結算留待明天裁定。")
    wait_for(lambda: Job.objects.get(pk=publishing.pk).finished, "the publication")
    _seated(li, club, "sichuan/clean-03", "1", 3, Stage="Final", Date="2026.11.15")
    order = seating.Order.of({"method": "lot", "layout": "sichuan:ESWN", "seed": 1, "sit_out": True})
    seating.draw(li, event, event.stages.get(tag="Final"), order)
    share, secret = access.share(li, event, "晚報")
    events.appoint(li, event, "hong")
    table = event.tables.select_related("event__club", "round__stage", "match__current_judgement").order_by("pk")[0]
    call = hall.call_by_link(events.SeatLink(table, "E"), "rule", "報聽後能不能槓？")
    [entrant] = [one.entrant for one in events.people_at(table) if one.seat == "E" and one.entrant]
    for grade, amount, offence in (
        ("warning", "", "early-draw"),
        ("severe-warning", "", "early-draw"),
        ("points", "2", "telephone"),
    ):
        penalties.give(li, event, entrant, grade, table=table, amount=amount, offence=offence, moment=penalties.Moment(1, 7))
    appeals.make(events.SeatLink(table, "E"), "E", "penalty:1", "我是等上家打了牌才摸的。")
    things = {
        "call_id": call.pk,
        "kind": "sheets",
        "event_id": event.pk,
        "share_id": share.pk,
        "entrant_id": event.entrants.all()[0].pk,
        "table_id": event.tables.all()[0].pk,
        "live_id": _played(li, event),
    }
    return things, _at_finding(flagged, secret)


def _played(li: Any, event: Any) -> Any:
    """A table of the final as it is played, some moves into its first round."""
    import referee
    from records.tournament import events, live_tables

    table = event.tables.filter(match=None).order_by("pk")[0]
    names = events.names_planned([table])[table.pk]
    found = referee.parse(record("sichuan/clean-04", [names[seat] for seat in "ESWN"]).encode())
    assert isinstance(found, referee.Record)
    first = found.rounds[0]
    begun = first._replace(moves=first.moves[: len(first.moves) // 2], scores=None)
    text = referee.write(found._replace(rounds=(begun,), totals=None)).encode()
    live = live_tables.open_draft(li, table, text)
    live_tables.write_draft(li, live, text)
    return live.pk


def _seated(li: Any, club: Any, name: str, table: str, first: int, **more: str) -> Any:
    """A match of the event."""
    [match] = judged(record(name, _from(first), **{"Event": "秋季盃", "Date": "2026.11.14", "Table": table, **more}), li, club)
    return match


def _players(li: Any, club: Any) -> dict[str, Any]:
    """The club's players: one of them under two aliases."""
    from records.archive import players

    judged(record("sichuan/clean-04", ["陳美玲", "林志强", "吳俊傑", "劉家豪"], Event="例會", Date="2026.11.07"), li, club)
    known = {alias.name: alias.player for alias in club.aliases.select_related("player")}
    [merge] = players.merge(li, known["林志強"], [known["林志强"]])
    return {"player_id": known["陳美玲"].pk, "merge_id": merge.pk}


def _mistakes(club: Any, name: str) -> dict[str, Any]:
    """The mistakes of a player over all matches: the dearest discard."""
    from records.archive import mistakes
    from records.archive.models import Mistake
    from records.core.queue.models import Job

    player = club.aliases.get(name=name).player
    search = mistakes.search(player)
    wait_for(lambda: search and Job.objects.get(pk=search.pk).finished, "the search for mistakes")
    return {"mistake_id": Mistake.objects.filter(alias__player=player, what=Mistake.What.DISCARD)[0].pk}


def _webhook(li: Any, club: Any) -> dict[str, Any]:
    """A webhook with a message that waits to be sent; it is told nothing, as its address is one where nobody is."""
    from records.accounts import webhooks
    from records.accounts.models import WebhookDelivery, WebhookKind

    kinds = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]
    webhook, _ = webhooks.add(li, club, "https://bot.lions.invalid/referee", kinds[:3], "比分看板")
    delivery = webhooks.send_test(li, webhook)
    wait_for(lambda: WebhookDelivery.objects.get(pk=delivery.pk).attempts, "the webhook")
    return {"webhook_id": webhook.pk, "delivery_id": delivery.pk}


def _archive() -> io.BytesIO:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("gouji/clean-02", "luzhou/clean-03", "hengyang/clean-03", "luzhou/not-winning", "kawuxing/clean-03"):
            archive.writestr(f"{name.replace('/', '-')}.ppn", record(name, Event="週六例會", Date="2026.11.21"))
        archive.writestr("筆記.ppn", "今晚無人記譜。\n")
    return io.BytesIO(packed.getvalue())
