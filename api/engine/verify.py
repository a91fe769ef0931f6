"""Verdicts on a text that is not stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http import parameters
from api.http.components import VERDICT
from api.http.idempotency import takes_no_key
from api.http.parsers import RECORD_PARSERS, RECORDS_BODY, Body, bodies_of, parsed
from api.http.problems import refusals
from api.http.rendering import JSONRenderer
from api.http.throttling import DraftThrottle
from records.archive import matches
from records.core import sandbox
from records.core.errors import Refusal
from records.core.languages import for_reader, reader_language
from records.wording.draft import answer_on
from referee.chinese import SIMPLIFIED
from referee.notation import Hints

HELD = 1024 * 1024
"""Bytes of an answer that are held in memory; a longer one waits in a temporary file for its client."""
PIECE = 64 * 1024
DRAFT = {
    "type": "object",
    "description": "What a page says of a draft, with `words`: how far it has come, its findings, the moves that may come next",
    "required": ["state", "line", "findings", "offers"],
    "properties": {
        "state": {"type": "string"},
        "line": {"type": "string"},
        "findings": {"type": "array", "items": {"type": "object"}},
        "offers": {"type": "array", "items": {"type": "object"}},
    },
}
UNDERSTOOD = {
    "type": "object",
    "description": "With `preview`: each match with its record in short, or its error; notes on how it was read, what was "
    "assumed, compared and left out; the questions that it leaves open",
    "required": ["format", "name", "matches", "more"],
    "properties": {
        "format": {"type": "string"},
        "name": {"type": "object"},
        "matches": {"type": "array", "items": {"type": "object"}},
        "more": {"type": "integer"},
    },
}
VERDICTS = OpenApiResponse(
    {"oneOf": [VERDICT, {"type": "array", "items": VERDICT}, DRAFT, UNDERSTOOD, {"type": "array", "items": UNDERSTOOD}]},
    description="A verdict, or of several matches a list of them; a round's `more` counts findings beyond those listed, "
    "`partial` tells that wins, kongs, ledger and places end where it halted; messages name the players where the record does",
)


class Verify(APIView):
    """Verdicts without storing anything."""

    permission_classes = [AllowAny]
    parser_classes = RECORD_PARSERS
    throttle_classes = [DraftThrottle]

    @extend_schema(
        operation_id="verify",
        summary="Verdict on a text",
        request=RECORDS_BODY,
        parameters=[*parameters.HINTS, *parameters.ASKED, parameters.WORDS, parameters.PREVIEW],
        responses={200: VERDICTS, **refusals(400, 413, 415, 422, 503)},
    )
    @takes_no_key
    def post(self, request: Request) -> HttpResponseBase:
        """Text in, verdict out; nothing is stored. One match is answered with its verdict, several with a list. Judging takes
        no more than so much memory and time (422, `too-costly`), and no more than so many at once (503, `busy`). With `words`
        the text is the draft of one match, and the answer is what the page for entering it says. With `preview` it is how a file
        of another format is understood: notes, and questions that `game`, `seat` and `keep` answer."""
        if parameters.flag(request, "words"):
            body = parsed(request)
            return Response(answer_on(body.data if isinstance(body, Body) else b""))
        texts = [body.data for body in bodies_of(request)]
        if parameters.flag(request, "preview"):
            return _previews(texts, parameters.hints(request))
        indent = JSONRenderer().get_indent(request.accepted_media_type or "", {})
        return _answer(texts, indent, parameters.hints(request))


def _previews(texts: Sequence[bytes], hints: Hints) -> Response:
    """How these files are understood, of several a list. Raises Refusal (422) for a file that is read as it is."""
    found = [matches.preview(text, hints) for text in texts]
    if None in found:
        raise Refusal(
            "not-converted", _("The file is a record, or of no format that is converted: there is nothing to preview."), 422
        )
    return Response(for_reader(found[0] if len(found) == 1 else found))


def _answer(texts: Sequence[bytes], indent: int | None, hints: Hints) -> HttpResponseBase:
    """The answer with the verdicts on these texts. It begins when the last one is there: none is cut off."""
    file = SpooledTemporaryFile(HELD)  # noqa: SIM115 - who sends the answer closes it
    try:
        simplified = reader_language() == SIMPLIFIED
        number = sandbox.write_verdicts(texts, file.write, simplified=simplified, indent=indent, hints=hints)
    except BaseException:
        file.close()
        raise
    start, end = (1, file.tell() - 1) if number == 1 else (0, file.tell())
    file.seek(start)
    if end - start <= HELD:
        with file:
            return HttpResponse(file.read(end - start), content_type=JSONRenderer.media_type)
    headers = {"Content-Length": str(end - start)}
    return StreamingHttpResponse(_pieces(file, end - start), content_type=JSONRenderer.media_type, headers=headers)


def _pieces(file: SpooledTemporaryFile[bytes], left: int) -> Iterator[bytes]:
    with file:
        while left and (piece := file.read(min(PIECE, left))):
            left -= len(piece)
            yield piece
