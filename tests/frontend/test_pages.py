"""The pages without a browser: names as text, states of the work, the archive, rulebooks, embedded boards."""

from __future__ import annotations

import html
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from PIL import Image, ImageDraw

import referee
from frontend.components.dropped_file import SHOWN
from frontend.components.matches import listing
from frontend.components.page import pagination
from frontend.components.page.pagination import Bounded
from frontend.pages.archive.matches.share_card import _write
from records.accounts import access
from records.accounts.models import Club, Role
from records.archive import comments, matches
from records.archive.models import Match
from records.wording import verdict_sheet as verdicts
from tests.files import many, of_event
from tests.frontend.clients import join, page, stored_match
from tests.golden import HOME
from tests.links import opened
from tests.people import CLEAN, FLAGGED

pytestmark = pytest.mark.django_db
PARTIAL = "The round halted: what is listed here is partial, only as far as it went, and no score."


def dropped(client: Client, data: bytes, name: str = "evening.ppn") -> str:
    return page(client.post("/upload/", {"file": SimpleUploadedFile(name, data)}, follow=True))


def test_file_of_many_matches_is_shown_in_part(reader: Client) -> None:
    text = dropped(reader, b"".join(b'[PPN "1"]\n[Game "sichuan"]\n[Table "%d"]\n\n' % n for n in range(SHOWN + 2)))
    assert (Match.objects.count(), text.count("hx-get"), "2 more matches" in text) == (SHOWN + 2, SHOWN, True)


