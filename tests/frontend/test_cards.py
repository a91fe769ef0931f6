"""Share cards: what messengers are told of a public match, and nothing of any other."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from PIL import Image, ImageDraw

from frontend.pages.matches.share_card import _write
from records import access
from tests.frontend.clients import page, stored_match
from tests.golden import HOME

pytestmark = pytest.mark.django_db
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
    plain, finding = (picture(visitor, f"/matches/{flagged.pk}/card{more}.png?hl=en") for more in ("", "/7/4"))
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
        assert {client.get(f"/matches/{match.pk}/{card}.png").status_code for card in ("card", "card/1/3")} == {404}
    assert b"og:" not in reader.get(f"/matches/{match.pk}/").content
    assert b"og:" not in visitor.get(f"/shared/{access.share(owner, match, 'a friend')[1]}/").content
