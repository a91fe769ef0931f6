"""The replay of a round: the board, what is framed elsewhere, the review."""
