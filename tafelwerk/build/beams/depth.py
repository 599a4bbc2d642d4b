"""Proofs of how many queries strategies of Beams take at worst."""

from collections.abc import Mapping
from typing import Any

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.task import Checkpoint
from tafelwerk.errors import TafelwerkError
from tafelwerk.solvers.beams.depth.refutation import Known, refute


def query_bound_columns(variant: str, queries: int, checkpoint: Checkpoint | None) -> Mapping[str, Any]:
    """The row of the proof that some queries are not enough.

    Args:
        variant: the variant.
        queries: number of queries.
        checkpoint: saves the sets that are proved, or None.

    Raises:
        TafelwerkError: the proof failed.
    """
    saved: Any = checkpoint.load() if checkpoint is not None else None
    known: Known = dict(saved["known"]) if saved else {}
    before = int(saved["sets"]) if saved else 0

    def report(sets: int) -> None:
        if checkpoint is not None:
            checkpoint.save({"known": known, "sets": before + sets}, f"{before + sets:,} sets of codes")

    if not refute(problem_of(variant), queries, known, report):
        raise TafelwerkError(f"Beams {variant}: it was not proved that {queries} queries are not enough")
    return {"variant": [variant], "queries": queries}
