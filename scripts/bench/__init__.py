"""Speed, as ``make bench`` prints it: the referee beside its peers, in one run on one machine."""
