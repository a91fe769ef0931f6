"""Published results verified in the browser: whether each file holds, and what in it does not."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

import referee
from frontend.in_browser.context import BrowserRequest
from records.core.languages import localized
from referee.tournament.published.signature import grouped
from referee.worker.jobs import Refused, verify_results


def results(request: BrowserRequest) -> HttpResponse:
    """Where files of published results are opened, with the reports on those that were. ``keys``: those that the reader trusts,
    a line for each."""
    keys, error = request.POST.get("keys", ""), ""
    reports: list[dict[str, Any]] = []
    try:
        reports = json.loads(b"".join(verify_results([given.data for given in request.files], {"keys": _listed(keys)})))
    except Refused as refused:
        error = localized(refused.message)
    shown = [{"filename": given.name, **_shown(report)} for given, report in zip(request.files, reports, strict=False)]
    context = {"reports": shown, "keys": keys, "error": error, "engine": referee.ENGINE_VERSION}
    return render(request, "in_browser/results.html", context)


def _listed(keys: str) -> list[str]:
    """The keys in a text: PEM blocks, and fingerprints one a line."""
    found: list[str] = []
    for line in filter(None, map(str.strip, keys.splitlines())):
        if found and found[-1].startswith("-----BEGIN") and "-----END" not in found[-1]:
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def _shown(report: dict[str, Any]) -> dict[str, Any]:
    """A report with its texts in the reader's language. ``state``: clean, flagged, or unreadable where the file is none."""
    told = {
        kind: [{"place": one["place"], "text": localized(one["message"])} for one in report.get(kind, ())]
        for kind in ("problems", "notes")
    }
    if "hash" not in report:
        return {**report, **told, "state": "unreadable"}
    return {
        **report,
        **told,
        "state": "clean" if report["consistent"] else "flagged",
        "signer": grouped(report["fingerprint"]),
        "newer": ", ".join(report["newer_engines"]),
    }
