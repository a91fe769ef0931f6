"""夠級: six players in two teams, four packs, climbing: who gets rid of the cards first."""

from referee.games.gouji.game import Gouji

GAME = Gouji()
