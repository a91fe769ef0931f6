"""Analyses of a round or a hand besides the verdict: reviews, offers of moves, questions about one hand."""
