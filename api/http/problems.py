"""Errors as problem details (RFC 9457), in the reader's language."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

import referee
from api.http.rendering import JSONRenderer
from records.core.errors import Refusal
from records.core.languages import plain
from records.core.ops import request_context

MEDIA_TYPE = "application/problem+json"
Found = TypeVar("Found")


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turns every error that a view raises into a problem. Unexpected errors go on to Django as a 500."""
    request = context["request"]
    if isinstance(error, Refusal):
        set_rollback()
        headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        return _answer(request, error.status, error.code, str(error), headers, **_facts(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    set_rollback()
    headers = {name: response[name] for name in ("WWW-Authenticate", "Retry-After", "Allow") if response.has_header(name)}
    detail = response.data.get("detail") if isinstance(response.data, dict) else None
    if detail is None:
        return _answer(request, response.status_code, "invalid", _("The request is not valid."), headers, errors=response.data)
    return _answer(request, response.status_code, _code(error), str(detail), headers)


def _answer(request: Request, status: int, code: str, detail: str, headers: dict[str, str], **more: Any) -> Response:
    """A problem as JSON, whatever form the address answers in: a page cannot be drawn for who is not known."""
    request.accepted_renderer, request.accepted_media_type = JSONRenderer(), MEDIA_TYPE
    body = problem(status, code, detail, request.path, **more)
    return Response(body, status=status, headers=headers, content_type=MEDIA_TYPE)


def or_404(found: Found | None, message: str) -> Found:
    """Return the thing that was found. Raises Refusal (404) with this message for None."""
    if found is None:
        raise Refusal("not-found", message, 404)
    return found


def problem(status: int, code: str, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """The body of a problem as a dictionary."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, "instance": instance}
    return {**body, "request_id": request_context.request_id(), **more}


def describe_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook for the API's schema that gives every error the media type of problem details, and problems their facts."""
    facts = {"description": "a fact that `detail` tells: a figure, a name, what was expected"}
    result["components"]["schemas"]["Problem"]["additionalProperties"] = facts
    responses = [operation["responses"] for path in result["paths"].values() for operation in path.values()]
    for code, response in [pair for each in responses for pair in each.items()]:
        if code >= "400" and "application/json" in response.get("content", {}):
            response["content"] = {MEDIA_TYPE: response["content"]["application/json"]}
    return result


def _facts(error: Refusal) -> dict[str, Any]:
    """The facts of a refusal, and the place in the text that it was refused for."""
    facts = {name: plain(fact) for name, fact in error.facts.items()}
    cause = error.__cause__
    if not isinstance(cause, referee.NotationError):
        return facts
    place = {"source_place": cause.source_place.as_dict()} if cause.source_place else {}
    return {"line": cause.line, "column": cause.column, **place, **facts}


def _code(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not-found"
    if isinstance(error, PermissionDenied):
        return "permission-denied"
    return str(getattr(error, "default_code", "error")).replace("_", "-")


@csrf_exempt
def not_found(request: HttpRequest, path: str = "") -> JsonResponse:
    """The problem for an unknown address of the API."""
    body = problem(404, "not-found", _("There is nothing at this address."), request.path)
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)


SOURCE_PLACE: Final = "of a file that is converted: the `kind`, `name` and `text` of the place in it"


class ProblemSerializer(serializers.Serializer[Any]):
    """Problem details (RFC 9457). The facts that ``detail`` tells stand beside it, each under its name."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="a word for programs")
    detail = serializers.CharField(help_text="a sentence for people, in their language")
    instance = serializers.CharField()
    request_id = serializers.CharField(help_text="what X-Request-ID says too: name it when you ask for help")
    field = serializers.CharField(
        required=False, help_text="the field at fault in a question about a hand, or the query parameter"
    )
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    source_place = serializers.DictField(required=False, help_text=SOURCE_PLACE)
    limit = serializers.CharField(required=False, help_text="what judging took too much of: memory, cpu-seconds, seconds")
    most = serializers.IntegerField(required=False, help_text="how much of it there may be; memory in MiB")
    size = serializers.IntegerField(required=False, help_text="the bytes of the text")
    people = serializers.IntegerField(required=False, help_text="how many are to be seated")
    seats = serializers.IntegerField(required=False, help_text="the seats of a table")
    tables = serializers.IntegerField(required=False, help_text="how many tables there are")
    over = serializers.IntegerField(required=False, help_text="how many are left over")
    missing = serializers.IntegerField(required=False, help_text="how many more would fill the tables")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """A serializer has ``errors`` of its own, so that this field is declared here."""
        errors = serializers.JSONField(required=False, help_text="what is wrong with which field of the body, in sentences")
        return {**super().get_fields(), "errors": errors}


PROBLEM = OpenApiResponse(ProblemSerializer, description="Problem details (RFC 9457)")


def refusals(*statuses: int) -> dict[int, OpenApiResponse]:
    """The description of an endpoint's problems, by their statuses, for the API's schema."""
    return dict.fromkeys(statuses, PROBLEM)
