"""Rows of other parameters, beside those that a figure shows, do not change it."""

from pathlib import Path

import pytest
from books import alter_file, copy_family
from figures import draw, draw_from

from tafelwerk.tables.book import Book, family_file

OTHERS = Path(__file__).with_name("other_rows.txt").read_text(encoding="utf-8").splitlines()
"""Figures, a table, and rows that they must not show: of other agents, games, orders, or that are proved less."""


@pytest.mark.parametrize("line", OTHERS, ids=lambda line: line.split()[0])
def test_other_rows_do_not_matter(line: str, book: Book, tmp_path: Path) -> None:
    names, table, rows = line.split(" => ")
    family, _, name = table.partition(".")
    for copied in {family, "mastermind"}:
        copy_family(book.path, copied, tmp_path)
    alter_file(family_file(tmp_path, family), f"INSERT INTO {name} {rows.format(name)}")
    for figure in names.split():
        assert draw_from(tmp_path, figure) == draw(figure, book), figure
