"""A match of mjai events: each becomes moves of the notation, or is refused with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, NoReturn

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.errors import game_asked, not_told
from referee.importers.common.json_reading import Node
from referee.importers.common.protocol import Converted, Hints
from referee.notation.errors import Text
from referee.notation.ppn.grammar import game_named, grammar_of, verbs_of

TEXTS: Final = Texts(__file__)
SEATS: Final = "ESWN"
HONOURS: Final = {"P": "5z", "F": "6z", "C": "7z"}
"""The dragons; the games here have no winds."""
TILES: Final = frozenset(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
UNSEEN: Final = "?"
CLOSES_THE_DEAL: Final = ("dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "hora", "ryukyoku", "end_kyoku")
"""Events before which the dealer has drawn the fourteenth tile; declarations may come before it."""
SILENT: Final = ("type", "tsumogiri", "names", "kyoku_first", "bakaze", "kyoku", "scores", "id", "tenpais", "tehais", "delta")
"""Fields that say nothing beside the others, or what no record here has a place for (docs/reference/importing.md)."""
_SUITS: Final = {"m": "m man wan 萬 万", "p": "p pin tong 筒 餅 饼", "s": "s sou tiao 條 条 索"}
SUITS: Final = {word: suit for suit, words in _SUITS.items() for word in words.split()}
"""The suits of ``ding_que`` by their names."""


class MjaiMatch:
    """A match as its events come; ``converted`` when there are no more."""

    def __init__(self, start: Node, hints: Hints) -> None:
        self.draft = _begun(start, hints)
        for code in ("wall", "values", "intents"):
            self.draft.lacks(code)
        self._ignored(start)
        self.points: Counter[str] = Counter()
        """What the events of the round say that each seat wins and loses."""
        self.last: tuple[int, str] | None = None
        """The last discard, or tile added to a kong, and the number of whose it is."""
        self.open = False
        """Whether the dealer's last tile may still come: it belongs to the deal."""
        self.dealt = 0
        """How many tiles the dealer has without it."""
        self.steps: dict[str, Callable[[Node], None]] = {
            "start_kyoku": self._round,
            "tsumo": self._draw,
            "dahai": lambda event: self._offer(event, "-"),
            "chi": self._chi,
            "pon": lambda event: self._claim(event, ".peng"),
            "daiminkan": lambda event: self._claim(event, ".gang"),
            "ankan": lambda event: self._say(event, ".angang:", self._tiles(event.at("consumed"))),
            "kakan": lambda event: self._offer(event, ".bugang:"),
            "ding_que": self._declare_void,
            "hora": self._win,
            "ryukyoku": self._drawn,
            "end_kyoku": lambda event: None,
            "end_game": lambda event: None,
            "none": lambda event: None,
        }

    def event(self, event: Node) -> None:
        """Convert the next event."""
        kind = event.at("type").text()
        step = self.steps.get(kind)
        if step is None:
            self._call(event, kind)
        else:
            if kind not in ("start_kyoku", "end_game", "none") and not self.draft.rounds:
                event.at("type").refuse(TEXTS("begun"))
            step(event)
        if kind in CLOSES_THE_DEAL:
            self.open = False
        self._ignored(event)

    def converted(self) -> Converted:
        """The match when all of its events are there."""
        return self.draft.converted()

    # -- a round ---------------------------------------------------------------------------------------------------------------

    @property
    def round(self) -> RoundDraft:
        """The round that is being played."""
        return self.draft.rounds[-1]

    def _round(self, event: Node) -> None:
        round_ = RoundDraft(len(self.draft.rounds) + 1, event.place)
        if event.has("dora_marker"):
            event.at("dora_marker").refuse(TEXTS("nobody-has"))
        for counter in ("honba", "kyotaku"):
            if event.has(counter) and event.at(counter).whole():
                event.at(counter).refuse(TEXTS("none-of-it"))
        dealer = event.at("oya").seat(SEATS)
        round_.tags["Dealer"] = dealer
        hands = event.at("tehais").array()
        for at, hand in enumerate(hands):
            tiles = [self._tile(tile) for tile in hand.array()]
            seat = _seat(hand, at)
            round_.tags[f"Hand.{seat}"] = UNSEEN if set(tiles) <= {UNSEEN} else "".join(tiles)
            if seat == dealer:
                self.dealt, self.open = len(tiles), len(tiles) % 3 == 1
        self.draft.rounds.append(round_)
        self.points = Counter(dict.fromkeys(SEATS[: len(hands)], 0))

    def _draw(self, event: Node) -> None:
        tile, seat = self._tile(event.at("pai")), event.at("actor").seat(SEATS)
        if self.open and seat == self.round.tags["Dealer"]:
            self.open = False
            hand = self.round.tags[f"Hand.{seat}"]
            self.round.tags[f"Hand.{seat}"] = hand if hand == tile == UNSEEN else self._of_unseen(hand) + tile
        else:
            self._say(event, "+", tile)

    def _offer(self, event: Node, does: str) -> None:
        """A discard, or a tile added to a kong: others may claim it."""
        event.used.add("consumed")
        tile = self._tile(event.at("pai"))
        self._say(event, does, tile)
        self.last = event.at("actor").whole(), tile

    def _chi(self, event: Node) -> None:
        self._of_last(event)
        self._say(event, ".chi:", self._tiles(event.at("consumed")))

    def _claim(self, event: Node, called: str) -> None:
        """Take the last discard: with the same tiles, or with others that stand for it."""
        tile = self._of_last(event)
        own = [self._tile(one) for one in event.at("consumed").array()]
        self._say(event, called, "" if set(own) <= {tile} else ":" + "".join(own))

    def _of_last(self, event: Node) -> str:
        """The tile that is claimed, which must be the last one, of the player who is named."""
        target, tile = event.at("target"), self._tile(event.at("pai"))
        if self.last != (target.value, tile):
            target.refuse(TEXTS("the-last"))
        return tile

    def _win(self, event: Node) -> None:
        target = event.at("target")
        if target.value != event.at("actor").value:
            if self.last is None or self.last[0] != target.value:
                target.refuse(TEXTS("the-last"))
            if event.has("pai") and self._tile(event.at("pai")) != self.last[1]:
                event.at("pai").refuse(TEXTS("the-last"))
        event.used.add("pai")
        self._say(event, ".hu", "")
        self._add(event)

    def _drawn(self, event: Node) -> None:
        if event.has("reason"):
            reason = event.at("reason")
            if reason.value != "fanpai":
                reason.refuse(TEXTS("drawn"))
        self._add(event)

    def _declare_void(self, event: Node) -> None:
        """Declare the suit that a player does without: ``{"type": "ding_que", "actor": 0, "suit": "man"}``."""
        suit = event.at("suit")
        if suit.text().lower() not in SUITS:
            suit.refuse(TEXTS("suit"))
        self._say(event, ".que:", SUITS[suit.text().lower()])

    def _call(self, event: Node, kind: str) -> None:
        """A call of the game's own, by its verb: ``{"type": "que", "actor": 0, "text": "m"}``."""
        if not grammar_of(self.draft.game).has(kind) or not kind.isalpha():
            event.at("type").refuse(self._known())
        if not self.draft.rounds:
            event.at("type").refuse(TEXTS("begun"))
        text = event.at("text").text() if event.has("text") else ""
        self._say(event, f".{kind}:" if text else f".{kind}", text)

    def _known(self) -> Text:
        """What the type of an event may be."""
        types, verbs = ", ".join(self.steps), ", ".join(verbs_of(self.draft.game))
        return TEXTS("known-type", nobody_has=TEXTS("nobody-has"), types=types, game=self.draft.game, verbs=verbs)

    # -- what an event says ----------------------------------------------------------------------------------------------------

    def _say(self, event: Node, does: str, text: str) -> None:
        self.round.say(f"{event.at('actor').seat(SEATS)}{does}{text}", event.place)

    def _add(self, event: Node) -> None:
        """Add what each seat wins and loses by an event, where it says so."""
        if not event.has("deltas"):
            return
        deltas = event.at("deltas").array()
        if len(deltas) != len(self.points):
            event.at("deltas").refuse(TEXTS("points-of-all", count=len(self.points)))
        self.points.update(dict(zip(self.points, [points.whole() for points in deltas], strict=True)))
        self.round.scores(dict(self.points), event.place)

    def _of_unseen(self, hand: str) -> str:
        """The tiles of the dealer's hand one by one: all that were dealt of one that nobody saw."""
        return UNSEEN * self.dealt if hand == UNSEEN else hand

    def _tile(self, node: Node) -> str:
        named = node.text()
        tile = HONOURS.get(named, named)
        return tile if tile in TILES or named in HONOURS or tile == UNSEEN else self._no_tile(node)

    def _no_tile(self, node: Node) -> NoReturn:
        node.refuse(TEXTS("tile"))

    def _tiles(self, node: Node) -> str:
        return "".join(self._tile(one) for one in node.array())

    def _ignored(self, event: Node) -> None:
        names = [name for name in event.unused(SILENT) if event.has(name)]
        if names:
            self.draft.lacks("ignored", *names)


def _begun(start: Node, hints: Hints) -> MatchDraft:
    """The match with what its first event says of it. Raises NotationError where nobody says the game."""
    game = start.at("game").text() if start.has("game") else hints.game
    if not game:
        raise not_told([game_asked(start.place, "start_game", TEXTS("game"))])
    draft = MatchDraft(game_named(game), start.place)
    rules = start.at("rules").text() if start.has("rules") else hints.rules
    if rules:
        draft.tags["Rules"] = rules
    if start.has("base"):
        draft.tags["Base"] = str(start.at("base").whole())
    if start.has("names"):
        names = {_seat(one, at): one.text() for at, one in enumerate(start.at("names").array())}
        draft.tags.update({f"Seat.{seat}": name for seat, name in names.items() if name})
    return draft


def _seat(node: Node, at: int) -> str:
    """The seat of the value at this place of an array of all seats."""
    if at >= len(SEATS):
        node.refuse(TEXTS("four-seats"))
    return SEATS[at]
