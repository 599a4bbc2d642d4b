"""Numbers and names as people read them: `tafelwerk.wording`, as the commands know it."""

from tafelwerk.wording import counted, exact_number, listed, ranges

__all__ = ["counted", "exact_number", "listed", "ranges"]
