"""四川麻將: four players, 108 tiles, one suit must be missing, kongs are paid at once."""

from referee.games.sichuan.game import Sichuan

GAME = Sichuan()
