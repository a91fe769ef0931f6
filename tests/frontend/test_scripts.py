"""Pages in Simplified Chinese: who gets them, and that every name stays as it is; test_raw_words.py walks them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from PIL import ImageFont

import referee
from records.accounts.models import Club
from records.core.fonts import FILE
from records.tournament import events
from records.tournament.models import Event
from referee.chinese import simplified
from tests.chinese import HAN, texts_of, traditional
from tests.files import of_event
from tests.frontend.clients import page, stored_match
from tests.golden import HOME

pytestmark = pytest.mark.django_db

CATALOGUE = Path("records/wording/locale/zh_Hant/LC_MESSAGES/django.po")
MAINLAND = {"HTTP_ACCEPT_LANGUAGE": "zh-CN,zh;q=0.9,en;q=0.8"}
SWITCH = re.compile(r'<button class="link" name="language".*?</button>', re.DOTALL)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-hans-hk", "zh-Hans"),
        ("zh-TW,zh;q=0.9", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh", "zh-Hant"),
        ("en-US,en;q=0.9,zh-CN;q=0.8", "en"),
        ("fr,zh-CN;q=0.5", "zh-Hans"),
        ("fr", "zh-Hant"),
        ("", "zh-Hant"),
    ],
)
def test_page_is_in_the_language_that_the_browser_asks_for(accepted: str, language: str) -> None:
    text = page(Client().get("/", headers={"Accept-Language": accepted}))
    assert f'<html lang="{language}">' in text
    said = {"zh-Hant": "上傳牌譜，查看判定。", "zh-Hans": "上传牌谱，查看判定。", "en": "Records go in, verdicts come out."}
    assert [one for one, words in said.items() if words in text] == [language]


@pytest.mark.parametrize(("code", "language"), [("zh-hant", "zh-Hant"), ("zh-hans", "zh-Hans"), ("en", "en")])
def test_language_that_was_chosen_counts_before_the_browsers(code: str, language: str) -> None:
    client = Client(**MAINLAND)
    client.post("/i18n/setlang/", {"language": code, "next": "/"})
    text = page(client.get("/"))
    assert f'<html lang="{language}">' in text
    chosen = [button for button in SWITCH.findall(text) if 'aria-current="true"' in button]
    in_bar_and_footer = [re.findall(r'value="([^"]*)"', button) for button in chosen]
    assert in_bar_and_footer == [[code], [code]]


def test_name_stays_as_it_was_written_on_pages_in_simplified_chinese(reader: Client, owner: Any, club: Club) -> None:
    record = of_event("sichuan/three-suits", ["羅大佑", "葉問", "張三豐", "龍應台"], "瀘州盃")
    match = stored_match(owner, record.encode(), club=club, public=True)
    player = match.seats.get(name="羅大佑").alias.player_id  # type: ignore[union-attr]
    for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/7/4/", f"/clubs/lions/players/{player}/"):
        text = page(reader.get(address, **MAINLAND))
        assert ("羅大佑" in text, "罗大佑" in text) == (True, False)


def test_refusal_keeps_the_name_that_was_refused(reader: Client, owner: Any, event: Event) -> None:
    events.add_entrant(owner, event, "羅漢")
    answer = reader.post(f"/events/{event.pk}/people/", {"action": "add", "name": "羅漢"}, **MAINLAND)
    assert "羅漢 已在名单上。" in answer.content.decode()


def test_embedded_board_follows_the_language_of_its_address(owner: Any) -> None:
    match = stored_match(owner, (HOME / "sichuan" / "three-suits.ppn").read_bytes(), public=True)
    text = page(Client(**MAINLAND).get(f"/matches/{match.pk}/"))
    assert f"/matches/{match.pk}/card.png?hl=zh-Hans" in text
    board = page(Client().get(f"/embed/{match.pk}/7/?lang=zh-Hans"))
    assert '<html lang="zh-Hans">' in board
    address = f"/api/v1/matches/{match.pk}/rounds/7/frames?words=1"
    assert f'data-frames="{address}"' in board
    frames = Client().get(address, HTTP_ACCEPT_LANGUAGE="zh-Hans").json()["frames"]
    assert [frame["said"] for frame in frames] == ["起手", "南家打八万", "西家摸六万", "西家打七条", "北家胡"]
    texts = [text for frame in frames for text in texts_of(frame)]
    assert texts
    assert [text for text in texts if traditional(text.get("zh-Hans", text["zh"]))] == []


def test_share_cards_font_has_every_character_of_our_texts() -> None:
    font = ImageFont.truetype(FILE, 24)
    missing = bytes(font.getmask("\ue123"))
    texts = [entry.msgstr for entry in polib.pofile(str(CATALOGUE))]
    texts += [
        text
        for game in referee.games()
        for clause in game.rulebook
        for text in (clause.zh, *(one["zh"] for one in clause.findings.values()))
    ]
    texts += ["合議未", *(game.rulebook.name["zh"] for game in referee.games())]
    characters = {one for text in texts for one in text + simplified(text) if HAN.match(one)}
    assert len(characters) > 500
    assert [one for one in sorted(characters) if bytes(font.getmask(one)) == missing] == []
