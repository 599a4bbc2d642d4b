"""Look-ups of Skat: positions by many keys, games that were played, and books without them."""

from pathlib import Path
from random import Random

import pytest
from loose_builds import LooseBuild

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.families.skat import questions
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import deal_number, random_deal
from tafelwerk.families.skat.stored_games import StoredPosition, get_position, get_positions, get_rounds
from tafelwerk.families.skat.tasks import WholeDeals
from tafelwerk.solvers.skat.whole_deal import whole_deal

DEALS = [random_deal(Random(seed), 3) for seed in range(2)]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    tasks = tuple(WholeDeals(deal_number(deal), "grand", "rearhand") for deal in DEALS)
    run(folder, [LooseBuild("skat", "skat whole", {"games": ["some"]}, tasks, "exact")], executor="inline")
    return folder


def test_positions_by_their_keys(book: Path) -> None:
    with open_book(book) as opened:
        for deal in DEALS:
            number = deal_number(deal)
            (rows,) = whole_deal(deal, Game.GRAND, Seat.REARHAND).rows()
            wanted = {
                key: StoredPosition(value, value, best)
                for key, value, best in zip(*(column.tolist() for column in rows), strict=True)
            }
            assert get_positions(opened, number, "grand", "rearhand", wanted) == wanted
            some = {*list(wanted)[::3], 0, 2**32 - 1}
            assert get_positions(opened, number, "grand", "rearhand", some) == {
                key: wanted[key] for key in some & wanted.keys()
            }
            assert get_positions(opened, number, "grand", "rearhand", []) == {}
            assert get_positions(opened, number, "null", "rearhand", wanted) == {}
            assert get_positions(opened, number, "grand", "forehand", wanted) == {}
            key = max(wanted)
            assert get_position(opened, number, "grand", "rearhand", key) == wanted[key]


def test_a_book_without_the_family(tmp_path: Path) -> None:
    with open_book(tmp_path) as opened:
        assert get_positions(opened, 1, "grand", "rearhand", [1]) == {}
        assert questions.Solve(DEALS[0].text(), "grand", "rearhand").stored(opened) is None
        assert questions.Games().stored(opened) is None
        assert get_rounds(opened, ["kupferschmid-1"]) == {}


def test_a_game_is_labelled_by_the_build_that_delivered_it(skat_book: Path) -> None:
    """Not by the weakest of all builds of its table, which labels the list of all games."""
    with open_book(skat_book, pocket=False) as opened:
        labels = {name: opened.skat.games(name).evidence for name in ("kupferschmid-6", None)}
        drawn = next(game.name for game in opened.skat.games().games if not game.name.startswith("kupferschmid"))
        assert (labels, opened.skat.games(drawn).evidence) == (
            {"kupferschmid-6": "recomputed", None: "single"},
            "single",
        )
