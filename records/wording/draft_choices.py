"""Words the choices of `referee.core.offers.choices`, given as JSON, for who enters a match, and how each may be typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import localized
from records.wording.game_words import side_word, word
from records.wording.move_text import call, pieces_shown, sentence_and_call, term, wish
from records.wording.rules_words import clause_of
from referee import Game, moves
from referee.core.game.round_form import PARTS, HasRoundForm, MoveTemplate
from referee.core.record import CALL, DRAW, INTENT, Move
from referee.notation import grammar_of
from referee.rulebook import Rulebook, Rules
from referee.rulebook.verbs import FIGURES


def round_form(game: Game, rules: Rules) -> dict[str, Any] | None:
    """The fields of a round's header; None where the game has no form for rounds."""
    if not isinstance(game, HasRoundForm):
        return None
    form = game.round_form(rules)
    places = [{"value": value, "text": _break(game, value)} for value in form.breaks]
    sides = [{"side": side, "text": side_word(game, side)} for side in game.sides(rules)]
    choices = [
        {
            "tag": tag,
            "text": word(game, "terms", tag),
            "values": [{"value": value, "text": word(game, "terms", value)} for value in values],
        }
        for tag, values in form.choices.items()
    ]
    return {**form._asdict(), "kinds": [*form.pieces], "breaks": places, "sides": sides, "choices": choices}


def _break(game: Game, value: str) -> str:
    seat, _, stack = value.partition(" ")
    return f"{word(game, 'seats', seat)} {stack}".strip()


def offered(game: Game, found: dict[str, Any], made: Sequence[Move]) -> dict[str, Any]:
    """The choices after the moves made so far, given as JSON, prepared for the page.

    ``implied``: the choices where the first move that goes without saying is written with the one that is picked; None where
    another seat acts after it. ``runs``: the moves that go without saying up to each seat that acts after some of them.
    """
    now = _choices(game, found, made)
    run = [(*moves([token], game.id), acts) for token, acts in found["run"]]
    implied = None
    if found["after"]:
        first = run[0][0]
        implied = _joined(now, _choices(game, found["after"], ()), first, game.rulebook)
    return {**now, "implied": implied, "runs": [] if implied else _runs(run, game.rulebook)}


def _choices(game: Game, found: dict[str, Any], made: Sequence[Move]) -> dict[str, Any]:
    """The choices at one point of the round."""
    book, last = game.rulebook, pieces_of_last(made, game.rulebook)
    templates = [MoveTemplate(**template) for template in found["templates"]]
    against = zip(moves([token for token, _finding in found["breaches"]], game.id), found["breaches"], strict=True)
    return {
        "offers": [_offer(move, book, last) for move in moves(_tokens_to_pick(found["legal"], templates), game.id)],
        "against": [{**_offer(move, book, last), **_why(game, finding)} for move, (_token, finding) in against],
        "templates": [_template(template, book) for template in templates],
    }


def _joined(now: dict[str, Any], after: dict[str, Any], first: Move, book: Rulebook) -> dict[str, Any]:
    """The choices after a move that goes without saying, each with that move before it, and beside them what may come now."""

    def replaced(text: str) -> bool:
        return text[0] == first.seat and text[1] == first.sign

    joined: dict[str, Any] = {}
    for name, key in (("offers", "token"), ("against", "token"), ("templates", "head")):
        others = [one for one in now[name] if not replaced(one[key])]
        known = {one[key] for one in others} if name != "offers" else {one[key] for one in others if one[key][0] != first.seat}
        own = (one for one in after[name] if one[key] not in known and not one.get("rare"))
        joined[name] = [*(_after(one, first, book) for one in own), *others]
    return joined


def _after(one: dict[str, Any], first: Move, book: Rulebook) -> dict[str, Any]:
    """A choice with a move before it that goes without saying; a call says so, for it may be one of what lay there before."""
    sentence = sentence_and_call(first, book)[0]
    before = _("draws") if first.sign == DRAW else sentence
    said: dict[str, Any] = {"call": f"{before} · {one['call']}", "text": f"{sentence} · {one['text']}"} if one["call"] else {}
    if "head" in one:
        return {**one, **said, "before": first.token}
    if said:
        said["typed"] = [*one["typed"], *(f"{first.sign}{word}" for word in one["typed"])]
    return {**one, **said, "token": f"{first.token} {one['token']}"}


def _runs(run: list[tuple[Move, str]], book: Rulebook) -> list[dict[str, Any]]:
    """The moves that go without saying one after the other, up to each seat that acts after two of them or more."""
    found, letters = [], [head for head in heads_of(run[0][0], book) if len(head) == 1] if run else []
    for number, (_move, acts) in enumerate(run[1:], 2):
        if not acts:
            break
        token = " ".join(move.token for move, _acts in run[:number])
        names = [acts, *(other for other, seat in book.words.spellings.items() if seat == acts)]
        words = [f">{acts}", *(letter * number for letter in letters), *(name for name in names if name not in book.words.tiles)]
        text = _("All pass until %(seat)s") % {"seat": localized(book.words.seats[acts])}
        found.append({"token": token, "seat": token[0], "text": text, "call": text, "faces": [], "typed": words})
    return found


