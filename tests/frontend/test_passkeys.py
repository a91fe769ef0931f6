"""Passkeys in a real browser, under the site's policy: added, asked for after the password, and instead of it."""

from __future__ import annotations

import re
import uuid
from typing import Any

from playwright.sync_api import Browser, expect

from tests.frontend.browser import fits, new_page, wait_for_page
from tests.proof import slow
from tests.service.shared import shared_service

PASSWORD = "a long pass word"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@slow
def test_passkey_is_added_and_signs_in_with_and_without_a_password(chromium: Browser) -> None:
    service, name = shared_service(), f"key-{uuid.uuid4().hex[:8]}"
    service.shell(f"from django.contrib.auth.models import User; User.objects.create_user({name!r}, password={PASSWORD!r})")
    address = f"http://localhost:{service.port}"  # browsers offer passkeys on HTTPS and there
    complaints: list[str] = []
    with new_page(chromium, locale="en-US") as page:
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        devtools: Any = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

        def by_password() -> None:
            page.goto(f"{address}/accounts/login/")
            page.locator("input[name=username]").fill(name)
            page.locator("input[name=password]").fill(PASSWORD)
            page.get_by_role("button", name="Sign in", exact=True).click()

        def out() -> None:
            page.get_by_role("button", name="Sign out").click()
            expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

        by_password()
        expect(page.locator("bdi", has_text=name).first).to_be_visible()
        page.goto(f"{address}/accounts/2fa/webauthn/add/")
        page.locator("input[type=checkbox]").check()
        page.locator("#mfa_webauthn_add").click()
        wait_for_page(page, re.compile(r"/accounts/2fa/recovery-codes/$"))
        page.goto(f"{address}/accounts/2fa/webauthn/")
        assert fits(page, 390)
        out()
        by_password()
        wait_for_page(page, re.compile(r"/accounts/2fa/authenticate/$"))
        page.locator("#mfa_webauthn_authenticate").click()
        expect(page.locator("bdi", has_text=name).first).to_be_visible()
        out()
        page.goto(f"{address}/accounts/login/")
        page.locator("#passkey_login").click()
        expect(page.locator("bdi", has_text=name).first).to_be_visible()
    assert complaints == []


def test_browser_without_passkeys_is_told_so_and_offered_no_button(chromium: Browser, address: str) -> None:
    """W20"""
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/accounts/login/")
        expect(page.locator("#passkey_login")).to_be_visible()
        expect(page.locator("#no-passkeys")).to_be_hidden()
        page.add_init_script("delete window.PublicKeyCredential")
        page.reload()
        expect(page.locator("#no-passkeys")).to_contain_text("cannot use passkeys here")
        expect(page.locator("#passkey_login")).to_be_hidden()
