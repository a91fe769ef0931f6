"""Score sheets: the page of a table, by its links and for scorers, and the sheets of an event."""
