"""What a record costs at most: the heaviest texts for every production of the grammar, and the memory and time they take."""
