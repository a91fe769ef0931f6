"""Who holds what and what lies where: the kind of table, the deal, the wall, the moves."""
