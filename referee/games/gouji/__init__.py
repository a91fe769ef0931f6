"""夠級: six players in two teams with four packs of cards; the aim is to get rid of one's cards first."""

from referee.games.gouji.game import Gouji

GAME = Gouji()
