"""Rows of other parameters, beside those that a figure shows, do not change it."""

from pathlib import Path

import pytest
from books import alter_file, copy_family
from figures import draw, draw_from, records

from tafelwerk.tables.book import Book, family_file

OTHERS = {
    "minimax-grundy": (
        "minimax.periods",
        "SELECT * REPLACE (NULL AS period, NULL AS last_exception, 1 AS checked_to, false AS proved) FROM {}",
    ),
    "minimax-memory minimax-memory-start": (
        "minimax.memory",
        "SELECT * REPLACE (1 AS lead, value / 2 AS value) FROM {} WHERE lead = 0 AND objective = 'win'",
    ),
    "montecarlo-2.3 montecarlo-2.4 montecarlo-2.5 montecarlo-2.7": (
        "montecarlo.esr_duels",
        "SELECT * REPLACE (rival + 1 AS rival, first / 2 AS first) FROM {}",
    ),
    "montecarlo-2.14": (
        "montecarlo.subtraction_games",
        "SELECT * REPLACE (searched_to - 1 AS searched_to, 1 AS blunder) FROM {}",
    ),
    "montecarlo-2.15 montecarlo-2.16": (
        "montecarlo.subtraction_duels",
        "SELECT * REPLACE ('illegal' AS overshoot, first / 2 AS first) FROM {}",
    ),
    "3-5-11-6": ("montecarlo.simulations", "SELECT * REPLACE (games + 1 AS games, 0 AS seed, 0 AS wins) FROM {}"),
    "switching-5.9": (
        "switching.pairings",
        "VALUES (2, 'heuristic', 'mc:inf', 0.5, 1e-9, 'certified', NULL, NULL)",
    ),
    "mastermind-4.17": (
        "search.root_totals",
        "SELECT * REPLACE ('h7' AS strategy, 7 AS alpha) FROM {} WHERE strategy = 'h6'",
    ),
}
"""By figures, a table and rows that they must not show: of other agents, games, orders, or that are proved less."""


@pytest.mark.parametrize("names", OTHERS)
def test_other_rows_do_not_matter(names: str, book: Book, tmp_path: Path) -> None:
    table, rows = OTHERS[names]
    family, _, name = table.partition(".")
    for copied in {family, "mastermind"}:
        copy_family(book.path, copied, tmp_path)
    alter_file(family_file(tmp_path, family), f"INSERT INTO {name} {rows.format(name)}")
    for figure in names.split():
        assert draw_from(tmp_path, figure) == draw(figure, book), figure


def test_both_ends_of_the_axis_are_shown(book: Book) -> None:
    marks = records(draw("mastermind-4.17", book), "alpha", "loss")
    orders = [mark["alpha"] for mark in marks if mark["curve"].startswith("root model")]
    stored = book.rows("search", "SELECT min(alpha) FROM search.root_totals WHERE size = 1000 AND alpha > 0")
    assert (min(orders), max(orders)) == (stored[0][0], 6)
