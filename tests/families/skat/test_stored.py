"""What is built and then asked: shares, points and contracts of random deals, recorded games; tables are in tests/shown."""

import json
from pathlib import Path

import duckdb
import pytest
from books import PLAYOUTS, TRIALS, copy_family
from program import build_here, call, refused
from skat_questions import ask, read, words_for
from skat_rounds import PlainBidder

from tafelwerk.book import open_book
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.builds import published_games
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.tasks import Wins
from tafelwerk.solvers.skat.hidden_players import read_agent

DEALS = ("--seed", "5", "--deals", "4")
LOG = Path(__file__).parents[2] / "data" / "xskat.log"


def test_shares_stored_and_computed_are_the_same(tmp_path: Path) -> None:
    words = ("build", "skat", *DEALS, "--question", "win", "--book", tmp_path)
    computed = ask("shares", *DEALS, book=tmp_path / "none")
    assert "tafelwerk skat shares --seed 5" in build_here(*words).stdout
    stored = ask("shares", *DEALS, book=tmp_path)
    assert (computed["source"], stored["source"]) == ("computed", "book")
    rows = [(row["game"], row["declarer"], row["won"]) for row in Wins(5, 0, 3).run()]
    wins = {
        (game, seat): sum(won for of, by, won in rows if (of, by) == (game, seat))
        for game in map(str, Game)
        for seat in [seat.word for seat in Seat]
    }
    for answer in (computed, stored):
        assert {(share["game"], share["declarer"]): share["won"] for share in answer["shares"]} == wins
        assert (answer["deals"], answer["samples"], answer["certainty"]) == (4, 4, "sampled")
    assert json.loads(build_here(*words, "--json").stdout)["built"] == []


def test_builds_name_the_question_that_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six deals bid by a few lines and played at random are the contracts; points are of one deal."""
    monkeypatch.setattr(building, "agent", lambda name: read_agent(name, bidder=PlainBidder(4.0)))
    built = build_here("build", "skat", "--match", "6", "--seed", "3", "--players", "random", "--book", tmp_path)
    assert "tafelwerk skat contracts --player random --seed 3" in built.stdout
    contracts = ask("contracts", "--player", "random", "--seed", "3", book=tmp_path)
    total, *games = contracts["shares"]
    assert (contracts["player"], contracts["seed"], contracts["deals"]) == ("random", 3, 6)
    assert total["contracts"] == contracts["samples"] == sum(share["contracts"] for share in games) > 0
    assert total["gain"]["interval"] == contracts["interval"]
    built = build_here("build", "skat", "--deals", "1", "--seed", "5", "--book", tmp_path)
    assert "tafelwerk skat points --seed 5" in built.stdout
    assert ask("points", "--deals", "1", "--seed", "5", book=tmp_path)["samples"] == 1


def test_what_models_rest_on(skat_book: Path) -> None:
    text = read("models", book=skat_book)
    assert f"trials of {TRIALS} deals" in text
    assert f"playouts of {PLAYOUTS}" in text
    hands = ask("hands", "--least", 2, book=skat_book)
    assert hands["games"] == hands["samples"] == sum(one["games"] for one in hands["ratings"] if one["model"] == "open")


def test_a_game_is_what_explain_says(skat_book: Path, tmp_path: Path) -> None:
    game = published_games()[4]
    assert game.game is not None
    deal, kind, declarer, played = game.game.words
    words = words_for(deal, kind, declarer, "--played", played)
    stored, explained = ask("games", game.name, book=skat_book), ask("explain", *words, book=tmp_path)
    stored |= {key: explained[key] for key in ("seconds", "nodes", "source", "question")}
    assert stored | explained == stored
    lines, others = (
        text.splitlines() for text in (read("games", game.name, book=skat_book), read("explain", *words, book=tmp_path))
    )
    assert lines[0] == f"{game.name}: {kind.capitalize()}, {declarer} plays alone."
    assert lines[1:-2] == others[1:-1]
    assert lines[-2:] == ["(from the book)", f"Recorded in: {game.source}."]


def test_cards_that_are_no_game(skat_book: Path, tmp_path: Path) -> None:
    copy_family(skat_book, "skat", tmp_path)
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE plays SET place = 31 - place")
    error = refused(call("skat", "games", "kupferschmid-5", "--book", tmp_path), 4)
    assert "do not hold a legal game kupferschmid-5 (card 1: " in error
    assert "tafelwerk verify skat" in error


def test_xskat_into_the_book(tmp_path: Path) -> None:
    """What of a log of xskat is no round is left out, and said."""
    done = build_here("build", "skat", "--log", LOG, "--book", tmp_path)
    assert f"{LOG}: left out, game 11, line 298: " in done.stderr
    with open_book(tmp_path) as opened:
        assert set(opened.rows("skat", "SELECT source, calls FROM skat.rounds")) == {("xskat", None)}
