"""The pages without a browser: who sees what, names as text, states of the work, languages."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from frontend.components.dropped_file import SHOWN
from frontend.components.matches import listing
from frontend.components.page import pagination
from frontend.components.page.pagination import Bounded
from frontend.components.verdict import sheet as verdicts
from records import matches
from records.models import Match
from tests.files import many, of_event
from tests.frontend.clients import page, stored_match
from tests.golden import HOME
from tests.people import CLEAN, FLAGGED, person

pytestmark = pytest.mark.django_db


def dropped(client: Client, data: bytes, name: str = "evening.ppn") -> str:
    return page(client.post("/upload/", {"file": SimpleUploadedFile(name, data)}, follow=True))


@pytest.fixture
def signed_in(owner: Any) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    return client


def test_file_of_many_matches_is_shown_in_part(signed_in: Client) -> None:
    text = dropped(signed_in, b"".join(b'[PPN "1"]\n[Game "sichuan"]\n[Table "%d"]\n\n' % n for n in range(SHOWN + 2)))
    assert Match.objects.count() == SHOWN + 2
    assert text.count("hx-get") == SHOWN
    assert "2 more matches" in text


def test_findings_that_are_counted_are_told_by_number() -> None:
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    head = f'[PPN "1"]\n[Game "sichuan"]\n[Round "1"]\n[Dealer "E"]\n[Wall "{"1m2m3m4m5m" * 11}"]\n{hands}'
    told = dropped(Client(HTTP_ACCEPT_LANGUAGE="en"), f"{head}E-9p S+9m S-9m W+9m W-9m N+9m".encode())
    assert "2 more of the same kind (not what the wall has) in this round are counted, not listed." in told
    assert "這一局另有 2 處同類（與牌牆不符），只計數，不逐一列出。" in dropped(
        Client(HTTP_ACCEPT_LANGUAGE="zh-TW"), f"{head}E-9p S+9m S-9m W+9m W-9m N+9m".encode()
    )


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


@pytest.mark.parametrize(
    ("language", "partial", "paid"),
    [
        ("en", "The round halted: what is listed here is partial, only as far as it went, and no score.", "East pays South"),
        ("zh-TW", "這一局停住了：以下只到停住為止，並不完整，也不是得分。", "南家"),
    ],
)
def test_halted_round_shows_what_was_paid_up_to_there_as_partial(language: str, partial: str, paid: str) -> None:
    text = dropped(Client(HTTP_ACCEPT_LANGUAGE=language), HALTED.encode())
    assert partial in text
    assert paid in text
    assert '<table class="scores">' in text
    assert partial not in dropped(Client(HTTP_ACCEPT_LANGUAGE=language), HALTED.replace(" S.peng", "").encode())


@pytest.mark.parametrize(
    ("language", "partial", "places"),
    [
        ("en", "The round halted: what is listed here is partial, only as far as it went, and no score.", "1st E PE last D PD"),
        ("zh-TW", "這一局停住了：以下只到停住為止，並不完整，也不是得分。", "頭科 戊家 PE 大落 丁家 PD"),
    ],
)
def test_halted_round_of_places_shows_those_that_were_decided_as_partial(language: str, partial: str, places: str) -> None:
    text = dropped(Client(HTTP_ACCEPT_LANGUAGE=language), (HOME / "gouji" / "mixed-ranks.ppn").read_bytes())
    assert partial in text
    (listed,) = re.findall(r'<ol class="places">(.*?)</ol>', text, re.DOTALL)
    assert " ".join(re.sub(r"<[^>]*>", " ", listed).split()) == places
    never_dealt = dropped(Client(HTTP_ACCEPT_LANGUAGE=language), (HOME / "gouji" / "bad-deal.ppn").read_bytes())
    assert partial not in never_dealt


def test_finding_names_the_player_as_text_and_never_as_markup() -> None:
    named = HALTED.replace("[Round", '[Seat.S "<b>Li</b>"]\n[Round', 1)
    text = dropped(Client(HTTP_ACCEPT_LANGUAGE="en"), named.encode())
    assert "&lt;b&gt;Li&lt;/b&gt; (South)" in text
    assert "<b>Li</b>" not in text


def test_match_with_very_many_findings_is_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "SHOWN", 5)
    head = '[PPN "1"]\n[Game "sichuan"]\n'
    rounds = [f'[Round "{n}"]\n[Dealer "E"]\n' + "".join(f'[Hand.{s} "?"]\n' for s in "ESWN") + "E.oh " * 4 for n in (1, 2)]
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    told = dropped(client, (head + "".join(rounds)).encode())
    assert told.count('class="finding ') == 5
    assert "5 more findings of this round are in the verdict as JSON." in told


def test_uploaded_match_is_shown_once_it_is_judged(signed_in: Client) -> None:
    assert "Waiting to be judged" in dropped(signed_in, FLAGGED)
    match = Match.objects.get()
    matches.judge(match.pk)
    assert "SCM-2.2" in page(signed_in.get(f"/matches/{match.pk}/state/"))


def test_failed_judgement_is_not_shown_as_a_verdict(signed_in: Client, owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(record: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("referee.verify", fails)
    text = page(signed_in.get(f"/matches/{stored_match(owner, CLEAN).pk}/"))
    assert "this is no verdict" in text
    assert 'class="verdict ' not in text


def test_broken_file_is_reported_with_its_place(signed_in: Client, owner: Any) -> None:
    text = page(signed_in.get(f"/matches/{stored_match(owner, b'[PPN 1]').pk}/"))
    assert "This record cannot be read." in text
    assert "line 1, column 1" in text


def test_markup_in_a_record_is_escaped(signed_in: Client, owner: Any) -> None:
    name = '<img src=x onerror=alert(1)> \\"quoted\\" \u202egnaw'
    match = stored_match(owner, CLEAN.replace(b'"PE"', f'"{name}"'.encode()))
    for path in (f"/matches/{match.pk}/", "/matches/", f"/matches/{match.pk}/replay/1/"):
        assert "<img src=x" not in page(signed_in.get(path))
    assert "<bdi>&lt;img src=x" in page(signed_in.get(f"/matches/{match.pk}/"))


def test_match_page_is_shown_to_its_people_or_when_public(client: Client, signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, CLEAN)
    stranger = Client()
    stranger.force_login(person("stranger"))
    for path in ("", "state/", "replay/1/", "frames/1/"):
        assert signed_in.get(f"/matches/{match.pk}/{path}").status_code == 200
        assert client.get(f"/matches/{match.pk}/{path}").status_code == 404
        assert stranger.get(f"/matches/{match.pk}/{path}").status_code == 404
    Match.objects.update(public=True)
    assert client.get(f"/matches/{match.pk}/").status_code == 200
    assert stranger.post(f"/matches/{match.pk}/rejudge/").status_code == 404


@pytest.mark.parametrize(
    ("language", "told"), [("en", "East PE South PS"), ("zh-TW", "東家 PE 南家 PS"), ("zh-CN", "东家 PE 南家 PS")]
)
def test_match_page_names_seats_in_words_beside_their_players(language: str, told: str) -> None:
    match = stored_match(None, CLEAN, public=True)
    text = page(Client(HTTP_ACCEPT_LANGUAGE=language).get(f"/matches/{match.pk}/"))
    players = re.findall(r'<span class="player">(.*?)</span>', text, re.DOTALL)
    assert " ".join(re.sub(r"<[^>]*>", " ", " ".join(players)).split()).startswith(told)
    sheet = text[text.index('class="signatures"') :]
    assert told.split(" PE")[0] + " PE" in sheet
    assert match.number in sheet


def test_match_is_judged_again_from_its_page(signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, CLEAN)
    assert signed_in.post(f"/matches/{match.pk}/rejudge/").status_code == 302
    match.refresh_from_db()
    assert match.state == "pending"
    assert "being judged again" in page(signed_in.get(f"/matches/{match.pk}/"))


@pytest.mark.parametrize(("query", "found"), [("q=league", 1), ("q=nothing", 0), ("finding=three-suits", 1), ("game=x", 0)])
def test_archive_is_searched(signed_in: Client, owner: Any, query: str, found: int) -> None:
    stored_match(owner, FLAGGED)
    assert page(signed_in.get(f"/matches/?{query}")).count('class="what"') == found


@pytest.mark.parametrize(("name", "label"), [("date_from", "From"), ("date_to", "To")])
def test_archive_names_the_field_of_a_date_that_cannot_be_read(signed_in: Client, owner: Any, name: str, label: str) -> None:
    stored_match(owner, FLAGGED)
    text = page(signed_in.get("/matches/", {name: "31.12.2026"}))
    assert f"“{label}”: “31.12.2026” cannot be read as a date." in text
    assert re.search(rf'<input name="{name}"[^>]*aria-invalid="true"', text)
    assert 'class="what"' not in text


@pytest.mark.parametrize(
    ("sort", "order"), [("", "October May undated"), ("oldest", "undated May October"), ("added", "May undated October")]
)
def test_archive_is_in_the_order_of_the_days_or_as_the_reader_chooses(
    signed_in: Client, owner: Any, sort: str, order: str
) -> None:
    """W18: the newest first does not begin with what has no date."""
    for name, date in (("October", "2025.10.04"), ("undated", ""), ("May", "2025.05.01")):
        stored_match(owner, of_event(event=f"Cup {name}", Date=date).encode())
    text = page(signed_in.get("/matches/", {"q": "cup", "sort": sort}))
    assert re.findall(r"<bdi>Cup (\w+)</bdi>", text) == order.split()
    (now,) = re.findall(r'<a href="([^"]*)" aria-current="true">', text)
    assert now == ("?q=cup" + (f"&amp;sort={sort}" if sort else ""))
    assert f'data-query="{now[1:]}"' in text, "what is saved"


def test_archive_counts_only_so_many_rows(
    signed_in: Client,
    owner: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches.upload(many(5).encode(), media_type="text/x-ppn", user=owner)
    monkeypatch.setattr(listing, "PAGE", 2)
    assert "1 / 3<" in page(signed_in.get("/matches/"))
    monkeypatch.setattr(Bounded, "most", 4)
    assert "1 / 2+<" in page(signed_in.get("/matches/"))
    assert "2 / 2+<" in page(signed_in.get("/matches/?page=3"))


def test_archive_counts_some_pages_ahead_of_the_one_that_is_shown(
    signed_in: Client,
    owner: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches.upload(many(5).encode(), media_type="text/x-ppn", user=owner)
    monkeypatch.setattr(listing, "PAGE", 2)
    monkeypatch.setattr(pagination, "AHEAD", 1)
    for number, shown in (("", "1 / 2+<"), ("2", "2 / 3<"), ("3", "3 / 3<"), ("9", "3 / 3<"), ("last", "1 / 2+<")):
        assert shown in page(signed_in.get(f"/matches/?page={number}")), number


def test_frames_of_a_round_have_words_and_marks(signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    frames = signed_in.get(f"/matches/{match.pk}/frames/7/").json()["frames"]
    assert frames[-1]["findings"][0]["said"].endswith("missing.")
    assert signed_in.get(f"/matches/{match.pk}/frames/99/").status_code == 404


@pytest.mark.parametrize("what", ["frames", "review"])
def test_view_of_a_seat_that_the_game_lacks_is_refused(signed_in: Client, owner: Any, what: str) -> None:
    match = stored_match(owner, FLAGGED)
    assert signed_in.get(f"/matches/{match.pk}/{what}/6/?view=E").status_code == 200
    for nobody in ("Q", "ES", "east", "e"):
        assert signed_in.get(f"/matches/{match.pk}/{what}/6/?view={nobody}").status_code == 400


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_rulebook_page_has_an_anchor_for_every_clause(language: str) -> None:
    import referee

    for game in referee.games():
        text = page(Client(HTTP_ACCEPT_LANGUAGE=language).get(f"/rules/{game.id}/"))
        assert all(f'id="{clause.id}"' in text for clause in game.rulebook)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_rulebook_page_says_why_a_preset_is_read_so(language: str) -> None:
    import referee

    for game in referee.games():
        text = html.unescape(
            page(Client(HTTP_ACCEPT_LANGUAGE={"zh": "zh-hant"}.get(language, language)).get(f"/rules/{game.id}/"))
        )
        for preset in game.rulebook.presets:
            marked = rf'<code>{preset.name}</code>\s*<span class="mark {preset.mark[0]}">{preset.mark}</span>'
            assert re.search(marked, text)
            assert preset.reason is None or preset.reason[language] in text


def test_page_has_no_inline_script_or_style(signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    for path in ("/", "/matches/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/7/", "/rules/sichuan/"):
        text = page(signed_in.get(path))
        assert "<style" not in text
        assert ' style="' not in text
        assert all(" src=" in tag for tag in text.split("<script")[1:])


def test_chosen_language_is_kept(client: Client) -> None:
    assert "上傳牌譜" in page(client.get("/"))
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    assert "Records go in" in page(client.get("/"))


def test_unknown_address_is_not_found(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
    assert client.get("/nowhere/").status_code == 404


def test_embedded_board_may_be_framed_by_any_site_without_a_session(signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED, public=True)
    for path in (f"/embed/{match.pk}/7/", f"/embed/{match.pk}/7/4/", f"/embed/{match.pk}/7/frames/"):
        answer = signed_in.get(path)
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
    assert "frame-ancestors 'none'" in signed_in.get(f"/matches/{match.pk}/replay/7/")["Content-Security-Policy"]
    assert 'lang="zh-Hant"' in page(signed_in.get(f"/embed/{match.pk}/7/?lang=zh"))
    assert signed_in.get(f"/embed/{match.pk}/99/").status_code == 404
    text = page(signed_in.get(f"/matches/{match.pk}/"))
    assert f"&lt;iframe src=&quot;http://testserver/embed/{match.pk}/6/&quot;" in text


def test_private_match_is_embedded_by_its_share_link_alone(signed_in: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    assert signed_in.get(f"/embed/{match.pk}/7/").status_code == 404
    assert "iframe" not in page(signed_in.get(f"/matches/{match.pk}/"))
    made = page(signed_in.post(f"/matches/{match.pk}/share/", {"name": ""}, HTTP_HX_REQUEST="true"))
    secret = made.split("/embed/shared/")[1].split("/")[0]
    answer = signed_in.get(f"/embed/shared/{secret}/7/")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert signed_in.get(f"/embed/shared/{secret}/7/frames/").json()["frames"]


def test_every_pattern_of_a_field_is_a_regular_expression_of_browsers() -> None:
    """Browsers compile a pattern with the flag v, and take no pattern at all for one that it refuses."""
    pages = Path("frontend").rglob("*.html")
    patterns = {found for page in pages for found in re.findall(r'\spattern="([^"]+)"', page.read_text(encoding="utf-8"))}
    assert patterns
    compiled = "for (const pattern of JSON.parse(process.argv[1])) new RegExp(`^(?:${pattern})$`, 'v')"
    node = Path(sys.executable).with_name("node")
    ran = subprocess.run([node, "--eval", compiled, json.dumps(sorted(patterns))], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
