"""`tafelwerk skat games`: the list, a game card by card, and names that are none."""

import re
from itertools import count
from pathlib import Path
from random import Random

import duckdb
import pytest
from naive.worlds import random_play
from program import call, refused
from skat_questions import ask, read, words_for

from tafelwerk.build.runner import run
from tafelwerk.build.skat.games import RecordedGame, published_games
from tafelwerk.build.skat.tasks import PlayedGames
from tafelwerk.build.task import Build
from tafelwerk.rules.skat.cards import Game, Seat, card_text
from tafelwerk.rules.skat.deals import deal_number, numbered_deal, random_deal
from tafelwerk.rules.skat.play import replay


def lost_null() -> RecordedGame:
    """A Null of four cards that ends with a trick of the declarer's."""
    deal, random = random_deal(Random(5), 4), Random(0)
    drawn = (random_play(random, deal, Game.NULL, Seat.REARHAND, 6) for _ in count())
    tricks = (
        (cards, [one.declarer_tricks for one in replay(deal, Game.NULL, Seat.REARHAND, cards)]) for cards in drawn
    )
    cards = next(cards for cards, taken in tricks if (taken[3], taken[6]) == (0, 1))
    return RecordedGame("lost-null", deal_number(deal), "null", "rearhand", tuple(cards), "a test")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skat") / "book"
    games = (*published_games()[4:7], lost_null())
    run(folder, [Build("skat", "skat", {"games": ["some"]}, (PlayedGames(games),), "exact")], executor="inline")
    return folder


def test_the_list_for_people(book: Path) -> None:
    text = read("games", book=book)
    assert re.search(r"^kupferschmid-6 +Spades +rearhand +61 +won +13 +48 *$", text, re.MULTILINE)
    assert re.search(r"^lost-null +Null +rearhand +lost +(won|lost) ", text, re.MULTILINE)
    assert text.count("Entwicklung eines Double Dummy Skat Solvers") == 1
    assert "4 games. Recorded in: " in text


def test_a_game_is_what_explain_says(book: Path, tmp_path: Path) -> None:
    game = published_games()[4]
    played = " ".join(map(card_text, game.cards))
    words = words_for(numbered_deal(game.deal).text(), game.game, game.declarer, "--played", played)
    found, explained = ask("games", game.name, book=book), ask("explain", *words, book=tmp_path)
    found |= {key: explained[key] for key in ("seconds", "nodes", "source", "question")}
    assert found | explained == found
    text, other = read("games", game.name, book=book), read("explain", *words, book=tmp_path)
    assert text.startswith(f"{game.name}: {game.game.capitalize()}, {game.declarer} plays alone.")
    assert text.splitlines()[1:-2] == other.splitlines()[1:-1]
    assert text.splitlines()[-2:] == ["(from the book)", f"Recorded in: {game.source}."]


def test_a_null_that_ended_early(book: Path) -> None:
    found = ask("games", "lost-null", book=book)
    assert (found["won"], found["line"], len(found["cards"])) == (False, [], 6)
    assert "points" not in found
    assert "The declarer has lost." in read("games", "lost-null", book=book)


def test_names_that_are_none(book: Path, tmp_path: Path) -> None:
    error = refused(call("skat", "games", "kupferschmidt-6", "--book", book), 2)
    assert "unknown game 'kupferschmidt-6'; did you mean kupferschmid-6, " in error
    assert "? All names: tafelwerk skat games" in error
    error = refused(call("skat", "games", "x", "--book", book), 2)
    assert "it may be kupferschmid-5, kupferschmid-6, kupferschmid-7 or lost-null" in error
    for words in (["games"], ["games", "kupferschmid-6"]):
        assert "build it with: tafelwerk build skat" in refused(call("skat", *words, "--book", tmp_path), 3)


def test_cards_that_are_no_game(book: Path, tmp_path: Path) -> None:
    (tmp_path / "skat.duckdb").write_bytes((book / "skat.duckdb").read_bytes())
    with duckdb.connect(str(tmp_path / "skat.duckdb")) as connection:
        connection.execute("UPDATE plays SET place = 31 - place")
    error = refused(call("skat", "games", "kupferschmid-5", "--book", tmp_path), 4)
    assert "do not hold a legal game kupferschmid-5 (card 1: " in error
    assert "tafelwerk verify skat" in error
