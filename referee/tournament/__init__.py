"""Results of events: rulings applied to verdicts, standings, and the published document. Uses no database."""
