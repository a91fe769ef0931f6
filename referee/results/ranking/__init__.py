"""From verdicts to standings: rulings applied, what each table gave to whom, places and tie-breaks."""
