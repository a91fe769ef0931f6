"""The oracle of 血流成河: its rulebook read a second time."""
