"""What the family's tasks make: parts that are the whole, patterns as they are found again."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tafelwerk.build.beams import sets
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.tasks import TOP_DEPTH, StrategyPart, whole_strategy
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.solvers.beams.board import VARIANTS
from tafelwerk.solvers.beams.history import write_history
from tafelwerk.solvers.beams.problem import make_problem
from tafelwerk.tables.beams import (
    FAMILY,
    LISTED,
    Entropy,
    Optimal,
    get_node,
    get_parts,
    get_summary,
    probe_summary,
)
from tafelwerk.tables.book import Book, open_book

H1 = Entropy(Fraction(1))
PARTS = 3


def part(number: int) -> Build:
    task = StrategyPart("3c6p", H1, number, PARTS)
    return Build(FAMILY, f"part {number}", {"part": number}, (task,), "exact")


@pytest.fixture(scope="module")
def parted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A book with a strategy in parts."""
    path = tmp_path_factory.mktemp("parted") / "book"
    run(path, [part(number) for number in range(1, PARTS + 1)], executor="inline")
    with open_book(path) as opened:
        yield opened


def test_the_parts_are_the_whole(parted: Book) -> None:
    spent, _ = whole_strategy("3c6p", H1)
    found = probe_summary(parted, "3c6p", H1)
    assert {(queries, wrong): codes for queries, wrong, codes in found.spent} == spent
    assert get_parts(parted, "3c6p", H1) == (PARTS, PARTS)


def test_the_top_of_the_tree_in_parts_is_that_of_the_whole(parted: Book) -> None:
    _, nodes = whole_strategy("3c6p", H1)
    stored = {
        history: rest
        for history, *rest in parted.rows("beams", "SELECT history, colour, diagonal, codes, cost FROM beams.nodes")
    }
    wanted = {write_history(history): rest for history, *rest in nodes if len(history) <= TOP_DEPTH}
    assert stored.keys() == wanted.keys()
    for history, (query, codes, cost) in wanted.items():
        colour, diagonal, left, total = stored[history]
        assert left == codes
        assert total in (None, cost)
        assert query == (None if colour is None else (colour - 1, diagonal - 1))
    assert sum(row[-1] is not None for row in stored.values()) > len(stored) / 2


def test_some_parts_are_no_summary(tmp_path: Path) -> None:
    run(tmp_path / "book", [part(2)], executor="inline")
    with open_book(tmp_path / "book") as opened:
        assert get_summary(opened, "3c6p", H1) is None
        assert get_parts(opened, "3c6p", H1) == (1, PARTS)
        with pytest.raises(MissingTableError, match=r"1 of 3 parts.*--variant 3c6p --strategy h1"):
            probe_summary(opened, "3c6p", H1)
        # the root belongs to the first part
        assert get_node(opened, "3c6p", H1, ()) is None


@pytest.mark.slow
def test_stored_patterns_are_those_found(tmp_path: Path) -> None:
    book = tmp_path / "book"
    run(book, [sets.variant_build("6c6p")], executor="inline")
    stored, found = problem_of("6c6p", book), make_problem(VARIANTS["6c6p"])
    assert stored is not found
    for name in ("patterns", "pieces", "answers", "crossing"):
        assert np.array_equal(getattr(stored, name), getattr(found, name))
    assert problem_of("6c6p", tmp_path / "none") is found


def test_standard_and_quick_sets() -> None:
    standard, quick = list(sets.standard()), list(sets.quick())
    assert {build.digest for build in quick} <= {build.digest for build in standard}
    assert len({build.digest for build in standard}) == len(standard) == 4 + 13 + 8
    assert all(build.name.startswith("beams --variant ") for build in standard)


def test_parts_of_the_large_variant() -> None:
    builds = list(sets.strategy_builds("6c6p", H1))
    assert [build.name for build in builds[:2]] == [
        "beams --variant 6c6p --strategy h1 --part 1/32",
        "beams --variant 6c6p --strategy h1 --part 2/32",
    ]
    assert len({build.digest for build in builds}) == len(builds) == sets.PARTS
    whole = sets.strategy_build("6c6p", H1)
    assert all(build.is_held({whole.digest}) for build in builds)
    assert not sets.part_build("6c6p", H1, 1, 16).is_held({whole.digest})
    assert [len(list(sets.strategy_builds(name, H1))) for name in LISTED] == [1, 1]


@pytest.mark.parametrize(
    ("variant", "strategy", "numbers"),
    [("3c6p", H1, (1, 2)), ("6c6p", H1, (0, 2)), ("6c6p", H1, (3, 2)), ("6c6p", Optimal(), (1, 2))],
)
def test_parts_that_cannot_be(variant: str, strategy: Entropy | Optimal, numbers: tuple[int, int]) -> None:
    with pytest.raises(InputError):
        sets.part_build(variant, strategy, *numbers)
