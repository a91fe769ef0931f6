"""Events: settings and stages, tables, entrants, standings and rulings."""
