"""The importer of tallies: a line with the game, then a line a round with its number, dealer and scores."""

from __future__ import annotations

from collections.abc import Iterable

from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.errors import at_line, refused
from referee.importers.common.protocol import Converted, Hints, declared


class Tally:
    """Lines of scores."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether the file says that it is one."""
        return head.startswith(b"tally ")

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted]:
        """The match of a file."""
        first, *lines = data.decode().splitlines()
        draft = MatchDraft(hints.game or first.split()[1], at_line(1))
        for number, line in enumerate(lines, 2):
            words = line.split()
            if len(words) != 6:
                raise refused(at_line(number), line, {"zh": "局號、莊、四家分數", "en": "round, dealer, four scores"})
            round_ = RoundDraft(int(words[0]), at_line(number), {"Dealer": words[1], "Kind": "scores"})
            round_.scores(dict(zip("ESWN", map(int, words[2:]), strict=True)))
            draft.rounds.append(round_)
        draft.lacks("play", "all_of_it")
        yield draft.converted()


IMPORTER = Tally()
