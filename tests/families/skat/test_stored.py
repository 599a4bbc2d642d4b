"""What a build says of what it made, labels of stored games, and books without them or whose games are none."""

from pathlib import Path

import duckdb
import pytest
from books import copy_family
from program import build_here, call, refused
from skat_rounds import plain_agent

from tafelwerk.book import open_book
from tafelwerk.families.skat import questions
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.stored_games import get_positions, get_rounds

DEALS = ("--seed", "5", "--deals", "4")
LOG = Path(__file__).parents[2] / "data" / "xskat.log"


def test_builds_name_the_question_that_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match bid by a few lines and played at random; of a log what is no round is left out, and said."""
    monkeypatch.setattr(building, "agent", lambda name: plain_agent(name, 4.0))
    for words, said in (
        ("--match 1 --seed 3 --players random", "tafelwerk skat contracts --player random --seed 3"),
        ("--deals 1 --seed 5 --question win", "tafelwerk skat shares --seed 5"),
        ("--ladder 2 --cards 4 --question win", "tafelwerk plot skat-ladder-nodes"),
    ):
        assert said in build_here("build", "skat", *words.split(), "--book", tmp_path).stdout
    done = build_here("build", "skat", "--log", LOG, "--book", tmp_path)
    assert f"{LOG}: left out, game 11, line 298: " in done.stderr
    with open_book(tmp_path) as opened:
        logged = opened.rows("skat", "SELECT DISTINCT source, calls FROM skat.rounds WHERE name NOT LIKE 'match%'")
    assert logged == [("xskat", None)]


def test_cards_that_are_no_game(skat_book: Path, tmp_path: Path) -> None:
    copy_family(skat_book, "skat", tmp_path)
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE plays SET place = 31 - place")
    error = refused(call("skat", "games", "kupferschmid-5", "--book", tmp_path), 4)
    assert "do not hold a legal game kupferschmid-5 (card 1: " in error
    assert "tafelwerk verify skat" in error


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
