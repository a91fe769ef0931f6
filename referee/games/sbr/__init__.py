"""四川麻將競賽 SBR: the competition rules of the Mahjong International League for Sichuan mahjong."""

from referee.games.sbr.game import Sbr

GAME = Sbr()
