"""血流成河: Sichuan mahjong with an exchange of tiles and declared suits, in which winners go on to the end of the wall."""

from referee.games.xueliu.game import Xueliu

GAME = Xueliu()
