"""Published results verified in the browser: whether each file holds, and what in it does not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

import referee
from frontend.i18n.localized import localized
from frontend.offline.context import BrowserRequest, GivenFile
from referee.results.published.signature import grouped
from referee.worker.jobs import Refused, verify_results

LOG = "log"
"""The field of the files that are of a log."""


def results(request: BrowserRequest) -> HttpResponse:
    """Where files of published results are opened, with the reports on those that were. ``keys``: those that the reader trusts,
    a line for each; the files ``log``: what is at hand of the log."""
    keys, error = request.POST.get("keys", ""), ""
    files = sorted(request.files, key=lambda given: given.field == LOG)
    published = [given for given in files if given.field != LOG]
    options = {"keys": _listed(keys), "log": len(files) - len(published), "names": _names(files)}
    reports: list[dict[str, Any]] = []
    try:
        found = verify_results([given.data for given in files], options)
        reports = json.loads(b"".join(found)) if published else []
    except Refused as refused:
        error = localized(refused.message)
    shown = [{"filename": given.name, **_shown(report)} for given, report in zip(published, reports, strict=False)]
    context = {"reports": shown, "keys": keys, "error": error, "engine": referee.ENGINE_VERSION}
    return render(request, "offline/results.html", context)


def _names(files: Sequence[GivenFile]) -> list[str]:
    """The names of files; a name that another one has too with its number."""
    times = Counter(given.name for given in files)
    return [given.name if times[given.name] == 1 else f"{given.name} ({at})" for at, given in enumerate(files, 1)]


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
