"""Look-ups of Memory."""

import shutil
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from minimax_books import small_book

from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.solvers.minimax import memory as solver
from tafelwerk.tables.book import open_book
from tafelwerk.tables.minimax import Plan, questions
from tafelwerk.tables.minimax import memory as tables
from tafelwerk.rules.minimax.memory import MemoryPosition


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


def test_rules_and_limits_are_those_of_the_solver() -> None:
    assert tuple(solver.Rule) == tables.RULES
    assert tuple(solver.Objective) == tables.OBJECTIVES
    assert dict(solver.MOST_PAIRS) == tables.MOST_PAIRS


@pytest.mark.parametrize("rule", tables.RULES)
@pytest.mark.parametrize(("objective", "pairs"), [("gain", 6), ("win", 4)])
def test_values_and_turns(rule: str, objective: str, pairs: int, book: Path) -> None:
    table = solver.solve(pairs, solver.Rule(rule), solver.Objective(objective))
    with open_book(book) as opened:
        for left in range(1, pairs + 1):
            for known in range(left + 1):
                for lead in range(-left, left + 1) if objective == "win" else (0,):
                    found = questions.memory.probe(opened, left, known, rule, objective, lead)
                    assert found.value == table.value(left, known, lead=lead)
                    plans = table.actions(left, known, lead=lead)
                    assert list(found.actions) == [words for plan in plans for words in plan.words]
                    assert [(plan.first, plan.after_new, plan.after_match) for plan in found.plans] == [
                        (plan.first, plan.after_new, plan.after_match) for plan in plans
                    ]


def test_three_pairs(book: Path) -> None:
    with open_book(book) as opened:
        found = questions.memory.probe(opened, 3, 1)
    assert (found.value, found.actions) == (Fraction(-1, 5), ("unseen then known", "known then unseen"))


def test_plans_by_their_words() -> None:
    words = ("unseen then known", "unseen then take", "unseen then unseen after a match", "known then unseen", "pass")
    unseen = Plan("unseen", ("known",), ("take", "unseen"))
    assert questions.plans_of(words, 3) == (unseen, Plan("known"), Plan("pass"))
    # nothing known: nothing to match; nothing said of a match: it is taken
    assert questions.plans_of(("unseen then unseen",), 0) == (Plan("unseen", ("unseen",)),)
    assert questions.plans_of(("unseen then unseen",), 1) == (Plan("unseen", ("unseen",), ("take",)),)


def test_what_is_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(book) as opened:
        assert questions.memory(opened, 11, 0) is None
        with pytest.raises(MissingTableError) as missing:
            questions.memory.probe(opened, 5, 2, "forced", "win", -3)
    assert missing.value.build == "tafelwerk build minimax memory --pairs 5 --rule forced --objective win"
    with open_book(tmp_path / "none") as opened:
        assert questions.memory(opened, 3, 1) is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((0, 0), "pairs: 1 to 100 pairs are solved, not 0"),
        ((101, 0), "not 101"),
        ((True, 0), "not True"),
        ((3, 4), "known: of 3 pairs left 0 to 3 have a card known, not 4"),
        ((3, -1), "not -1"),
        ((3, 1, "free"), "rule: 'free' is none; it is pass or forced"),
        ((3, 1, "pass", "draw"), "objective: 'draw' is none; it is gain or win"),
        ((31, 1, "pass", "win"), "pairs: 1 to 30 pairs are solved for the chance to win, not 31"),
        ((3, 1, "pass", "gain", 1), "belongs to the objective win"),
        ((3, 1, "pass", "win", 4), "-3 to 3, not 4: beyond, the game is decided"),
        ((3, 1, "pass", "win", 0.5), "lead: 0.5 is no whole number"),
    ],
)
def test_what_is_no_position(words: tuple[object, ...], told: str) -> None:
    with pytest.raises(InputError) as caught:
        MemoryPosition(*words)  # type: ignore[arg-type]
    assert told in str(caught.value)


@pytest.mark.parametrize("damage", ["value_den = '0'", "value_num = '1/2'", "actions = ''"])
def test_rows_that_cannot_be(damage: str, book: Path, tmp_path: Path) -> None:
    shutil.copy(book / "minimax.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "minimax.duckdb")) as connection:
        connection.execute(f"UPDATE memory SET {damage}")
    with open_book(tmp_path) as opened, pytest.raises(BookError, match="tafelwerk verify minimax"):
        questions.memory(opened, 3, 1)
