"""The family's look-ups from Python."""

import json
from math import inf
from pathlib import Path

import pytest
from program import run
from sharing import made_once

from benchmarks.big_book import HEAPS, LARGEST_K, write_big_book
from tafelwerk import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.rules.montecarlo import Dsc, Esr, Subtraction, SubtractionRules, curve_points
from tafelwerk.tables.montecarlo import answers, questions
from tafelwerk.tables.montecarlo.answers import Duel

ONE_TWO = SubtractionRules((1, 2))


@pytest.fixture(scope="module")
def big_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(book: Path) -> None:
        assert write_big_book(book) == 10_000_000

    return made_once(tmp_path_factory, "big", make)


@pytest.mark.slow
@pytest.mark.parametrize(("heap", "k"), [(1, 1), (37, 4242), (HEAPS, LARGEST_K)])
def test_a_table_of_ten_million_rows_answers_from_either_door(big_book, heap, k):
    with open_book(big_book) as book:
        found = questions.duel.probe(book, Subtraction(SubtractionRules((1, 7)), heap), k)
    assert (found.first, found.second) == (k / 2**20, heap / 2**20)
    done = run("montecarlo", "duel", "subtraction", heap, "--moves", "1,7", "--k", k, "--json", "--book", big_book)
    assert json.loads(done.stdout)["first"] == k / 2**20


def test_probe_names_the_build(tmp_path):
    with open_book(tmp_path / "none") as book, pytest.raises(MissingTableError) as missing:
        questions.duel.probe(book, Esr(5, 6, 1), 10)
    assert missing.value.build == "tafelwerk build montecarlo esr 5 6 1 --k-max 10"
    with open_book(tmp_path / "none") as book, pytest.raises(MissingTableError) as missing:
        questions.duel.probe(book, Dsc(9), inf, 3)
    assert missing.value.build == "tafelwerk montecarlo duel dsc 9 --k inf --rival 3 --compute --keep"


def test_look_ups_of_the_quick_set(quick_book):
    with open_book(quick_book) as book:
        blunder = questions.blunder(book, ONE_TWO, 13)
        assert blunder == answers.Blunder(None, None, 13)
        assert questions.blunder(book, ONE_TWO, 3001) is None
        below = questions.first_over_half(book, Dsc(10), 100)
        assert below is not None
        assert (below.k, below.undecided, below.searched_to) == (None, (), 100)


def point(k: int, mean: float, error: float) -> Duel:
    return Duel(k, 2 * k, mean, mean, mean, certainty="certified", error_bound=error)


def test_first_over_half_is_never_decided_within_the_error():
    within = [point(1, 0.4, 1e-3), point(2, 0.5005, 1e-3), point(3, 0.502, 1e-3)]
    assert questions.passes_half(within, 3) == answers.FirstOverHalf(
        3, 0.502, (2,), 3, certainty="certified", error_bound=1e-3
    )
    assert questions.passes_half(within[:2], 3) is None
    assert questions.passes_half(within[1:], 3) is None
    exactly = [point(1, 0.5, 0.0)]
    assert questions.passes_half(exactly, 1) == answers.FirstOverHalf(
        None, None, (), 1, certainty="certified", error_bound=0.0
    )


def test_points_of_a_curve():
    assert curve_points(5) == [1, 2, 3, 4, 5]
    assert curve_points(100, 5) == [1, 3, 10, 32, 100]
    assert curve_points(10**12, 2) == [1, 10**12]
    assert curve_points(2, 50) == [1, 2]
