"""`tafelwerk skat match`: tables and logs that say the same, interrupted matches that go on, and what cannot be."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from program import call, refused, tasks_here
from skat_questions import ask
from skat_rounds import plain_agent

from tafelwerk.book import open_book
from tafelwerk.families.skat import round_rows as building
from tafelwerk.families.skat.rules.round_log import read_rounds, write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_rounds
from tafelwerk.solvers.skat.program_matches import match_round, result, standings

PLAYERS = ("pimc:2", "random", "random")
MATCH = ("--deals", "2", "--seed", "3", "--players", ",".join(PLAYERS), "--jobs", "1")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bidding by a few lines."""
    monkeypatch.setattr(building, "agent", plain_agent)


@cache
def wanted() -> list[Any]:
    return [match_round(PLAYERS, 3, number, plain_agent) for number in range(6)]


def test_a_match(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    found = ask("match", *MATCH, "--log", log, book=tmp_path)
    assert (found["deals"], found["rounds"], found["seed"], found["players"]) == (2, 6, 3, list(PLAYERS))
    assert (found["certainty"], found["source"]) == ("sampled", "computed")
    rounds = wanted()
    assert read_rounds(log.read_text(encoding="utf-8")) == rounds
    assert found["passed"] == sum(one.game is None for one in rounds)
    stood = standings(PLAYERS, {number: result(one) for number, one in enumerate(rounds)})
    for one, wants in zip(found["standings"], stood, strict=True):
        assert (one["player"], one["rounds"]) == (wants.player, 6)
        for key in ("declared", "won", "lost", "overbid", "points", "mean_points", "score", "tournament"):
            assert one[key] == getattr(wants, key)
        assert one["score_a_round"] == {"mean": wants.mean_score.value, "error": wants.mean_score.error}
        assert one["tournament_a_round"] == {"mean": wants.mean_tournament.value, "error": wants.mean_tournament.error}


def test_a_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C keeps what is played, and others in the log are left alone; the same command plays the rest."""
    log, other = tmp_path / "rounds.jsonl", match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other), encoding="utf-8")
    played, play = [], building.play_match_round

    def interrupted(players: tuple[str, str, str], seed: int, number: int) -> Round:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(number)
        return play(players, seed, number)

    monkeypatch.setattr(building, "play_match_round", interrupted)
    done = call("skat", "match", *MATCH, "--log", log)
    assert (done.returncode, done.stdout) == (130, "")
    lines = done.stderr.splitlines()
    assert lines[0].split()[:2] == ["player", "declared"]
    assert lines[-1] == f"interrupted after 4 rounds; they are in {log}, and the same command continues from there"
    assert read_rounds(log.read_text(encoding="utf-8")) == [other, *wanted()[:4]]
    played[:] = []
    again = call("skat", "match", *MATCH, "--log", log, "--json")
    assert played == [4, 5]
    assert again.stderr.splitlines()[0] == f"4 rounds of 6 are already in {log}"
    assert read_rounds(log.read_text(encoding="utf-8")) == [other, *wanted()]
    assert json.loads(again.stdout) == ask("match", *MATCH, "--log", log, book=tmp_path)
    assert played == [4, 5]


def test_into_the_book(tmp_path: Path) -> None:
    """A match that is built and its log are the same rounds: the second adds nothing; then others do not go by their names."""
    log, book, rounds = tmp_path / "rounds.jsonl", tmp_path / "book", wanted()[:3]
    ask("match", "--deals", "1", *MATCH[2:], "--log", log, book=tmp_path)
    match = ("--match", "1", "--seed", "3", "--players", ",".join(PLAYERS))
    with tasks_here():
        for words in (match, ("--log", log)):
            done = call("build", "skat", *words, "--book", book)
            assert done.returncode == 0, done.stderr
            with open_book(book) as opened:
                assert [one.seed for one in get_rounds(opened, [one.name for one in rounds]).values()] == [
                    one.seed for one in rounds
                ]
    other = match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other).replace(other.name, rounds[2].name), encoding="utf-8")
    error = refused(call("build", "skat", "--log", log, "--book", book), 2)
    assert f"the book holds another round named '{rounds[2].name}'" in error
