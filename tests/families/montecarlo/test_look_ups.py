"""The family's look-ups from Python."""

from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, bare_family, insertion
from program import make_book

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.montecarlo import answers, duels, heaps, positions
from tafelwerk.families.montecarlo.answers import Duel
from tafelwerk.families.montecarlo.rules import Dsc, Dsr, Esr, Subtraction, SubtractionRules, curve_points
from tafelwerk.tables.questions import Question

ONE_TWO = SubtractionRules((1, 2))


def test_a_curve_is_of_rivals_that_play_twice_as_many(tmp_path: Path) -> None:
    """Other duels of the same game are no points of it."""
    game, book = Subtraction(ONE_TWO, 3), make_book(tmp_path / "book")
    others = (
        "SELECT * REPLACE (rival + shift AS rival, 0.9 AS mean) FROM subtraction_duels, (VALUES (-1), (1)) t(shift)"
    )
    alter_file(
        book / "montecarlo.duckdb",
        f"INSERT INTO subtraction_duels BY NAME SELECT * EXCLUDE shift FROM ({others})",
    )
    with open_book(book, pocket=False) as opened:
        points = opened.montecarlo.curve(game, 3)
        assert [(point.k, point.rival, point.mean) for point in points] == [(k, 2 * k, (3 + k) / 16) for k in (1, 2, 3)]
        duel = opened.montecarlo.duel(game, 2, 5)
        assert isinstance(duel, Duel)
        assert duel.mean == 0.9


MISSES: list[tuple[Question[Any], str]] = [
    (duels.Duel(Esr(5, 6, 1), 10), "tafelwerk build montecarlo esr 5 6 1 --k-max 10"),
    (duels.Duel(Dsc(9), inf, 3), "tafelwerk build montecarlo duel dsc 9 --k inf --rival 3"),
    (duels.Duel(Dsc(9), 20_000), "tafelwerk build montecarlo duel dsc 9 --k 20000 --rival 40000"),
    (
        duels.Duel(Subtraction(ONE_TWO, 9), 3, at="7"),
        "tafelwerk build montecarlo subtraction 7 --moves 1,2 --k-max 3",
    ),
    (
        duels.Duel(Subtraction(ONE_TWO, 9), first="careful", second="random"),
        "tafelwerk build montecarlo agents subtraction 9 --moves 1,2",
    ),
    (duels.Curve(Dsc(9), 500, 9), "tafelwerk build montecarlo dsc 9 --k-max 500 --points 9"),
    (duels.FirstOverHalf(Dsc(9), 500), "tafelwerk build montecarlo dsc 9 --k-max 500"),
    (duels.Basins(Dsc(9), 500), "tafelwerk build montecarlo basins dsc 9 --k-max 500"),
    (positions.Random(Dsc(9)), "tafelwerk build montecarlo positions dsc 9"),
    (positions.Perfect(Dsr(9)), "tafelwerk build montecarlo positions dsr 9"),
    (heaps.Blunder("--moves 2,5"), "tafelwerk build montecarlo blunder --moves 2,5 --limit 3000"),
    (heaps.Errors(ONE_TWO, 40), "tafelwerk build montecarlo positions subtraction 40 --moves 1,2"),
    (heaps.Limits(ONE_TWO), "tafelwerk montecarlo limits --moves 1,2 --compute --keep"),
    (
        heaps.Asymmetry(40, ONE_TWO, epsilon=Fraction(1, 3)),
        "tafelwerk montecarlo asymmetry 40 --moves 1,2 --kind static --epsilon 1/3 --compute --keep",
    ),
    (
        duels.Simulate(Dsc(9), "mc:3", "mc:inf", 10),
        "tafelwerk build montecarlo simulate dsc 9 --first mc:3 --second mc:inf --games 10 --seed 0",
    ),
]
"""Questions, and the line that puts the answer into the book."""

