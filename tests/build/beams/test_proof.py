"""Proofs of stored games of Beams: a real book passes, and whatever is falsified in it is found."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tafelwerk.build.beams import proof, sets
from tafelwerk.build.runner import run
from tafelwerk.tables.beams import Entropy, Optimal
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check

TABLES = ("variants", "pieces", "patterns", "answers", "costs", "nodes")


class Copy:
    """Tables of a book in memory that forgets what was done to it; answers as a book does."""

    def __init__(self, book: Path) -> None:
        self.path = book
        self.connection = duckdb.connect(":memory:", config={"threads": 1})
        self.connection.execute(f"ATTACH '{book / 'beams.duckdb'}' AS stored (READ_ONLY)")
        self.connection.execute("ATTACH ':memory:' AS beams")
        for table in TABLES:
            self.connection.execute(f"CREATE TABLE beams.{table} AS FROM stored.{table}")

    def rows(self, family: str, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        assert family == "beams"
        return self.connection.execute(sql, parameters).fetchall()

    def one(self, family: str, sql: str, *parameters: object) -> tuple[Any, ...] | None:
        assert family == "beams"
        return self.connection.execute(sql, parameters).fetchone()

    def faults(self, lie: str) -> set[str]:
        """Names of the checks that fail after a statement, which is taken back."""
        self.connection.execute("BEGIN")
        try:
            self.connection.execute(lie)
            checks: list[Check] = list(proof.verify(self, 4))  # type: ignore[arg-type]
        finally:
            self.connection.execute("ROLLBACK")
        return {check.name.removeprefix("beams 3c6p: ") for check in checks if not check.ok}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beams") / "book"
    strategies = (Entropy(Fraction(1)), Entropy(Fraction(1), "mix"), Optimal())
    builds = [sets.variant_build("3c6p"), *(sets.strategy_build("3c6p", strategy) for strategy in strategies)]
    run(folder, builds, executor="inline")
    return folder


@pytest.fixture(scope="module")
def copy(book: Path) -> Copy:
    return Copy(book)


@pytest.mark.slow
def test_what_was_built_is_right(book: Path) -> None:
    with open_book(book) as opened:
        checks = list(proof.verify(opened, None))
    assert [check.name for check in checks] == [
        "beams 3c6p: patterns",
        "beams 3c6p: answers",
        "beams 3c6p: h1, ties lex-c",
        "beams 3c6p: h1, ties mix",
        "beams 3c6p: optimal",
    ]
    assert all(check.ok for check in checks), checks


LEX, MIX = "h1, ties lex-c", "h1, ties mix"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ("UPDATE beams.variants SET patterns = 309", {"patterns"}),
        ("UPDATE beams.pieces SET fields = fields + 1 WHERE piece = 7", {"patterns"}),
        ("UPDATE beams.patterns SET piece_1 = piece_2 WHERE pattern % 2 = 0", {"patterns"}),
        ("DELETE FROM beams.answers WHERE colour = 2 AND diagonal = 3 AND hits = '-'", {"answers"}),
        ("UPDATE beams.answers SET hits = '1,2,4' WHERE colour = 1 AND diagonal = 2 AND hits = '1'", {"answers"}),
        ("UPDATE beams.costs SET numerator = '35' WHERE queries = 2 AND tie = 'mix'", {MIX}),
        ("UPDATE beams.costs SET queries = 7 WHERE queries = 6 AND tie = 'lex-c'", {LEX}),
        ("UPDATE beams.nodes SET cost = cost + 1 WHERE history = '' AND strategy = 'h1'", {LEX}),
        ("UPDATE beams.nodes SET codes = codes + 1 WHERE depth = 2 AND strategy = 'optimal'", {"optimal"}),
        ("UPDATE beams.nodes SET diagonal = 9 WHERE history = '' AND strategy = 'optimal'", {"optimal"}),
        ("DELETE FROM beams.nodes WHERE depth = 3 AND codes = 2 AND strategy = 'h1'", {LEX}),
    ],
)
def test_what_is_falsified_is_found(lie: str, found: set[str], copy: Copy) -> None:
    assert found <= copy.faults(lie)


@pytest.mark.slow
def test_another_query_as_cheap_is_not_the_strategy_s(copy: Copy) -> None:
    """The last of two codes may be told apart by many queries; the first of them is the strategy's."""
    lie = (
        "UPDATE beams.nodes SET diagonal = CASE WHEN diagonal = 15 THEN 14 ELSE diagonal + 1 END"
        " WHERE strategy = 'h1' AND codes > 20 AND history <> ''"
    )
    assert LEX in copy.faults(lie)