def test_findings_that_are_counted_or_very_many_are_told_by_number(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    head = '[PPN "1"]\n[Game "sichuan"]\n'
    wall = f'[Round "1"]\n[Dealer "E"]\n[Wall "{"1m2m3m4m5m" * 11}"]\n{hands}E-9p S+9m S-9m W+9m W-9m N+9m'
    told = dropped(visitor, f"{head}{wall}".encode())
    assert "2 more of the same kind (not what the wall has) in this round are counted, not listed." in told
    monkeypatch.setattr(verdicts, "SHOWN", 5)
    rounds = [f'[Round "{n}"]\n[Dealer "E"]\n{hands}' + "E.oh " * 4 for n in (1, 2)]
    told = dropped(visitor, (head + "".join(rounds)).encode())
    assert told.count('class="finding ') == 5
    assert "5 more findings of this round are in the verdict as JSON." in told


HALTED = """[PPN "1"]
[Game "sichuan"]
[Rules "xuezhan forced_win=off"]
[Round "1"]
[Dealer "E"]
[Hand.E "?"]
[Hand.S "234567p45678s77p"]
[Hand.W "?"]
[Hand.N "?"]
E-9s S.hu:1 W+1p W-1p S.peng
"""


def test_halted_round_shows_what_was_paid_and_decided_up_to_there_as_partial(visitor: Client) -> None:
    named = HALTED.replace("[Round", '[Seat.S "<b>Li</b>"]\n[Round', 1)
    text = dropped(visitor, named.encode())
    told = (PARTIAL, "East pays", '<table class="scores">')
    assert [one for one in told if one not in text] == []
    assert PARTIAL not in dropped(visitor, HALTED.replace(" S.peng", "").encode())
    placed = dropped(visitor, (HOME / "gouji" / "mixed-ranks.ppn").read_bytes())
    (listed,) = re.findall(r'<ol class="places">(.*?)</ol>', placed, re.DOTALL)
    assert " ".join(re.sub(r"<[^>]*>", " ", listed).split()) == "1st E PE last D PD"
    assert PARTIAL in placed
    assert PARTIAL not in dropped(visitor, (HOME / "gouji" / "bad-deal.ppn").read_bytes()), "it was never dealt"


def test_finding_names_the_player_as_text_and_never_as_markup(visitor: Client) -> None:
    text = dropped(visitor, HALTED.replace("[Round", '[Seat.S "<b>Li</b>"]\n[Round', 1).encode())
    assert ("&lt;b&gt;Li&lt;/b&gt; (South)" in text, "<b>Li</b>" in text) == (True, False)


def test_uploaded_match_is_shown_once_it_is_judged_and_judged_again_from_its_page(reader: Client) -> None:
    assert "Waiting to be judged" in dropped(reader, FLAGGED)
    match = Match.objects.get()
    matches.judge(match.pk)
    assert "SCM-2.2" in page(reader.get(f"/matches/{match.pk}/?part=state"))
    assert reader.post(f"/matches/{match.pk}/", {"action": "rejudge"}).status_code == 302
    match.refresh_from_db()
    assert match.state == "pending"
    assert "being judged again" in page(reader.get(f"/matches/{match.pk}/"))


def test_failed_judgement_is_no_verdict_and_a_broken_file_is_reported_with_its_place(
    reader: Client, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = page(reader.get(f"/matches/{stored_match(owner, b'[PPN 1]').pk}/"))
    assert ("This record cannot be read." in broken, "line 1, column 1" in broken) == (True, True)

    def fails(record: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("referee.verify", fails)
    text = page(reader.get(f"/matches/{stored_match(owner, CLEAN).pk}/"))
    assert ("this is no verdict" in text, 'class="verdict ' in text) == (True, False)


def test_markup_in_a_record_is_escaped(reader: Client, owner: Any) -> None:
    name = '<img src=x onerror=alert(1)> \\"quoted\\" \u202egnaw'
    match = stored_match(owner, CLEAN.replace(b'"PE"', f'"{name}"'.encode()))
    for path in (f"/matches/{match.pk}/", "/matches/", f"/matches/{match.pk}/replay/1/"):
        assert "<img src=x" not in page(reader.get(path))
    assert "<bdi>&lt;img src=x" in page(reader.get(f"/matches/{match.pk}/"))


@pytest.mark.parametrize(
    ("language", "told"), [("en", "East PE South PS"), ("zh-TW", "東家 PE 南家 PS"), ("zh-CN", "东家 PE 南家 PS")]
)
def test_match_page_names_seats_in_words_beside_their_players(language: str, told: str) -> None:
    match = stored_match(None, CLEAN, public=True)
    text = page(Client(HTTP_ACCEPT_LANGUAGE=language).get(f"/matches/{match.pk}/"))
    players = re.findall(r'<span class="player">(.*?)</span>', text, re.DOTALL)
    assert " ".join(re.sub(r"<[^>]*>", " ", " ".join(players)).split()).startswith(told)
    sheet = text[text.index('class="signatures"') :]
    assert (told.split(" PE")[0] + " PE" in sheet, match.number in sheet) == (True, True)


def test_archive_is_searched_and_names_the_field_of_a_date_that_cannot_be_read(reader: Client, owner: Any) -> None:
    stored_match(owner, FLAGGED)
    for query, found in (("q=league", 1), ("q=nothing", 0), ("finding=three-suits", 1), ("finding=bad-deal", 0), ("game=x", 0)):
        assert page(reader.get(f"/matches/?{query}")).count('class="what"') == found, query
    chinese = page(reader.get("/matches/?finding=three-suits", HTTP_ACCEPT_LANGUAGE="zh-TW"))
    assert '<option value="three-suits" selected>三門花色俱全</option>' in chinese
    for name, label in (("date_from", "From"), ("date_to", "To")):
        text = page(reader.get("/matches/", {name: "31.12.2026"}))
        assert f"“{label}”: “31.12.2026” cannot be read as a date." in text
        assert re.search(rf'<input name="{name}"[^>]*aria-invalid="true"', text)
        assert 'class="what"' not in text


def test_archive_is_in_the_order_of_the_days_or_as_the_reader_chooses(reader: Client, owner: Any) -> None:
    for name, date in (("October", "2025.10.04"), ("undated", ""), ("May", "2025.05.01")):
        stored_match(owner, of_event(event=f"Cup {name}", Date=date).encode())
    for sort, order in (("", "October May undated"), ("oldest", "undated May October"), ("added", "May undated October")):
        text = page(reader.get("/matches/", {"q": "cup", "sort": sort}))
        assert re.findall(r"<bdi>Cup (\w+)</bdi>", text) == order.split(), sort
        (now,) = re.findall(r'<a href="([^"]*)" aria-current="true">', text)
        assert now == ("?q=cup" + (f"&amp;sort={sort}" if sort else ""))
        assert f'data-query="{now[1:]}"' in text, "what is saved"


def test_archive_counts_only_so_many_rows_and_some_pages_ahead(
    reader: Client, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches.upload(many(5).encode(), media_type="text/x-ppn", user=owner)
    monkeypatch.setattr(listing, "PAGE", 2)
    assert "1 / 3<" in page(reader.get("/matches/"))
    monkeypatch.setattr(pagination, "AHEAD", 1)
    for number, shown in (("", "1 / 2+<"), ("2", "2 / 3<"), ("9", "3 / 3<"), ("last", "1 / 2+<")):
        assert shown in page(reader.get(f"/matches/?page={number}")), number
    monkeypatch.setattr(Bounded, "most", 4)
    assert "2 / 2+<" in page(reader.get("/matches/?page=3"))


def test_frames_have_words_and_marks_and_no_view_of_a_seat_that_the_game_lacks(reader: Client, owner: Any) -> None:
    where = f"/api/v1/matches/{stored_match(owner, FLAGGED).pk}/rounds"
    assert reader.get(f"{where}/7/frames?words=1").json()["frames"][-1]["findings"][0]["said"].endswith("missing.")
    assert reader.get(f"{where}/99/frames?words=1").status_code == 404
    for what in ("frames", "review"):
        asked = {view: f"{where}/6/{what}?words=1&view={view}" for view in ("E", "Q", "ES", "east", "e")}
        statuses = {view: reader.get(path).status_code for view, path in asked.items()}
        assert statuses == {"E": 200, "Q": 400, "ES": 400, "east": 400, "e": 400}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_rulebook_page_has_an_anchor_for_every_clause_and_says_why_a_preset_is_read_so(language: str) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE={"zh": "zh-hant"}.get(language, language))
    for game in referee.games():
        text = html.unescape(page(client.get(f"/rules/{game.id}/")))
        assert [clause.id for clause in game.rulebook if f'id="{clause.id}"' not in text] == []
        for preset in game.rulebook.presets:
            marked = rf'<code>{preset.name}</code>\s*<span class="mark {preset.mark[0]}">{preset.mark}</span>'
            assert re.search(marked, text)
            assert preset.reason is None or preset.reason[language] in text
    assert client.get("/rules/chess/").status_code == 404


def test_page_has_no_inline_script_or_style(reader: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    calculator = "/calculator/?game=sichuan&hand=1122334455667p&win=7p"
    for path in ("/", "/matches/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/7/", "/rules/sichuan/", calculator):
        text = page(reader.get(path))
        assert ("<style" in text, ' style="' in text) == (False, False)
        assert all(" src=" in tag for tag in text.split("<script")[1:])


def test_embedded_board_may_be_framed_by_any_site_without_a_session(reader: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED, public=True)
    for path in (f"/embed/{match.pk}/7/", f"/embed/{match.pk}/7/4/"):
        answer = reader.get(path)
        assert (answer.status_code, "X-Frame-Options" in answer, bool(answer.cookies)) == (200, False, False)
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "Cookie" not in answer.get("Vary", "")
    assert "frame-ancestors 'none'" in reader.get(f"/matches/{match.pk}/replay/7/")["Content-Security-Policy"]
    assert 'lang="zh-Hant"' in page(reader.get(f"/embed/{match.pk}/7/?lang=zh"))
    assert reader.get(f"/embed/{match.pk}/99/").status_code == 404
    code = f"&lt;iframe src=&quot;http://testserver/embed/{match.pk}/6/&quot;"
    assert code in page(reader.get(f"/matches/{match.pk}/"))


def test_private_match_is_embedded_by_its_share_link_alone(reader: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    assert "iframe" not in page(reader.get(f"/matches/{match.pk}/"))
    made = page(reader.post(f"/matches/{match.pk}/", {"action": "share", "name": ""}, HTTP_HX_REQUEST="true"))
    [key] = re.findall(rf"/embed/{match.pk}/6/(\?key=[\w.-]+)", made)
    answer = reader.get(f"/embed/{match.pk}/7/{key}")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    assert "Cookie" not in answer.get("Vary", "")
    assert f'data-key="{key.removeprefix("?key=")}"' in page(answer)
    home = html.unescape(re.search(r'data-home="([^"]+)"', page(answer))[1])  # type: ignore[index]
    whole = Client().get(home + "4/", follow=True)
    assert (whole.status_code, whole.redirect_chain[-1][0]) == (200, f"/matches/{match.pk}/replay/7/4/")
    other = stored_match(owner, CLEAN)
    for path in (f"/embed/{match.pk}/7/", f"/embed/{match.pk}/7/?key=x", f"/embed/{other.pk}/1/{key}"):
        assert reader.get(path).status_code == 404, path


def commented(client: Client, where: str) -> Any:
    """What the replay page reads of comments, and whether one may be written there."""
    text = page(client.get(where))
    found = re.search(r'data-of-round="(.*?)"', text)
    assert found is not None
    return {"comments": client.get(found[1]).json()["results"], "writes": "comment-form" in text}


def test_member_reads_who_wrote_a_comment_and_a_share_link_tells_only_what(
    reader: Client, visitor: Client, owner: Any, club: Club
) -> None:
    match = stored_match(owner, CLEAN, club=club)
    comments.add(owner, match, 1, 3, "</script><b>why</b>", [["E.hand:5m:0"]])
    comments.add(owner, match, 2, 1, "of another round")
    own, secret = f"/matches/{match.pk}/replay/1/", access.share(owner, match)[1]
    for client, where, author, writes, mine in (
        (reader, own, "owner", True, True),
        (join(club, "member", Role.MEMBER), own, "owner", False, False),
        (opened(secret, visitor), own, "", False, False),
        (opened(secret, reader), own, "owner", True, True),
    ):
        document = commented(client, where)
        [one] = document["comments"]
        assert (one["text"], one["move"], one["marks"]) == ("</script><b>why</b>", 3, [["E.hand:5m:0"]])
        assert (one["author"], document["writes"], one["deletable"]) == (author, writes, mine), where


def test_many_comments_are_read_by_as_many_queries_as_one(reader: Client, owner: Any, club: Club) -> None:
    match, counts = stored_match(owner, CLEAN, club=club), []
    page(reader.get(f"/matches/{match.pk}/replay/1/"))
    for _ in range(2):
        for move in range(1, 9):
            comments.add(owner, match, 1, move, "why")
        with CaptureQueriesContext(connection) as queries:
            commented(reader, f"/matches/{match.pk}/replay/1/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_every_pattern_of_a_field_is_a_regular_expression_of_browsers() -> None:
    """Browsers compile a pattern with the flag v, and take no pattern at all for one that it refuses."""
    pages = Path("frontend").rglob("*.html")
    patterns = {found for page in pages for found in re.findall(r'\spattern="([^"]+)"', page.read_text(encoding="utf-8"))}
    assert patterns
    compiled = "for (const pattern of JSON.parse(process.argv[1])) new RegExp(`^(?:${pattern})$`, 'v')"
    node = Path(sys.executable).with_name("node")
    ran = subprocess.run([node, "--eval", compiled, json.dumps(sorted(patterns))], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


# -- share cards --


MISMATCH, THREE_SUITS = ((HOME / "sichuan" / f"{name}.ppn").read_bytes() for name in ("score-mismatch", "three-suits"))


def picture(client: Client, address: str) -> Image.Image:
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"], "public" in answer["Cache-Control"]) == (200, "image/png", True)
    return Image.open(io.BytesIO(answer.content))


def test_public_match_and_its_findings_have_share_cards_of_their_own(visitor: Client, owner: Any) -> None:
    text = page(visitor.get(f"/matches/{stored_match(owner, MISMATCH, public=True).pk}/"))
    assert 'property="og:title" content="league night – The referee"' in text
    assert "The settlement is wrong by one point." in re.findall(r'og:description" content="([^"]*)"', text)[0]
    address = re.findall(r'og:image" content="http://testserver([^"]*)"', text)[0]
    assert picture(visitor, address.replace("&amp;", "&")).size == (1200, 630)
    flagged = stored_match(owner, THREE_SUITS, public=True)
    text = page(visitor.get(f"/matches/{flagged.pk}/replay/7/4/"))
    assert "holds all three suits" in re.findall(r'og:description" content="([^"]*)"', text)[0]
    plain, finding = (picture(visitor, f"/matches/{flagged.pk}/card.png?hl=en{more}") for more in ("", "&round=7&move=4"))
    assert plain.tobytes() != finding.tobytes()
    zh, again, hans = (visitor.get(f"/matches/{flagged.pk}/card.png?hl={one}").content for one in ("zh", "zh", "zh-Hans"))
    assert (zh == again, zh == hans, len(zh) < 60_000) == (True, False, True)


def test_marks_of_a_share_card_stand_where_simplified_chinese_has_them() -> None:
    def lowest(language: str) -> int:
        image = Image.new("L", (200, 100), 255)
        with override(language):
            _write(ImageDraw.Draw(image), (0, 0), "局。", 60, "black")
        box = image.crop((60, 0, 200, 100)).point(lambda shade: 255 - shade).getbbox()
        assert box
        return box[3]

    assert lowest("zh-hans") > lowest("zh-hant") + 10


def test_private_match_has_no_share_card(reader: Client, visitor: Client, owner: Any) -> None:
    """Neither a card, nor a word in its page's head, even to its owner; a share link says nothing to a messenger."""
    match = stored_match(owner, MISMATCH)
    for client in (visitor, reader):
        assert {client.get(f"/matches/{match.pk}/card.png{at}").status_code for at in ("", "?round=1&move=3")} == {404}
    assert b"og:" not in reader.get(f"/matches/{match.pk}/").content
    secret = access.share(owner, match, "a friend")[1]
    assert b"og:" not in visitor.get(f"/s/{secret}/").content
    assert b"og:" not in opened(secret, visitor).get(f"/matches/{match.pk}/").content
