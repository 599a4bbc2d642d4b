"""Strategies of the atlas against naive twins: what a reader who follows them would see."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive.mastermind import feedback, words
from naive.minimax_boards import ThreeInARow
from program import build_here
from web.conftest import POCKET

from tafelwerk.book import Book
from tafelwerk.families.minimax.rules.heaps import heap_game
from tafelwerk.proofs.minimax.heap_proofs import wrong_values
from tafelwerk.web.atlas import strategies
from tafelwerk.web.stored_tables import read_from, stored_tables


@pytest.fixture(scope="module")
def book() -> Iterator[Book]:
    """The pocket book."""
    with Book.in_folder(POCKET, pocket=False) as opened:
        yield opened


def test_every_code_of_mastermind_is_found_as_the_tree_says(book: Book) -> None:
    pages = {page.name: page for page in strategies.mastermind_pages(book)}
    page = pages["mastermind-4x6-optimal"]
    assert page.about.startswith("5625 / 1,296 = 4.3403 queries on average, 6 at most.")
    assert page.lines == ("tafelwerk mastermind next --pegs 4 --colors 6 --strategy optimal",)
    total = 0
    for code in words(4, 6, False):
        node, asked = page.tree, 1
        assert node is not None
        while (answer := feedback(code, ["ABCDEF".index(sign) for sign in node.ask])) != (4, 0):
            (node,) = (one for one in node.below if one.step == f"{answer[0]},{answer[1]}")
            asked += 1
        total += asked
    assert total == 5625


def stored(page: strategies.Page) -> dict[str, Any]:
    """What a page plays from, by position or by game."""
    values: dict[str, Any] = json.loads(page.values)["values"]
    return values


@pytest.mark.parametrize("game", strategies.BOARDS)
def test_every_position_of_tictactoe_has_its_value(book: Book, game: str) -> None:
    naive = ThreeInARow("misere" in game, False)
    (page,) = (one for one in strategies.tictactoe_pages(book) if one.name == f"minimax-{game}")
    assert len(stored(page)) == 765
    for board, (value, plies) in stored(page).items():
        assert naive.solve(tuple(board)) == (value, plies)


def test_grundy_values(book: Book) -> None:
    (page,) = strategies.heap_pages(book)
    for game, title in strategies.PLAYED.items():
        values = np.array([0, *stored(page)[title]], np.uint16)
        assert wrong_values(heap_game(game), values, np.arange(1, strategies.MOST_TOKENS + 1)) == []


def test_bridg_it_is_won_whatever_short_replies(tmp_path: Path) -> None:
    assert build_here("build", "switching", "--order", "2", "--book", tmp_path).returncode == 0
    with Book.in_folder(tmp_path, pocket=False) as opened:
        (page,) = strategies.switching_pages(opened)
    assert "of the first moves all 5 win" in page.about

    def check(deleted: int, marked: int) -> None:
        """Cut wins by its first winning link."""
        winning = stored(page)[f"{deleted},{marked}"]
        assert winning
        if winning < 0:
            return
        deleted |= winning & -winning
        for edge in range(5):
            if stored(page)[f"{deleted},{marked}"] >= 0 and not (deleted | marked) >> edge & 1:
                check(deleted, marked | 1 << edge)

    check(0, 0)


def test_rows_are_labelled_by_their_builds(skat_book: Path) -> None:
    read = ("skat.games", "skat.plays", "skat.rounds")
    with Book.in_folder(skat_book, pocket=False) as opened:
        of_rows, of_all = (
            {one.table: one.certainty_text for one in read_from(opened, stored_tables(opened), read, rows)}
            for rows in ({"name": "kupferschmid-6"}, {})
        )
    known = "exact, recomputed by a second program, or with another seed and order"
    assert of_rows == {"skat.games": known, "skat.plays": known}
    assert of_all["skat.games"] == f"{known}; sampled, computed by a single program"
