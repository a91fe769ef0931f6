"""卡五星: three players, two suits and the dragons, one win ends the round, a ready hand may be shown."""

from referee.games.kawuxing.game import Kawuxing

GAME = Kawuxing()
