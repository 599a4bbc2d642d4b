"""Look-ups of Skat: positions by many keys, games that were played, and books without them."""

from pathlib import Path

from tafelwerk.book import open_book
from tafelwerk.families.skat import questions
from tafelwerk.families.skat.stored_games import get_positions, get_rounds


def test_a_book_without_the_family(tmp_path: Path) -> None:
    with open_book(tmp_path) as opened:
        assert get_positions(opened, 1, "grand", "rearhand", [1]) == {}
        assert questions.Solve("CJ | SJ | HJ", "grand", "rearhand").stored(opened) is None
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
