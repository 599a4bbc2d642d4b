"""`tafelwerk skat shares`: what is stored, what is computed, and what must be built first."""

import json
from pathlib import Path

from program import call, refused, tasks_here
from skat_questions import ask, read

from tafelwerk.build.skat.tasks import Wins
from tafelwerk.rules.skat.cards import Game, Seat

DEALS = ("--seed", "5", "--deals", "4")


def test_stored_and_computed_are_the_same(tmp_path: Path) -> None:
    computed = ask("shares", *DEALS, book=tmp_path / "none")
    with tasks_here():
        built = call("build", "skat", *DEALS, "--question", "win", "--book", tmp_path)
    assert "tafelwerk skat shares --seed 5" in built.stdout
    stored = ask("shares", *DEALS, book=tmp_path)
    assert (computed["source"], stored["source"]) == ("computed", "book")
    rows = Wins(5, 0, 3).run()
    wins = {
        (game.value, seat.word): sum(
            row["won"] for row in rows if (row["game"], row["declarer"]) == (game.value, seat.word)
        )
        for game in Game
        for seat in Seat
    }
    for found in (computed, stored):
        assert {(one["game"], one["declarer"]): one["won"] for one in found["shares"]} == wins
        assert (found["deals"], found["samples"], found["certainty"]) == (4, 4, "sampled")
    again = call("build", "skat", *DEALS, "--question", "win", "--json", "--book", tmp_path)
    assert json.loads(again.stdout)["built"] == []


def test_the_table_for_people(tmp_path: Path) -> None:
    lines = read("shares", *DEALS, book=tmp_path).splitlines()
    shown = [line.split()[:2] for line in lines if line.startswith(tuple(Game))]
    assert shown == [[game.value, seat.word] for game in Game for seat in Seat]
    assert any(line.startswith("4 random deals of seed 5 with all cards open") for line in lines)
    german = call("skat", "shares", *DEALS, "--lang", "de", "--book", tmp_path).stdout
    assert "4 zufällige Verteilungen mit Startwert 5" in german


def test_too_many_to_compute(tmp_path: Path) -> None:
    error = refused(call("skat", "shares", "--deals", "5000", "--seed", "5", "--book", tmp_path), 3)
    assert "tafelwerk build skat --deals 5000 --seed 5 --question win" in error
