"""The table before each move of a legal round: who holds what and what is awaited, read off the moves."""

from __future__ import annotations

from dataclasses import dataclass, field

SEATS = "ESWN"
KINDS = {"gang": "direct", "angang": "concealed", "bugang": "added"}


@dataclass
class Table:
    """What a player at the table sees, and every hand."""

    hands: list[list[str]]
    wall: list[str]
    seat: int
    phase: str = "act"
    """``act``: the seat owes a discard; ``open``: its discard lies there; ``kong``: it takes a replacement; ``won``: a win."""
    how: str = "dealt"
    """How the seat came to act: ``dealt``, ``drawn``, ``claimed``, ``replaced``; after a kong its kind."""
    tile: str = ""
    """The last tile drawn, discarded or laid as a kong."""
    melds: list[list[tuple[str, str]]] = field(default_factory=lambda: [[], [], [], []])
    out: list[int] = field(default_factory=list)
    """Who has won."""

    def playing(self, *but: int) -> list[int]:
        """Who is still in, but for some."""
        return [seat for seat in range(4) if seat not in self.out and seat not in but]

    def after(self, seat: int) -> int:
        """The next seat still in."""
        return next((seat + step) % 4 for step in range(1, 5) if (seat + step) % 4 not in self.out)

    def move(self, token: str) -> None:
        """Carry out a legal move."""
        seat, what = SEATS.index(token[0]), token[1:]
        hand = self.hands[seat]
        if what[0] == "+":
            self.phase, self.how, self.tile, self.seat = "act", "replaced" if self.phase == "kong" else "drawn", what[1:], seat
            self.wall.pop(-1 if self.how == "replaced" else 0)
            hand.append(self.tile)
        elif what[0] == "-":
            self.phase, self.tile = "open", what[1:]
            hand.remove(self.tile)
        elif what.startswith(".hu"):
            self.phase = "won"
            self.out.append(seat)
        elif what != ".tao":
            self.meld(seat, what[1:].split(":")[0])
            if what.startswith((".angang", ".bugang")):
                self.lay(seat, what)

    def meld(self, seat: int, verb: str) -> None:
        """A claim of the last discard."""
        if verb in ("peng", "gang"):
            for _ in range(2 if verb == "peng" else 3):
                self.hands[seat].remove(self.tile)
            self.seat, self.phase, self.how = seat, ("act" if verb == "peng" else "kong"), KINDS.get(verb, "claimed")
            self.melds[seat].append((KINDS.get(verb, verb), self.tile))

    def lay(self, seat: int, what: str) -> None:
        """A kong of the own turn."""
        tiles = what.split(":")[1]
        self.tile, self.phase, self.how = f"{tiles[0]}{tiles[-1]}", "kong", KINDS[what[1:].split(":")[0]]
        for _ in range(4 if self.how == "concealed" else 1):
            self.hands[seat].remove(self.tile)
        if self.how == "added":
            self.melds[seat].remove(("peng", self.tile))
        self.melds[seat].append((self.how, self.tile))


def tables(hands: list[list[str]], wall: list[str], dealer: int, moves: list[str]) -> list[Table]:
    """The table before each move, as copies."""
    found = []
    table = Table([list(hand) for hand in hands], list(wall), dealer)
    for token in moves:
        found.append(Table([list(hand) for hand in table.hands], list(table.wall), table.seat, table.phase, table.how, table.tile,
                           [list(melds) for melds in table.melds], list(table.out)))  # fmt: skip
        table.move(token)
    return found
