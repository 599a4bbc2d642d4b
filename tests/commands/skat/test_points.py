"""`tafelwerk skat points`: means and distributions, as JSON and for people."""

from pathlib import Path

from program import call, refused, tasks_here
from skat_questions import ask, read

from tafelwerk.rules.skat.cards import Game, Seat

DEALS = ("--seed", "5", "--deals", "2")


def test_points(tmp_path: Path) -> None:
    with tasks_here():
        built = call("build", "skat", *DEALS, "--book", tmp_path)
    assert "tafelwerk skat points --seed 5" in built.stdout
    found = ask("points", *DEALS, book=tmp_path)
    assert (found["deals"], found["samples"], found["source"]) == (2, 2, "book")
    shown = [line.split()[:2] for line in read("points", *DEALS, book=tmp_path).splitlines()]
    contracts = [[game.value, seat.word] for game in Game if game is not Game.NULL for seat in Seat]
    assert [line for line in shown if line in contracts] == contracts
    assert [[one["game"], one["declarer"]] for one in found["points"]] == contracts
    german = call("skat", "points", *DEALS, "--lang", "de", "--book", tmp_path).stdout
    assert "2 zufällige Verteilungen mit Startwert 5" in german


def test_points_that_are_not_built(tmp_path: Path) -> None:
    error = refused(call("skat", "points", "--deals", "5000", "--seed", "5", "--book", tmp_path), 3)
    assert "tafelwerk build skat --deals 5000 --seed 5" in error