NEVER_STORED: list[tuple[Question[Any], str]] = [
    (duels.Duel(Dsc(9), 3, at="1 2"), 'duel dsc 9 --k 3 --rival 6 --at "1 2"'),
    (duels.Duel(Dsc(9), 3, exact=True), "duel dsc 9 --k 3 --rival 6 --exact"),
    (duels.Duel(Dsc(9), first="mc:3", second="random"), "duel dsc 9 --first mc:3 --second random"),
    (positions.Random(Dsc(9), "1 2"), 'random dsc 9 --at "1 2"'),
    (positions.Perfect(Esr(2, 2, 1)), "perfect esr 2 2 1"),
    (positions.Choice(Dsc(9), 3), "choice dsc 9 --k 3"),
    (positions.Law("1/2,1/3", inf), "law 1/2,1/3 --k inf"),
    (positions.Size(Dsc(9)), "size dsc 9"),
    (positions.Explain(Dsc(9), inf, "1 2"), 'explain dsc 9 --k inf --at "1 2"'),
    (duels.Ties(Dsc(9), 50), "ties dsc 9 --k-max 50"),
    (heaps.Blunder(race="dsr", limit=50), "blunder dsr --limit 50"),
    (heaps.Asymmetry(40, ONE_TWO, weights="1/3,2/3"), "asymmetry 40 --moves 1,2 --weights 1/3,2/3"),
    (heaps.Bias(ONE_TWO, "informed", "1/3"), "bias --moves 1,2 --kind informed --epsilon 1/3"),
    (duels.Simulate(Dsc(9), "mc:3", "random", 10), "simulate dsc 9 --first mc:3 --second random --games 10"),
]
"""Questions that no table answers, and the line that computes the answer, without --compute."""


def test_a_miss_names_the_line_that_answers(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        for question, line in MISSES:
            missing = question.missing(book)
            assert isinstance(missing, MissingTableError)
            assert missing.build == line
        for question, line in NEVER_STORED:
            missing = question.missing(book)
            assert isinstance(missing, UncomputedError)
            assert missing.line == f"tafelwerk montecarlo {line} --compute"


def test_what_is_left_out_depends_on_the_game() -> None:
    assert (heaps.Blunder().race, heaps.Blunder().limit) == ("dsc", 100)
    assert (heaps.Blunder("1,2").race, heaps.Blunder("1,2").limit) == (None, 3000)
    assert duels.Duel(Dsc(9), 5).rival == 10
    assert heaps.Bias(ONE_TWO, epsilon="1/3").kind == "static"
    assert heaps.Bias(ONE_TWO, chances="1/3,1/2").kind is None
    for refused in (
        lambda: heaps.Blunder("1,2", race="dsc"),
        lambda: heaps.Blunder(race="esr"),
        lambda: heaps.Blunder(race="dsr", limit=2001),
        lambda: duels.Duel(Dsc(9), 5, first="random", second="perfect"),
        lambda: duels.Duel(Dsc(9), first="random"),
    ):
        with pytest.raises(InputError):
            refused()


def test_look_ups_of_the_quick_set(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        blunder = heaps.Blunder(ONE_TWO, 13).look_up(book)
        assert blunder == answers.Blunder(None, None, 13)
        assert heaps.Blunder(ONE_TWO, 3001).look_up(book) is None
        below = duels.FirstOverHalf(Dsc(10), 100).look_up(book)
        assert below is not None
        assert (below.k, below.undecided, below.searched_to) == (None, (), 100)


def test_the_longest_search_for_a_blunder_counts(tmp_path: Path) -> None:
    rows = [
        ("1,2", "wins", None, None, *found, 9, 0.0) for found in ((None, None, 10), (None, 20, 50), (None, None, 15))
    ]
    rows.append(("1,3", "wins", None, None, 2, 2, 90, 9, 0.0))
    with open_book(bare_family(tmp_path, "montecarlo", insertion("subtraction_games", rows)), pocket=False) as book:
        found = [heaps.Blunder(ONE_TWO, limit).look_up(book) for limit in (19, 20, 50, 51)]
    assert found == [*(answers.Blunder(None, *one) for one in ((None, 19), (20, 20), (20, 50))), None]


def point(k: int, mean: float, error: float) -> Duel:
    return Duel(k, 2 * k, mean, mean, mean, certainty="certified", error_bound=error)


def test_first_over_half_is_never_decided_within_the_error():
    within = [point(1, 0.4, 1e-3), point(2, 0.5005, 1e-3), point(3, 0.502, 1e-3)]
    assert answers.passes_half(within, 3) == answers.FirstOverHalf(
        3, 0.502, (2,), 3, certainty="certified", error_bound=1e-3
    )
    assert answers.passes_half(within[:2], 3) is None
    assert answers.passes_half(within[1:], 3) is None
    exactly = [point(1, 0.5, 0.0)]
    assert answers.passes_half(exactly, 1) == answers.FirstOverHalf(
        None, None, (), 1, certainty="certified", error_bound=0.0
    )


def test_points_of_a_curve():
    assert curve_points(5) == [1, 2, 3, 4, 5]
    assert curve_points(100, 5) == [1, 3, 10, 32, 100]
    assert curve_points(10**12, 2) == [1, 10**12]
    assert curve_points(2, 50) == [1, 2]
