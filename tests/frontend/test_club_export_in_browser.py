"""An owner in a real browser has all records of the club exported, watches it and downloads the zip."""

from __future__ import annotations

import zipfile
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.frontend.axe import violations
from tests.frontend.tour import sign_in
from tests.service.service import Service

STORE = """
from django.contrib.auth.models import User
from records.accounts import clubs
from tests.records.players import between
from tests.service.furnished import judged
li = User.objects.get(username="li")
club = clubs.create(li, "A club", "{slug}")
for number in range(2):
    judged(between("Ann,Bo,Cy,Di", event=f"晚會 {{number}}"), li, club)
"""


def test_button_on_the_club_s_page_leads_to_the_zip(page: Page, address: str, running: Service) -> None:
    slug = f"export-{uuid4().hex[:8]}"
    running.shell(STORE.format(slug=slug))
    sign_in(page, address)
    page.goto(f"{address}/clubs/{slug}/")
    page.locator("form[action$='/export/'] button").click()
    expect(page.locator("#work.work .banner.done")).to_be_visible()
    assert violations(page, "a finished export") == []
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.suggested_filename.startswith(slug)
    with zipfile.ZipFile(download.value.path()) as archive:
        names = archive.namelist()
        assert len(names) == 5
        assert archive.read("results.csv").decode("utf-8-sig").count("晚會 1") == 4
