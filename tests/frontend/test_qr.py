"""The QR code of an address: its modules, its name, and nothing that the content security policy would refuse."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import segno
from django.template import Context, Template
from django.utils.translation import override

from frontend.templatetags.qr import QUIET

SVG = "{http://www.w3.org/2000/svg}"
ADDRESSES = (
    "https://referee.example/at/7.S.0.c2lnbmF0dXJl/",
    "https://referee.example/" + "a" * 300,
    "https://例.example/?a=1&b=<2>",
)


def drawn(address: str) -> ElementTree.Element:
    """The SVG that the tag draws."""
    text = Template("{% load qr %}{% qr address %}").render(Context({"address": address}))
    return ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def dark_modules(svg: ElementTree.Element) -> set[tuple[int, int]]:
    """Row and column of each dark module, read from the last path of the drawing."""
    parts = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", svg.findall(f"{SVG}path")[-1].attrib["d"])
    assert all(right == left for _, _, right, left in parts)
    return {(int(row), int(at) + step) for at, row, long, _ in parts for step in range(int(long))}


@pytest.mark.parametrize("address", ADDRESSES)
def test_qr_code_has_the_modules_of_the_address_and_a_quiet_zone(address: str) -> None:
    code = segno.make_qr(address, error="m")
    wanted = {(row + QUIET, at + QUIET) for row, line in enumerate(code.matrix) for at, dark in enumerate(line) if dark}
    svg = drawn(address)
    assert dark_modules(svg) == wanted
    assert svg.attrib["viewBox"] == "0 0 {0} {0}".format(len(code.matrix) + 2 * QUIET)


@pytest.mark.parametrize("address", ADDRESSES)
def test_qr_code_is_an_image_named_by_its_address_and_without_styles(address: str) -> None:
    with override("en"):
        svg = drawn(address)
    assert svg.attrib["role"] == "img"
    assert svg.findtext(f"{SVG}title") == f"QR code of {address}"
    assert not any("style" in one.attrib or one.tag == f"{SVG}style" for one in svg.iter())
