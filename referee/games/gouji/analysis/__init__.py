"""Analyses of a round of 夠級 besides the verdict: reviews, and offers of moves."""
