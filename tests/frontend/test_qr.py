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


@pytest.mark.parametrize("address", ["https://referee.example/" + "a" * 300, "https://例.example/?a=1&b=<2>"])
def test_qr_code_has_the_modules_of_the_address_a_quiet_zone_and_its_name(address: str) -> None:
    with override("en"):
        text = Template("{% load qr %}{% qr address %}").render(Context({"address": address}))
    svg = ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
    code = segno.make_qr(address, error="m")
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", svg.findall(f"{SVG}path")[-1].attrib["d"])
    assert all(right == left for _, _, right, left in runs)
    drawn = {(int(row), int(at) + step) for at, row, long, _ in runs for step in range(int(long))}
    assert drawn == {(row + QUIET, at + QUIET) for row, line in enumerate(code.matrix) for at, dark in enumerate(line) if dark}
    assert svg.attrib["viewBox"] == "0 0 {0} {0}".format(len(code.matrix) + 2 * QUIET)
    assert (svg.attrib["role"], svg.findtext(f"{SVG}title")) == ("img", f"QR code of {address}")
    assert not any("style" in one.attrib or one.tag == f"{SVG}style" for one in svg.iter())
