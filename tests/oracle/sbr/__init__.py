"""The oracle of the competition rules SBR: their rulebook read a second time."""