def _tokens_to_pick(legal: list[str], templates: list[MoveTemplate]) -> Iterator[str]:
    """The legal moves to pick; of those that are built of any number of pieces, only ones of equal pieces."""
    free = tuple(template.head for template in templates if template.usual and template.least < template.most)
    known = set(legal)
    for token in legal:
        if not free or not token.startswith(free) or token + token[-1] not in known:
            yield token


def _offer(move: Move, book: Rulebook, last: str) -> dict[str, Any]:
    """A move to pick: its sentence, a short form to show beside its seat, and how it may be typed."""
    sentence = sentence_and_call(move, book)[0]
    verb = book.verbs.get(move.verb)
    found = {
        "token": move.token,
        "seat": move.seat,
        "text": sentence,
        "rare": verb is not None and verb.rare,
        "typed": spellings(move, book, last),
    }
    if move.sign == INTENT:
        return {**found, "call": sentence, "faces": []}
    faces = list(book.words.pieces(pieces_shown(move, book))) if not _figures(move.verb, book) else []
    if any(piece not in book.words.tiles for piece in faces):
        faces = []
    spoken = " ".join(filter(None, (_called(move, book), "" if faces else term(pieces_shown(move, book), book))))
    return {**found, "call": spoken, "faces": faces}


def _called(move: Move, book: Rulebook) -> str:
    """The call of a move, and to whom it is made."""
    called, seats = call(move.verb, book), book.words.seats
    if move.other in seats:
        return f"{called} → {localized(seats[move.other])}"
    return called if move.sign == CALL else ""


def _figures(verb: str, book: Rulebook) -> bool:
    """Whether the argument of a verb is a number and not pieces."""
    return verb in book.verbs and book.verbs[verb].form in FIGURES


def _why(game: Game, finding: dict[str, Any]) -> dict[str, Any]:
    clause = clause_of(game, finding["clause"])
    return {"why": localized(finding["message"]), "clause": clause["id"], "link": clause["link"], "law": clause["text"]}


def _template(template: MoveTemplate, book: Rulebook) -> dict[str, Any]:
    move = grammar_of(book.id).begun(template.head, "…")
    return {
        **template._asdict(),
        "typed": heads_of(move, book),
        "text": _("calls out") if move.sign in (CALL, INTENT) and not move.verb else sentence_and_call(move, book)[0],
        "call": _called(move, book),
        "pieces": [{"piece": piece, "n": number, **_piece(piece, book, move.verb)} for piece, number in template.pieces.items()],
    }


def _piece(piece: str, book: Rulebook, verb: str) -> dict[str, str]:
    """The name of a piece, and the face by which it is drawn; a word has no face."""
    tiles, suits = book.words.tiles, book.words.of("suits")
    if _figures(verb, book):
        return {"text": piece, "face": ""}
    if piece in tiles:
        return {"text": localized(tiles[piece]), "face": piece}
    if piece[-1] in suits and piece[:-1] in tiles:
        return {"text": localized(suits[piece[-1]]).format(rank=localized(tiles[piece[:-1]])), "face": piece[:-1]}
    called, _colon, held = piece.partition(":")
    if piece == PARTS:
        return {"text": _("next set"), "face": ""}
    return {"text": wish(called, held, book) if call(called, book) else term(piece, book), "face": ""}


def spellings(move: Move, book: Rulebook, last: str) -> list[str]:
    """The words that mean a move, without its seat: ``-5p`` and ``5p``; ``peng``, ``p``, the word in Chinese, and with the
    piece of the ``last`` move, which it takes, ``p5s``."""
    if move.sign not in (CALL, INTENT):
        return [move.token[1:], move.token[2:]]
    behind = move.token[2 + len(move.verb) :]
    bare = behind.removeprefix(":")
    tails = [behind, bare, *_one_for_all(book, bare)] if behind else ["", *_one_for_all(book, last)]
    heads = heads_of(move, book)
    return list(dict.fromkeys(head + tail for head in heads for tail in tails))


def heads_of(move: Move, book: Rulebook) -> list[str]:
    """The words for what is done in a move, the longest first, without its seat and what stands behind."""
    if move.sign not in (CALL, INTENT):
        return [move.sign, ""]
    mark = move.sign if move.sign == INTENT else ""
    called = call(move.verb, book).lower()
    names = [move.verb, *_written(move.verb, book), called, move.verb[:1], called[:1]]
    return [move.sign + move.verb, *(mark + name for name in dict.fromkeys(names) if name)]


def _written(verb: str, book: Rulebook) -> Iterable[str]:
    return book.verbs[verb].written if verb in book.verbs else ()


def _one_for_all(book: Rulebook, pieces: str) -> list[str]:
    """Equal pieces as one of them: ``5s`` for ``555s``; unchanged where they are one; nothing where they differ."""
    kinds = set(book.words.pieces(pieces)) if pieces else set()
    return [*kinds] if len(kinds) == 1 and kinds <= set(book.words.tiles) else []


def pieces_of_last(made: Iterable[Move], book: Rulebook) -> str:
    """The pieces that the last of these moves has shown; empty where it has shown none."""
    last = [*made][-1:]
    return pieces_shown(last[0], book) if last else ""
