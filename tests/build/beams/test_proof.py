"""Proofs of stored games of Beams: a real book passes, and whatever is falsified in it is found."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sharing import made_once

from tafelwerk.build.beams import proof, sets
from tafelwerk.build.beams.played import colours_of_fields
from tafelwerk.build.beams.tasks import StrategyPart, StrategyTop
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.tables.beams import Approximate, Entropy, Improved, Optimal, Tie, get_code
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check

TABLES = ("variants", "pieces", "patterns", "answers", "costs", "nodes", "node_costs", "curves", "bounds")


class Copy:
    """Tables of a book in memory that forgets what was done to it; answers as a book does."""

    def __init__(self, book: Path) -> None:
        self.path = book
        self.connection = duckdb.connect(":memory:", config={"threads": 1})
        self.connection.execute(f"ATTACH '{book / 'beams.duckdb'}' AS stored (READ_ONLY)")
        self.connection.execute("ATTACH ':memory:' AS beams")
        for table in TABLES:
            self.connection.execute(f"CREATE TABLE beams.{table} AS FROM stored.{table}")

    @property
    def layers(self) -> tuple["Copy"]:
        return (self,)

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
    strategies = (Entropy(Fraction(1)), Entropy(Fraction(1), "mix"), Optimal())
    builds = [sets.variant_build("3c6p"), *(sets.strategy_build("3c6p", strategy) for strategy in strategies)]
    builds += [sets.strategy_build("3c6p", Approximate("h-prime", "lex-d")), sets.bound_build("3c6p", 500)]
    ties: tuple[Tie, ...] = ("lex-c", "mix")
    for tie in ties:
        builds += sets.curve_builds("3c6p", tie, Fraction(1, 2), Fraction(1), Fraction(1, 2))
    return made_once(tmp_path_factory, "beams-proof", lambda folder: run(folder, builds, executor="inline"), "beams")


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
        "beams 3c6p: h-prime, ties lex-d",
        "beams 3c6p: h1, ties lex-c",
        "beams 3c6p: h1, ties mix",
        "beams 3c6p: optimal",
        "beams 3c6p: curve, ties lex-c",
        "beams 3c6p: curve, ties mix",
        "beams 3c6p: bounds",
    ]
    assert all(check.ok for check in checks), checks


LEX, MIX, H_PRIME = "h1, ties lex-c", "h1, ties mix", "h-prime, ties lex-d"
CURVE = "curve, ties lex-c"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ("UPDATE beams.variants SET patterns = 309", {"patterns"}),
        ("UPDATE beams.variants SET shapes = 750", {"patterns"}),
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
        ("UPDATE beams.costs SET wrong = 1 WHERE queries = 5 AND strategy = 'h-prime'", {H_PRIME}),
        ("UPDATE beams.nodes SET colour = 1 WHERE depth = 1 AND strategy = 'h-prime'", {H_PRIME}),
        ("UPDATE beams.curves SET numerator = '7413' WHERE strategy = 'h1' AND tie = 'lex-c'", {CURVE}),
        ("UPDATE beams.curves SET mean = mean + 1e-9 WHERE strategy = 'h0.5' AND tie = 'mix'", {"curve, ties mix"}),
        ("UPDATE beams.curves SET alpha = 0.4 WHERE strategy = 'h0.5' AND tie = 'lex-c'", {CURVE}),
        ("UPDATE beams.bounds SET total = 7335", {"bounds"}),
    ],
)
def test_what_is_falsified_is_found(lie: str, found: set[str], copy: Copy) -> None:
    assert found <= copy.faults(lie)


def test_pieces_that_are_not_listed_are_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "shapes_again", cache(proof.shapes_again))
    run(tmp_path / "book", [sets.variant_build("6c10p")], executor="inline")
    with open_book(tmp_path / "book") as opened:
        (check,) = proof.verify(opened, 4)
    assert (check.name, check.ok) == ("beams 6c10p: pieces", True)
    assert "361648 pieces up to translation counted again" in check.detail
    assert Copy(tmp_path / "book").faults("UPDATE beams.variants SET shapes = 361647") == {check.name}


@pytest.mark.slow
def test_points_that_no_strategy_is_stored_for(copy: Copy) -> None:
    """They are found again, whichever are drawn: both are wrong."""
    lie = "UPDATE beams.curves SET numerator = numerator::INTEGER + 1860, mean = mean + 1 WHERE tie = 'lex-c'"
    assert CURVE in copy.faults(f"DELETE FROM beams.costs; {lie}")


def test_colours_of_all_codes(book: Path) -> None:
    with open_book(book) as opened:
        found = colours_of_fields(opened, "3c6p")
        assert found.shape == (1860, 18)
        for number in range(0, 1860, 97):
            assert "".join(map(str, found[number])) == get_code(opened, "3c6p", number, 3)


@pytest.mark.slow
def test_what_was_built_of_a_top_is_right(tmp_path: Path) -> None:
    """Queries and costs of the top of a large tree, on a small variant of six colours that is taken for a large one."""
    h1 = Entropy(Fraction(1))
    parts = (StrategyPart("6c3p", h1, number, 2) for number in (1, 2))
    build = Build("beams", "top", {}, (StrategyTop("6c3p", h1), *parts), "exact")
    run(tmp_path / "book", [build], executor="inline")
    copy = Copy(tmp_path / "book")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proof, "LISTED", ())
        assert copy.faults("SELECT 1") == set()
        for lie in (
            "UPDATE beams.node_costs SET cost = cost + 1 WHERE history = ''",
            "DELETE FROM beams.nodes WHERE depth = 2 AND codes > 20",
            "UPDATE beams.nodes SET codes = codes + 1 WHERE depth = 2",
        ):
            assert copy.faults(lie) == {f"beams 6c3p: {LEX}"}


def test_the_top_of_a_small_tree_is_right(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Its nodes are those of the whole tree, and what lies below them is not missed."""
    h1 = Entropy(Fraction(1))
    builds = [sets.variant_build("3c6p"), sets.top_build("3c6p", h1)]
    copy = Copy(made_once(tmp_path_factory, "beams-top", lambda book: run(book, builds, executor="inline"), "beams"))
    (check,) = (check for check in proof.verify(copy, 4) if check.name == f"beams 3c6p: {LEX}")  # type: ignore[arg-type]
    assert (check.ok, "played through 3 queries" in check.detail) == (True, True)
    for lie in (
        "UPDATE beams.nodes SET codes = codes + 1 WHERE depth = 3",
        "UPDATE beams.nodes SET cost = cost + 1 WHERE depth = 2",
        "UPDATE beams.costs SET queries = 7 WHERE queries = 6",
        "DELETE FROM beams.nodes WHERE depth = 2 AND codes > 20",
    ):
        assert copy.faults(lie) == {LEX}


@pytest.mark.slow
def test_the_improved_strategy_is_right(tmp_path: Path) -> None:
    builds = [sets.variant_build("6c3p"), sets.strategy_build("6c3p", Improved())]
    run(tmp_path / "book", builds, executor="inline")
    with open_book(tmp_path / "book") as opened:
        checks = list(proof.verify(opened, 4))
    assert all(check.ok for check in checks), checks
    lie = "UPDATE beams.nodes SET diagonal = 15 - diagonal WHERE depth = 5 AND diagonal < 15"
    assert "beams 6c3p: improved" in Copy(tmp_path / "book").faults(lie)


@pytest.mark.slow
def test_another_query_as_cheap_is_not_the_strategy_s(copy: Copy) -> None:
    """The last of two codes may be told apart by many queries; the first of them is the strategy's."""
    lie = (
        "UPDATE beams.nodes SET diagonal = CASE WHEN diagonal = 15 THEN 14 ELSE diagonal + 1 END"
        " WHERE strategy = 'h1' AND codes > 20 AND history <> ''"
    )
    assert LEX in copy.faults(lie)
