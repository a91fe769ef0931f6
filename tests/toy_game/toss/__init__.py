"""擲注: three players stake points, then play a card each; the highest card takes the stakes."""

from referee.games.toss.game import Toss

GAME = Toss()
