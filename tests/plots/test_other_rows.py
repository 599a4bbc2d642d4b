"""Rows of other parameters, beside those that a figure shows, do not change it."""

from pathlib import Path

import pytest
from books import alter_file, copy_family
from figures import draw, draw_from, records

from tafelwerk.tables.book import Book, family_file

OTHERS = {
    "periods that are not proved": (
        ("minimax-grundy",),
        "INSERT INTO minimax.periods SELECT * REPLACE (NULL AS period, NULL AS last_exception, 1 AS checked_to,"
        " false AS proved) FROM minimax.periods",
    ),
    "games of Memory that one player leads": (
        ("minimax-memory", "minimax-memory-start"),
        "INSERT INTO minimax.memory SELECT * REPLACE (1 AS lead, value / 2 AS value) FROM minimax.memory"
        " WHERE lead = 0 AND objective = 'win'",
    ),
    "duels of other agents": (
        ("montecarlo-2.3", "montecarlo-2.4", "montecarlo-2.5", "montecarlo-2.7"),
        "INSERT INTO montecarlo.esr_duels SELECT * REPLACE (rival + 1 AS rival, first / 2 AS first) FROM montecarlo.esr_duels",
    ),
    "shorter searches for a blunder": (
        ("montecarlo-2.14",),
        "INSERT INTO montecarlo.subtraction_games SELECT * REPLACE (searched_to - 1 AS searched_to, 1 AS blunder)"
        " FROM montecarlo.subtraction_games",
    ),
    "duels of a game with another overshoot": (
        ("montecarlo-2.15", "montecarlo-2.16"),
        "INSERT INTO montecarlo.subtraction_duels SELECT * REPLACE ('illegal' AS overshoot, first / 2 AS first)"
        " FROM montecarlo.subtraction_duels",
    ),
    "more simulated games": (
        ("3-5-11-6",),
        "INSERT INTO montecarlo.simulations SELECT * REPLACE (games + 1 AS games, 0 AS seed, 0 AS wins)"
        " FROM montecarlo.simulations",
    ),
    "endless playouts on the smallest board": (
        ("switching-5.9",),
        "INSERT INTO switching.pairings VALUES (2, 'heuristic', 'mc:inf', 0.5, 1e-9, 'certified', NULL, NULL)",
    ),
    "orders beyond the axis": (
        ("mastermind-4.17",),
        "INSERT INTO search.root_totals SELECT * REPLACE ('h7' AS strategy, 7 AS alpha) FROM search.root_totals"
        " WHERE strategy = 'h6'",
    ),
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_rows_do_not_matter(what: str, book: Book, tmp_path: Path) -> None:
    figures, statement = OTHERS[what]
    family = statement.split()[2].partition(".")[0]
    for copied in {family, "mastermind"}:
        copy_family(book.path, copied, tmp_path)
    alter_file(family_file(tmp_path, family), statement.replace(f"{family}.", ""))
    for name in figures:
        assert draw_from(tmp_path, name) == draw(name, book), name


def test_both_ends_of_the_axis_are_shown(book: Book) -> None:
    marks = records(draw("mastermind-4.17", book), "alpha", "loss")
    orders = [mark["alpha"] for mark in marks if mark["curve"].startswith("root model")]
    stored = book.rows("search", "SELECT min(alpha) FROM search.root_totals WHERE size = 1000 AND alpha > 0")
    assert (min(orders), max(orders)) == (stored[0][0], 6)
