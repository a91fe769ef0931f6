"""A second, separate reading of the rulebook: plays random matches by the rules and settles them by brute force.

It knows the rulebook and nothing of the engine: tiles are their names, hands are lists, every shape is searched for. What it
plays the engine must call clean, score by score; where the two differ, one of them has misread a clause.
"""
