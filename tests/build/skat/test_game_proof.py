"""Stored games are replayed and their cards priced anew; what is falsified in them is found."""

from pathlib import Path
from random import Random
from shutil import copytree

import duckdb
import pytest

from tafelwerk.build.claims import drawn
from tafelwerk.build.runner import run
from tafelwerk.build.skat.game_proof import game_checks
from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.build.skat.proof import verify
from tafelwerk.build.skat.sets import published_build
from tafelwerk.build.skat.tasks import PlayedGames
from tafelwerk.build.task import Build
from tafelwerk.solvers.skat.cards import Game, Seat, bits
from tafelwerk.solvers.skat.deal_numbers import deal_number
from tafelwerk.solvers.skat.deals import random_deal
from tafelwerk.solvers.skat.rules import legal, play, start
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check

REPLAYED, PROVED = "skat.games: replayed", "skat.plays: retrograde values"


def played(name: str, seed: int, cards_each: int, game: Game, declarer: Seat) -> RecordedGame:
    random = Random(seed)
    deal = random_deal(random, cards_each)
    position, cards = start(deal, game, declarer), []
    while not position.over:
        cards.append(random.choice(bits(legal(position))))
        position = play(position, cards[-1])
    return RecordedGame(name, deal_number(deal), game.value, declarer.word, tuple(cards), "a test")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of eight cards, one of four, and a Null of five."""
    folder = tmp_path_factory.mktemp("skat") / "book"
    games = (
        played("a", 1, 8, Game.SPADES, Seat.FOREHAND),
        played("b", 2, 8, Game.GRAND, Seat.REARHAND),
        played("c", 3, 4, Game.HEARTS, Seat.MIDDLEHAND),
        played("null", 8, 5, Game.NULL, Seat.MIDDLEHAND),
    )
    run(folder, [Build("skat", "skat", {}, (PlayedGames(games),), "exact")], executor="inline")
    return folder


def checked(book: Path, sample: int) -> dict[str, Check]:
    with open_book(book) as opened:
        return {check.name: check for check in game_checks(opened, sample)}


CARDS = {"a": 24, "b": 24, "c": 12, "null": 15}
ENDINGS = CARDS | {"a": 21, "b": 21}
"""Cards of a game, and those of its ending."""


@pytest.mark.parametrize("sample", [1, 2, 3, 4, 9])
def test_a_real_book_passes(sample: int, book: Path) -> None:
    found = checked(book, sample)
    order = drawn(sorted(CARDS), 4)
    proved = sum(CARDS[name] for name in order[:sample]) + sum(ENDINGS[name] for name in order[sample:])
    assert list(found) == [REPLAYED, PROVED]
    assert all(check.ok for check in found.values()), found
    assert found[REPLAYED].detail == "4 games"
    assert found[PROVED].detail == f"{proved} of 75 cards proved, in 4 of 4 games"


def test_few_games_are_drawn(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.build.skat.game_proof.ENDINGS", 1)
    first, second, *_ = drawn(sorted(CARDS), 4)
    proved = CARDS[first] + ENDINGS[second]
    assert checked(book, 1)[PROVED].detail == f"{proved} of 75 cards proved, in 2 of 4 games"


def test_nothing_to_check(tmp_path: Path) -> None:
    assert checked(tmp_path, 1) == {}


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ("UPDATE games SET points = points + 1", {REPLAYED}),
        ("UPDATE games SET points = 0 WHERE name = 'null'", {REPLAYED}),
        ("UPDATE games SET won = NOT won WHERE name = 'null'", {REPLAYED}),
        ("UPDATE games SET won = NOT won WHERE name = 'a'", {REPLAYED}),
        ("UPDATE games SET start = start + 1", {REPLAYED}),
        ("UPDATE games SET deal = deal + 1 WHERE name = 'a'", {REPLAYED}),
        ("UPDATE games SET game = 'clubs' WHERE name = 'a'", {REPLAYED}),
        ("DELETE FROM games WHERE name = 'b'", {REPLAYED}),
        ("DELETE FROM deals", {REPLAYED}),
        ("DELETE FROM plays WHERE name = 'a'", {REPLAYED}),
        ("DELETE FROM plays WHERE place = 24", {REPLAYED}),
        ("UPDATE plays SET place = place + 1", {REPLAYED}),
        ("UPDATE plays SET player = 'forehand'", {REPLAYED}),
        ("UPDATE plays SET card = (card + 1) % 32 WHERE name = 'c'", {REPLAYED}),
        ("UPDATE plays SET best = (best + 1) % 32 WHERE place = 12", {PROVED}),
        ("UPDATE plays SET best = 31 WHERE place = 24 AND name = 'a'", {PROVED}),
        (
            'UPDATE plays SET "after" = "after" + (place = 14)::INTEGER, "before" = "before" + (place = 15)::INTEGER'
            " WHERE name = 'b'",
            {PROVED},
        ),
        ('UPDATE plays SET "before" = 1 - "before", "after" = 1 - "after" WHERE name = \'null\'', {REPLAYED, PROVED}),
        ('UPDATE plays SET "after" = "after" + 1 WHERE place = 7', {REPLAYED, PROVED}),
    ],
)
def test_lies_are_found(lie: str, found: set[str], book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        (changed,) = connection.execute(lie).fetchone() or (0,)
    assert changed
    checks = checked(copy, 1)
    assert found <= {name for name, check in checks.items() if not check.ok}
    if found == {PROVED}:
        assert checks[REPLAYED].ok


def test_first_tricks_are_proved_where_asked_for(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        connection.execute("UPDATE plays SET best = (best + 1) % 32 WHERE place = 1 AND name = 'b'")
    place = drawn(sorted(CARDS), 4).index("b")
    assert place
    assert checked(copy, place)[PROVED].ok
    assert not checked(copy, place + 1)[PROVED].ok


def test_a_part_of_every_check_of_the_family(book: Path) -> None:
    with open_book(book) as opened:
        names = [check.name for check in verify(opened, 1)]
    assert {REPLAYED, PROVED} <= set(names)


@pytest.mark.slow
def test_the_published_games_are_proved_card_by_card(tmp_path: Path) -> None:
    """Kupferschmid 2003, appendix: every value and every better card, without any search."""
    run(tmp_path, [published_build()], executor="inline")
    found = checked(tmp_path, 9)
    assert all(check.ok for check in found.values()), found
    assert found[PROVED].detail == "270 of 270 cards proved, in 9 of 9 games"
