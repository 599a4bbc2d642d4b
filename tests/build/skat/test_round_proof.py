"""Stored rounds are replayed and what programs saw is drawn again; what is falsified in them is found."""

from pathlib import Path
from shutil import copytree

import duckdb
import pytest
from skat_rounds import PlainBidder, random_round

from tafelwerk.build.runner import run
from tafelwerk.build.skat.proof import verify
from tafelwerk.build.skat.round_proof import round_checks
from tafelwerk.build.skat.sets import log_builds
from tafelwerk.solvers.skat.agents import match_round, read_agent
from tafelwerk.solvers.skat.player import Chooser
from tafelwerk.solvers.skat.round_log import LoggedRound
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check

REPLAYED, CARDS, PROVED = "skat.rounds: replayed", "skat.decisions: cards", "skat.decisions: retrograde values"
PLAYERS = ("pimc:3", "random", "pimc:2")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four rounds of a match; and ten in which everything is drawn, numbers of choices too."""
    chooser, bidder = Chooser(), PlainBidder()
    played = [
        match_round(PLAYERS, 2, number, lambda name: read_agent(name, bidder=bidder, chooser=chooser))
        for number in range(4)
    ]
    drawn = [LoggedRound(f"drawn-{seed}", random_round(seed), ("a", "b", "pimc:9"), "a test") for seed in range(10)]
    folder = tmp_path_factory.mktemp("skat") / "book"
    run(folder, log_builds([*played, *drawn], "a.log"), executor="inline")
    return folder


def checked(book: Path, sample: int = 100) -> dict[str, Check]:
    with open_book(book) as opened:
        return {check.name: check for check in round_checks(opened, sample)}


def test_a_real_book_passes(book: Path) -> None:
    found = checked(book)
    assert list(found) == [REPLAYED, CARDS, PROVED]
    assert all(check.ok for check in found.values()), found
    assert found[REPLAYED].detail == "14 rounds"
    proved, of, *_ = found[PROVED].detail.replace(" of ", " ").split()
    assert 8 <= int(proved) < int(of)
    assert checked(book, 2)[PROVED].detail == f"2 of {of} decisions proved"


def test_nothing_to_check(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


def test_a_part_of_every_check_of_the_family(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.build.skat.game_proof.ENDINGS", 1)
    with open_book(book) as opened:
        assert {REPLAYED, CARDS, PROVED} <= {check.name for check in verify(opened, 0)}


MATCH = "name LIKE 'match-%'"
LEAD = f"{MATCH} AND place = 25"


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (f"UPDATE rounds SET {column} = {value}", REPLAYED)
        for column, value in {
            "bid": "bid + 1",
            "declarer": "'rearhand'",
            "game": "'null'",
            "hand": "NOT hand",
            "schneider": "true",
            "ouvert": "NOT ouvert",
            "matadors": "matadors + 1",
            "won": "NOT won",
            "overbid": "NOT overbid",
            "value": "value + 1",
            "score": "-score",
            "dealt": "dealt + 1",
            "calls": "'middlehand passes'",
        }.items()
    ]
    + [
        ("UPDATE rounds SET score = 0 WHERE score IS NULL", REPLAYED),
        ("DELETE FROM games", REPLAYED),
        (f"DELETE FROM plays WHERE {MATCH} AND place = 30", REPLAYED),
        (f"UPDATE plays SET card = 31 - card WHERE {MATCH} AND place = 1", REPLAYED),
        ("DELETE FROM rounds", CARDS),
        ("UPDATE decisions SET chosen = NOT chosen", CARDS),
        ("UPDATE decisions SET place = place + 1", CARDS),
        ("UPDATE decisions SET place = place + 100", CARDS),
        ("UPDATE decisions SET card = 31 - card", CARDS),
        ("UPDATE decisions SET wins = worlds + 1", CARDS),
        ("UPDATE decisions SET points = points + 1 WHERE points_worlds = 0", CARDS),
        (f"DELETE FROM decisions WHERE {MATCH} AND chosen", CARDS),
        (f"UPDATE decisions SET wins = worlds - wins WHERE {LEAD} AND worlds > 0", PROVED),
        (f"UPDATE decisions SET points = points - 1 WHERE {LEAD} AND points > 0", PROVED),
        (f"UPDATE decisions SET worlds = worlds + 7 WHERE {LEAD}", PROVED),
    ],
)
def test_lies_are_found(lie: str, found: str, book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        (changed,) = connection.execute(lie).fetchone() or (0,)
    assert changed
    assert not checked(copy, 100 if found == PROVED else 0)[found].ok
