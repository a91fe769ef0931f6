"""Pages in Simplified Chinese: who gets them, and that nothing of ours is left in Traditional while every name stays as it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from PIL import ImageFont

import referee
from frontend.pages.matches.share_card import FONT
from records import clubs, events
from records.models import Event
from referee.chinese import simplified
from tests.chinese import HAN, texts_of, traditional
from tests.files import of_event
from tests.frontend.clients import page, stored_match
from tests.golden import HOME

pytestmark = pytest.mark.django_db

CATALOGUE = Path("frontend/i18n/locale/zh_Hant/LC_MESSAGES/django.po")
PEOPLE = ["羅大佑", "葉問", "張三豐", "龍應台"]
MAINLAND = {"HTTP_ACCEPT_LANGUAGE": "zh-CN,zh;q=0.9,en;q=0.8"}
SWITCH = re.compile(r'<button class="link" name="language".*?</button>', re.DOTALL)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
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
    assert [re.findall(r'value="([^"]*)"', button) for button in chosen] == [[code]]


def test_every_page_is_in_simplified_chinese_and_every_name_as_it_was_written(owner: Any) -> None:
    club = clubs.create(owner, "龍門茶館", "tea")
    event = events.create(owner, club, "瀘州盃")
    record = of_event("sichuan/three-suits", PEOPLE, "瀘州盃")
    match = stored_match(owner, record.encode(), club=club, public=True)
    client = Client(**MAINLAND)
    client.force_login(owner)
    where = f"/matches/{match.pk}/"
    player = match.seats.get(name="羅大佑").alias.player_id  # type: ignore[union-attr]
    addresses = [
        *("/", "/matches/", "/enter/", "/batches/", "/clubs/", "/rules/", "/account/tokens/", "/results-keys/"),
        *(f"/rules/{game.id}/" for game in referee.games()),
        *(where, f"{where}replay/7/", f"{where}replay/7/4/", f"/embed/{match.pk}/7/"),
        *(f"/clubs/tea/{part}" for part in ("", "players/", f"players/{player}/", "people/", "audit/", "webhooks/", "events/")),
        *(f"/events/{event.pk}/{part}" for part in ("", "entrants/", "settings/", "unresolved/", "publications/")),
        "/calculator/?game=sichuan&hand=1112345678999p&win=5p",
        "/nowhere/",
    ]
    found = {address: client.get(address) for address in addresses}
    names = "|".join(["龍門茶館", "瀘州盃", *PEOPLE, "繁體中文", "繁"])
    left = {at: traditional(re.sub(names, "", answer.content.decode())) for at, answer in found.items()}
    assert {at: characters for at, characters in left.items() if characters} == {}
    assert {at: answer.status_code for at, answer in found.items() if answer.status_code != 200} == {"/nowhere/": 404}
    for address in (where, f"{where}replay/7/4/", f"/clubs/tea/players/{player}/"):
        assert "羅大佑" in found[address].content.decode()
        assert "罗大佑" not in found[address].content.decode()


def test_refusal_keeps_the_name_that_was_refused(reader: Client, owner: Any, event: Event) -> None:
    events.add_entrant(owner, event, "羅漢")
    answer = reader.post(f"/events/{event.pk}/entrants/", {"name": "羅漢"}, **MAINLAND)
    assert "羅漢 已在名单上。" in answer.content.decode()


def test_embedded_board_follows_the_language_of_its_address(owner: Any) -> None:
    match = stored_match(owner, (HOME / "sichuan" / "three-suits.ppn").read_bytes(), public=True)
    text = page(Client(**MAINLAND).get(f"/matches/{match.pk}/"))
    assert f"/matches/{match.pk}/card.png?hl=zh-Hans" in text
    frames = Client().get(f"/embed/{match.pk}/7/frames/?lang=zh-Hans").json()["frames"]
    assert [frame["said"] for frame in frames] == ["起手", "南家打八万", "西家摸六万", "西家打七条", "北家胡"]
    texts = [text for frame in frames for text in texts_of(frame)]
    assert texts
    assert [text for text in texts if traditional(text.get("zh-Hans", text["zh"]))] == []


def test_share_cards_font_has_every_character_of_our_texts() -> None:
    font = ImageFont.truetype(FONT, 24)
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


def test_simplified_catalogue_has_every_sentence_and_no_traditional_character() -> None:
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")).replace("zh_Hant", "zh_Hans"))
    source = polib.pofile(str(CATALOGUE))
    assert {entry.msgid for entry in compiled} == {entry.msgid for entry in source}
    said = {entry.msgid: entry for entry in compiled}
    every = [text for entry in compiled for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert {text: left for text in every if (left := traditional(text))} == {}
    for entry, theirs in ((entry, said[entry.msgid]) for entry in source):
        assert re.findall(r"%\(\w+\)s|\{\w*\}", entry.msgstr) == re.findall(r"%\(\w+\)s|\{\w*\}", theirs.msgstr), entry.msgid
