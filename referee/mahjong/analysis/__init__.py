"""What is said of a round or a hand besides the verdict: reviews, moves to offer, questions about one hand."""
