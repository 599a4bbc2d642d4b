"""Strategies of the atlas against naive twins: what a reader who follows them would see."""

from collections.abc import Iterator
from pathlib import Path

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
from tafelwerk.web.atlas.strategies import Node
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
        node, asked = page.values["tree"], 1
        while (answer := feedback(code, ["ABCDEF".index(sign) for sign in node.ask])) != (4, 0):
            (node,) = (one for one in node.below if one.step == f"{answer[0]},{answer[1]}")
            asked += 1
        total += asked
    assert total == 5625


@pytest.mark.parametrize("game", strategies.GAMES)
def test_every_move_of_tictactoe_has_its_value(book: Book, game: str) -> None:
    naive = ThreeInARow("misere" in game, False)
    (page,) = (one for one in strategies.tictactoe_pages(book) if one.name == f"minimax-{game}")
    known = {position.rank: position for _, several in page.values["groups"] for position in several}
    assert len(known) == 765
    for position in known.values():
        board = tuple(field.mark or "." for field in position.fields)
        after = {field: board for field, _, board in naive.moves(board)}
        for place, field in enumerate(position.fields):
            assert (place in after) == bool(field.sign)
            if not field.sign:
                continue
            lost, plies = naive.solve(after[place])
            assert field.sign == f"{strategies.OUTCOME_SIGNS[-lost]}{plies + 1}"
            assert field.is_best == (place in naive.best(board))
            to = tuple(one.mark or "." for one in known[field.to].fields)
            assert naive.solve(to) == (lost, plies)
            assert to.count("X") + to.count("O") == 10 - board.count(".")


def test_grundy_values_and_periods(book: Book) -> None:
    (page,) = strategies.heap_pages(book)
    said = {game: (period, values) for game, period, values in page.values["games"]}
    for game in ("grundy", "octal 0.77", "subtraction 1,2,3"):
        values = np.array([0, *map(int, said[game][1].split())], np.uint16)
        assert wrong_values(heap_game(game), values, np.arange(1, strategies.SHOWN + 1)) == []
    assert said["octal 0.77"][0].startswith("period 12 beyond heap 70, proved by heaps up to ")
    assert said["subtraction 1,2,3"][0].startswith("period 4, proved")


def test_memory_has_passes_where_they_are_best(book: Book) -> None:
    (page,) = (one for one in strategies.memory_pages(book) if one.name == "minimax-memory-pass")
    rows = dict(page.values["rows"])
    assert rows[9][8] == "+0.000 P"
    assert rows[1] == ["+1.000 2", "+1.000 K"]


def test_bridg_it_is_won_whatever_short_replies(tmp_path: Path) -> None:
    assert build_here("build", "switching", "--order", "2", "--book", tmp_path).returncode == 0
    with Book.in_folder(tmp_path, pocket=False) as opened:
        (page,) = strategies.switching_pages(opened)
    assert "of the first moves all 5 win" in page.about

    def check(node: Node, free: int) -> None:
        assert node.ask != "lost"
        assert len(node.below) == (0 if node.told == "Cut has won" else free - 1)
        for one in node.below:
            check(one, free - 2)

    check(page.values["tree"], 5)


def test_a_page_is_labelled_by_the_builds_of_its_rows(skat_book: Path) -> None:
    read = ("skat.games", "skat.plays", "skat.rounds")
    with Book.in_folder(skat_book, pocket=False) as opened:
        (page,) = (page for page in strategies.skat_pages(opened) if page.name == "skat-kupferschmid-6")
        of_page, of_all = (
            {one.table: one.certainty_text for one in read_from(opened, stored_tables(opened), read, rows)}
            for rows in (page.rows, {})
        )
        costs = [card.cost for card in opened.skat.games("kupferschmid-6").cards]
    shown = [card["cost"] for trick in page.values["tricks"]["tricks"] for card in trick["cards"]]
    assert shown == costs
    assert len(page.values["losses"]) == sum(map(bool, costs)) > 0
    known = "exact, recomputed by a second program, or with another seed and order"
    assert of_page == {"skat.games": known, "skat.plays": known}
    assert of_all["skat.games"] == f"{known}; sampled, computed by a single program"
