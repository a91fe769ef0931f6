"""Comments on moves: who may read a match sees them on its replay, with what their authors drew on the table."""

from records.archive.comments.comments import MOST, add, deletable, delete, find, may_write, of_round, read_marks, rows_of

__all__ = ["MOST", "add", "delete", "deletable", "find", "may_write", "of_round", "read_marks", "rows_of"]
