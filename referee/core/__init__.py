"""What every game gives and gets: records, moves, verdicts, findings, the fold of a replay, offers and reviews."""
