"""Share cards: what messengers are told of a public match, and nothing of any other."""

from __future__ import annotations

import io
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import override
from PIL import Image, ImageDraw

from frontend.pages.matches.share_card import _write
from records import access, matches
from records.matches.judging import judge
from records.models import Match
from tests.golden import HOME

pytestmark = pytest.mark.django_db


def stored(name: str, public: bool) -> Match:
    owner = User.objects.create_user("owner", password="a long pass word")
    data = (HOME / f"{name}.ppn").read_bytes()
    match = matches.upload(data, media_type="text/x-ppn", filename="evening.ppn", user=owner, public=public).matches[0]
    judge(match.pk)
    match.refresh_from_db()
    return match


def picture(address: str) -> Image.Image:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert "public" in answer["Cache-Control"]
    return Image.open(io.BytesIO(answer.content))


def test_public_match_has_a_share_card_with_its_verdict() -> None:
    match = stored("sichuan/score-mismatch", public=True)
    text = Client().get(f"/matches/{match.pk}/", headers={"Accept-Language": "en"}).content.decode()
    assert 'property="og:title" content="league night – The referee"' in text
    assert "The settlement is wrong by one point." in re.findall(r'og:description" content="([^"]*)"', text)[0]
    address = re.findall(r'og:image" content="http://testserver([^"]*)"', text)[0]
    assert picture(address.replace("&amp;", "&")).size == (1200, 630)


def test_finding_has_a_share_card_of_its_own() -> None:
    match = stored("sichuan/three-suits", public=True)
    text = Client().get(f"/matches/{match.pk}/replay/7/4/", headers={"Accept-Language": "en"}).content.decode()
    assert "holds all three suits" in re.findall(r'og:description" content="([^"]*)"', text)[0]
    plain, finding = (picture(f"/matches/{match.pk}/card{more}.png?hl=en") for more in ("", "/7/4"))
    assert plain.tobytes() != finding.tobytes()


def test_share_card_differs_by_language_and_is_reproducible() -> None:
    match = stored("luzhou/clean-01", public=True)
    zh, en, again = (Client().get(f"/matches/{match.pk}/card.png?hl={language}").content for language in ("zh", "en", "zh"))
    assert zh == again
    assert zh != en
    assert len(zh) < 60_000


def test_marks_of_a_share_card_stand_where_simplified_chinese_has_them() -> None:
    def lowest(language: str) -> int:
        image = Image.new("L", (200, 100), 255)
        with override(language):
            _write(ImageDraw.Draw(image), (0, 0), "局。", 60, "black")
        box = image.crop((60, 0, 200, 100)).point(lambda shade: 255 - shade).getbbox()
        assert box
        return box[3]

    assert lowest("zh-hans") > lowest("zh-hant") + 10


def test_private_match_has_no_share_card() -> None:
    """Neither a card, nor a word in its page's head, even to its owner; a share link says nothing to a messenger."""
    match = stored("sichuan/score-mismatch", public=False)
    assert match.user is not None
    assert Client().get(f"/matches/{match.pk}/card.png").status_code == 404
    assert Client().get(f"/matches/{match.pk}/card/1/3.png").status_code == 404
    client = Client()
    client.force_login(match.user)
    assert client.get(f"/matches/{match.pk}/card.png").status_code == 404
    assert b"og:" not in client.get(f"/matches/{match.pk}/").content
    _link, secret = access.share(match.user, match, "a friend")
    assert b"og:" not in Client().get(f"/shared/{secret}/").content
