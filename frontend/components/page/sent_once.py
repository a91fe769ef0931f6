"""Forms that are sent twice, as by a double click: carried out once, and answered the same both times."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from records.core.errors import Refusal
from records.core.ops import digest_of, repeats

TOKEN = "csrfmiddlewaretoken"
"""The field of a form that differs each time its page is shown: Django masks the CSRF token at random."""


def sent_once(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a view whose form makes something each time it is sent.

    The fields are the key, the CSRF token among them: a form that is shown anew, or filled in otherwise, is another request. A
    second one waits for the first. What is refused is not kept.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST" or TOKEN not in request.POST or not request.user.is_authenticated:
            return view(request, *args, **kwargs)
        key = digest_of(json.dumps([request.get_full_path(), sorted(request.POST.lists())]))
        try:
            with repeats.asked_once(f"user:{request.user.pk}", key, wait=True) as asked:
                if asked.earlier is not None:
                    return HttpResponse(asked.earlier.body, status=asked.earlier.status, headers=asked.earlier.headers)
                response = view(request, *args, **kwargs)
                if response.status_code < 400:
                    asked.keep(repeats.Answer(response.status_code, dict(response.items()), response.content.decode()))
                return response
        except Refusal as refusal:
            if refusal.code != repeats.UNREADABLE:
                raise
            context = {"status": refusal.status, "reason": str(refusal)}
            return render(request, "refused.html", context, status=refusal.status)

    return wrapper
