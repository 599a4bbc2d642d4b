"""`tafelwerk skat contracts`: built by a program that plays itself, read as JSON and by people."""

from pathlib import Path

import pytest
from program import call, refused, tasks_here
from skat_questions import ask, read
from skat_rounds import PlainBidder

from tafelwerk.build.skat import rounds as building
from tafelwerk.rules.skat.rounds import Agent
from tafelwerk.solvers.skat.hidden.agents import read_agent

ASKED = ("--player", "random", "--seed", "3")


def plain_agent(name: str) -> Agent:
    return read_agent(name, bidder=PlainBidder(4.0))


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six deals, bid by a few lines and played at random."""
    monkeypatch.setattr(building, "agent", plain_agent)
    with tasks_here():
        built = call("build", "skat", "--match", "6", "--seed", "3", "--players", "random", "--book", tmp_path)
    assert "tafelwerk skat contracts --player random --seed 3" in built.stdout
    return tmp_path


def test_contracts(book: Path) -> None:
    found = ask("contracts", *ASKED, book=book)
    assert (found["player"], found["seed"], found["deals"], found["source"]) == ("random", 3, 6, "book")
    everything, *games = found["shares"]
    assert everything["contracts"] == found["samples"] == sum(one["contracts"] for one in games) > 0
    assert everything["gain"]["interval"] == found["interval"]
    lines = read("contracts", *ASKED, book=book).splitlines()
    assert [line.split()[0] for line in lines[2:] if line.strip()][: 1 + len(games)] == [
        one["game"] for one in found["shares"]
    ]
    assert any(line.startswith("6 random deals of seed 3") for line in lines)
    german = call("skat", "contracts", *ASKED, "--lang", "de", "--book", book).stdout
    assert "6 zufällige Verteilungen mit Startwert 3" in german


def test_contracts_that_are_not_built(tmp_path: Path) -> None:
    error = refused(call("skat", "contracts", "--player", "pimc:7", "--deals", "30", "--book", tmp_path), 3)
    assert "tafelwerk build skat --match 30 --players pimc:7" in error
