"""The oracle of 四川麻將: its rulebook read a second time."""
