"""What importers have in common: their protocol and declarations, JSON read within limits, the draft of a match."""
