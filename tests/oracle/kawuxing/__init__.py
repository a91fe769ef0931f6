"""The oracle of 卡五星: its rulebook read a second time."""
