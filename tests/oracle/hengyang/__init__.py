"""The oracle of 衡陽麻將: its rulebook read a second time."""
