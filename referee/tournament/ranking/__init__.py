"""From verdicts to standings: applying rulings, scores of tables, ranks and tie-breaks."""
