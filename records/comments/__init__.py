"""Comments on moves: who may read a match sees them on its replay, with what their authors drew on the table."""

from records.comments.comments import MOST, add, deletable, delete, delete_rows_of, find, may_write, of_round, rows_of
from records.comments.marks import read_marks

__all__ = ["MOST", "add", "delete", "delete_rows_of", "deletable", "find", "may_write", "of_round", "read_marks", "rows_of"]
