"""瀘州鬼麻將: four players, 108 tiles and four or eight ghosts, values in 顆, the blood battle."""

from referee.games.luzhou.game import Luzhou

GAME = Luzhou()
