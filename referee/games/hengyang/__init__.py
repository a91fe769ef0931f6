"""衡陽麻將: four players, 108 tiles, runs are claimed, small wins need a pair of 2, 5 or 8, birds are turned after the win."""

from referee.games.hengyang.game import Hengyang

GAME = Hengyang()
