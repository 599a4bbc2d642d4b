"""The proof that ten queries are not enough for Beams 6c3p, as a build of a book: `python -m research.eleven_queries`."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from research.eleven_queries.refutation import Known, refute
from tafelwerk.build.runner import run
from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.errors import TafelwerkError
from tafelwerk.families.beams.builds import COARSE_BOUND, BoundBuild, QueryBoundBuild, VariantBuild
from tafelwerk.families.beams.rules import FAMILY, variant_of
from tafelwerk.places import default_book
from tafelwerk.solvers.beams.patterns import make_problem


@dataclass(frozen=True, slots=True)
class Refutation(Resumable):
    """The proof that every strategy takes more than a number of queries for some code."""

    table: ClassVar[str] = "query_bounds"
    SPEED: ClassVar[float] = 1e9
    variant: str
    queries: int

    def resume(self, checkpoint: Checkpoint | None) -> dict[str, Any]:
        """As `run`, after the last set that was proved as a whole.

        Raises:
            TafelwerkError: the proof failed.
        """
        saved: Any = checkpoint.load() if checkpoint is not None else None
        known: Known = dict(saved["known"]) if saved else {}
        before = int(saved["sets"]) if saved else 0

        def report(sets: int) -> None:
            if checkpoint is not None:
                checkpoint.save({"known": known, "sets": before + sets}, f"{before + sets:,} sets of codes")

        if not refute(make_problem(variant_of(self.variant)), self.queries, known, report):
            raise TafelwerkError(f"Beams {self.variant}: it was not proved that {self.queries} queries are not enough")
        return {"variant": [self.variant], "queries": self.queries}

    def operations(self) -> float:
        """A query more takes seven times as long."""
        return 1e8 + 1e12 * 7.0 ** (self.queries - 10)

    def expected_rows(self) -> int:
        return 1


class RefutationBuild(QueryBoundBuild, kind=""):
    """The proof, as a build of a book."""

    def make_tasks(self) -> Iterator[Refutation]:
        yield Refutation(self.variant, self.queries)


# a kind's family is read from the folder of its module
RefutationBuild.family = FAMILY


def main() -> None:
    """Prove and store."""
    parser = argparse.ArgumentParser(
        prog="python -m research.eleven_queries", description="Proves that some queries are not enough."
    )
    parser.add_argument("--book", type=Path, metavar="DIR", help="Book folder. Default: TAFELWERK_BOOK, or the user's.")
    parser.add_argument("--variant", default="6c3p", choices=("3c6p", "6c3p"), help="Default: 6c3p.")
    parser.add_argument("--more-than", type=int, default=10, metavar="Q", help="Number of queries. Default: 10.")
    asked = parser.parse_args()
    builds = (
        VariantBuild(asked.variant),
        BoundBuild(asked.variant, COARSE_BOUND),
        RefutationBuild(asked.variant, asked.more_than),
    )
    report = run(asked.book or default_book(), builds, executor="inline")
    for name in report.built:
        sys.stdout.write(f"built: {name}\n")
    for name in report.skipped:
        sys.stdout.write(f"in the book: {name}\n")
