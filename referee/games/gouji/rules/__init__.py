"""The rules of 夠級: the only package that checks moves; also opening, places and the debts that follow."""
