"""A verdict on a page: in words, with its findings, clauses, accounts, scores and rulings."""
