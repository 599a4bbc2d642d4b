"""The family's look-ups from Python."""

from math import inf
from pathlib import Path

from books import alter_file, bare_family, insertion
from program import make_book

from tafelwerk import open_book
from tafelwerk.errors import MissingTableError, UncomputedError
from tafelwerk.families.montecarlo import answers, duels, heaps, positions
from tafelwerk.families.montecarlo.answers import Duel
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules

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


def test_a_miss_names_the_line_that_answers(tmp_path: Path) -> None:
    names = {"duels": duels, "heaps": heaps, "positions": positions, "inf": inf}
    lines = Path(__file__).with_name("misses.txt").read_text(encoding="utf-8").splitlines()[1:]
    with open_book(tmp_path / "none") as book:
        for question, _, line in (line.partition(" => ") for line in lines):
            missing = eval(question, names).missing(book)
            assert isinstance(missing, MissingTableError | UncomputedError)
            assert line == (missing.build if isinstance(missing, MissingTableError) else missing.line), question


def test_the_longest_search_for_a_blunder_counts(tmp_path: Path) -> None:
    rows = [
        ("1,2", "wins", None, None, *found, 9, 0.0) for found in ((None, None, 10), (None, 20, 50), (None, None, 15))
    ]
    rows.append(("1,3", "wins", None, None, 2, 2, 90, 9, 0.0))
    with open_book(bare_family(tmp_path, "montecarlo", insertion("subtraction_games", rows)), pocket=False) as book:
        found = [heaps.Blunder(ONE_TWO, limit).look_up(book) for limit in (19, 20, 50, 51)]
    assert found == [*(answers.Blunder(None, *one) for one in ((None, 19), (20, 20), (20, 50))), None]
