"""``Idempotency-Key``: a POST or PATCH that a client repeats is carried out once, and answered the same each time.

Every ``post`` and ``patch`` of a view that stores something is ``once_per_key``, or answers by ``once``. One that stores nothing
``takes_no_key``. tests/permissions/test_repeats.py holds the description of every address to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.encoding import force_str
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.problems import MEDIA_TYPE
from records.accounts import access
from records.accounts.models import ApiToken
from records.core.errors import Refusal
from records.core.ops import repeats

KEY = OpenApiParameter(
    repeats.HEADER,
    str,
    OpenApiParameter.HEADER,
    description=f"A name of your own for this request, of 1 to {repeats.MOST} printable ASCII characters. For 24 hours the same "
    "request (address, media type, body) with the same key is carried out once and answered the same each time. Another "
    "request with this key is 422; while the first is still being answered, the second is 409.",
)
_REFERENCE = {"$ref": f"#/components/parameters/{repeats.HEADER}"}
_PROBLEM = {
    "description": f"Problem details (RFC 9457), of the header {repeats.HEADER} among others",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
Method = Callable[Concatenate[Any, Request, P], R]
"""The ``post`` or ``patch`` of a view."""


def once_per_key(method: Method[P, Response]) -> Method[P, HttpResponseBase]:
    """Decorates a method of a view: with a key it is one transaction, and carried out once."""

    @wraps(method)
    def wrapper(view: Any, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        said = _body(request) if has_key(request) else ()
        return once(request, said, lambda: method(view, request, *args, **kwargs))

    decorated: Method[P, HttpResponseBase] = extend_schema(parameters=[KEY])(wrapper)
    return decorated


def takes_no_key(method: Method[P, R]) -> Method[P, R]:
    """Decorates a method of a view that stores nothing: a key is refused (400)."""

    @wraps(method)
    def wrapper(view: Any, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if has_key(request):
            message = _("This address takes no header {field}: it stores nothing, so send the request again without.")
            raise Refusal("idempotency-key-not-taken", message, 400, field=repeats.HEADER)
        return method(view, request, *args, **kwargs)

    return wrapper


def has_key(request: Request) -> bool:
    """Whether the request has a key, whatever it is."""
    return repeats.HEADER in request.headers


def once(request: Request, said: Iterable[str | bytes], answer: Callable[[], Response]) -> HttpResponseBase:
    """The answer to a request, in one transaction; that of before where the request is repeated. Without a key it is just made.

    ``said`` is the request's body. Raises Refusal: 400, 409, 422. A request that is refused stores nothing, and is carried out
    when it is repeated.
    """
    if not has_key(request):
        return answer()
    asked = (str(request.method), request.get_full_path(), request.content_type.partition(";")[0].strip().lower())
    with repeats.asked_once(_who(request), request.headers[repeats.HEADER], *asked, *said) as repeated:
        if repeated.earlier is None:
            made = answer()
            if made.status_code >= 400:
                return made
            sent = _as_sent(request, made)
            repeated.keep(sent)
        else:
            sent = repeated.earlier
    return HttpResponse(sent.body, status=sent.status, headers=sent.headers)


def _who(request: Request) -> str:
    """Whose key it is: the token's, the account's; without either the holder's of the link of a table or seat."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return "".join(f"seat:{grant}" for grant in access.grants_of(request.user)[:1])


def _body(request: Request) -> Iterator[str | bytes]:
    """The body of a request. That of a form by its parts: what stands between these differs each time it is sent."""
    if not request.content_type.startswith("multipart/"):
        yield request.body
        return
    for name, texts in sorted(request.POST.lists()):
        yield from (name, *map(str, texts))
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            yield from (name, file.name or "", file.content_type or "", file.read())
            file.seek(0)


def _as_sent(request: Request, response: Response) -> repeats.Answer:
    """The answer as the client gets it, now and when it asks again."""
    renderer = request.accepted_renderer
    body = force_str(renderer.render(response.data, request.accepted_media_type, {"request": request, "response": response}))
    headers = {**dict(response.items()), "Content-Type": renderer.media_type}
    return repeats.Answer(response.status_code, headers, body)


def describe_keys(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook for the API's description that describes the header once, and what is answered because of it."""
    for operation in [operation for path in result["paths"].values() for operation in path.values()]:
        named = [one for one in operation.get("parameters", ()) if one.get("name") == repeats.HEADER]
        if named:
            result["components"].setdefault("parameters", {})[repeats.HEADER] = named[0]
            others = [one for one in operation["parameters"] if one not in named]
            operation["parameters"] = [*others, _REFERENCE]
            for status in ("400", "409", "422"):
                operation["responses"].setdefault(status, _PROBLEM)
    return result
