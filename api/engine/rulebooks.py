"""The games that can be refereed, and their rulebooks."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from api.engine.serializers import GameSerializer, RulebookSerializer
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.problems import PROBLEM
from api.http.response_cache import cached_answer
from records.core.errors import Refusal
from records.core.languages import for_reader
from referee.core import registry
from referee.core.verdict import Text


class GameList(APIView):
    """The games."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_games", summary="The games that can be refereed", parameters=PAGES, responses=page_of(GameSerializer)
    )
    def get(self, request: Request) -> Response:
        """Every game with its presets."""
        rows = [_game(game) for game in referee.games()]
        context = {"request": request}
        return list_answer(request, rows, lambda some: serialized_rows(GameSerializer, some, context), itemgetter("id"))


class GameRulebook(APIView):
    """A game's rulebook."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_rulebook", summary="A rulebook", responses={200: RulebookSerializer, 304: None, 404: PROBLEM}
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Its clauses, options and presets, in Chinese and English."""
        game = registry.find(game_id)
        if game is None:
            raise Refusal("unknown-game", _("There is no such game."), 404)
        return cached_answer(
            request, ("rulebook", game.id), lambda: for_reader(RulebookSerializer(_rulebook(game)).data, own=True)
        )


def _game(game: referee.Game) -> dict[str, Any]:
    book = game.rulebook
    presets = [preset.name for preset in book.presets]
    return {"id": game.id, "name": dict(book.name), "edition": book.edition, "presets": presets}


def _rulebook(game: referee.Game) -> dict[str, Any]:
    book = game.rulebook
    clauses = [
        {
            "id": clause.id,
            "mark": clause.mark,
            "zh": clause.zh,
            "en": clause.en,
            "checked": clause.checked,
            "reason": _reason(clause.reason),
            "findings": list(dict.fromkeys(key.partition(":")[0] for key in clause.findings)),
        }
        for clause in book
    ]
    presets = [
        {
            "name": preset.name,
            "mark": preset.mark,
            "zh": preset.zh,
            "en": preset.en,
            "reason": _reason(preset.reason),
            "options": {**preset.options, **dict(word.split("=", 1) for word in preset.adds)},
        }
        for preset in book.presets
    ]
    return {**_game(game), "clauses": clauses, "options": book.options, "presets": presets}


def _reason(reason: Text | None) -> dict[str, str] | None:
    return dict(reason) if reason else None
