"""An archive of any size, made by the database out of a few hundred real matches: to look at plans, times and bytes a match."""
