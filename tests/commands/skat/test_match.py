"""`tafelwerk skat match`: tables and logs that say the same, interrupted matches that go on, and what cannot be."""

import json
import re
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from program import PROGRAM, call, environment, refused, run, tasks_here
from skat_questions import ask, read
from skat_rounds import PlainBidder

from tafelwerk.build.skat import rounds as building
from tafelwerk.rules.skat.round_log import read_rounds, write_round
from tafelwerk.rules.skat.rounds import Agent
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.match import match_round
from tafelwerk.solvers.skat.hidden.player import Chooser
from tafelwerk.solvers.skat.hidden.standings import result, standings
from tafelwerk.tables.book import open_book
from tafelwerk.tables.skat.played import get_rounds

CHOOSER = Chooser()
PLAYERS = ("pimc:2", "random", "random")
MATCH = ("--deals", "2", "--seed", "3", "--players", ",".join(PLAYERS), "--jobs", "1")


def plain_agent(name: str) -> Agent:
    return read_agent(name, bidder=PlainBidder(), chooser=CHOOSER)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bidding by a few lines."""
    monkeypatch.setattr(building, "agent", plain_agent)


def wanted() -> list[Any]:
    return [match_round(PLAYERS, 3, number, plain_agent) for number in range(6)]


@pytest.mark.usefixtures("plain")
def test_a_match(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    found = ask("match", *MATCH, "--log", log, book=tmp_path)
    assert (found["deals"], found["rounds"], found["seed"], found["players"]) == (2, 6, 3, list(PLAYERS))
    assert (found["certainty"], found["source"]) == ("sampled", "computed")
    rounds = wanted()
    assert read_rounds(log.read_text(encoding="utf-8")) == rounds
    assert found["passed"] == sum(one.round.game is None for one in rounds)
    stood = standings(PLAYERS, {number: result(one.round) for number, one in enumerate(rounds)})
    for one, wants in zip(found["standings"], stood, strict=True):
        assert (one["player"], one["rounds"]) == (wants.player, 6)
        for key in ("declared", "won", "lost", "overbid", "points", "mean_points", "score", "tournament"):
            assert one[key] == getattr(wants, key)
        assert one["score_a_round"] == {"mean": wants.mean_score.value, "error": wants.mean_score.error}
        assert one["tournament_a_round"] == {"mean": wants.mean_tournament.value, "error": wants.mean_tournament.error}


@pytest.mark.usefixtures("plain")
def test_the_table(tmp_path: Path) -> None:
    text = read("match", *MATCH, book=tmp_path)
    assert text.startswith("6 rounds: 2 deals of seed 3, each with every player at every seat.")
    assert text.count("random") == 2
    assert "pimc:2" in text
    assert "Seeger and Fabian" in text
    assert read("match", "--auto", *MATCH[1:], book=tmp_path) == text


@pytest.mark.usefixtures("plain")
def test_a_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C keeps what is played; the same command plays the rest; a longer match plays what is new."""
    log = tmp_path / "rounds.jsonl"
    played, play = [], building.play_line

    def interrupted(players: tuple[str, str, str], seed: int, number: int) -> str:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(number)
        return play(players, seed, number)

    monkeypatch.setattr(building, "play_line", interrupted)
    done = call("skat", "match", *MATCH, "--log", log)
    assert (done.returncode, done.stdout) == (130, "")
    lines = done.stderr.splitlines()
    assert lines[0].split()[:2] == ["player", "declared"]
    assert lines[-1] == f"interrupted after 4 rounds; they are in {log}, and the same command continues from there"
    assert read_rounds(log.read_text(encoding="utf-8")) == wanted()[:4]
    played[:] = []
    again = call("skat", "match", *MATCH, "--log", log, "--json")
    assert played == [4, 5]
    assert again.stderr.splitlines()[0] == f"4 rounds of 6 already in {log}"
    assert read_rounds(log.read_text(encoding="utf-8")) == wanted()
    assert json.loads(again.stdout) == ask("match", *MATCH, "--log", log, book=tmp_path)
    assert played == [4, 5]


@pytest.mark.usefixtures("plain")
def test_others_in_the_log_are_left_alone(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    other = match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other), encoding="utf-8")
    ask("match", *MATCH, "--log", log, book=tmp_path)
    assert read_rounds(log.read_text(encoding="utf-8")) == [other, *wanted()]


@pytest.mark.usefixtures("plain")
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
                assert [one.seed for one in get_rounds(opened)] == [one.seed for one in rounds]
    other = match_round(PLAYERS, 4, 0, plain_agent)
    log.write_text(write_round(other).replace(other.name, rounds[2].name), encoding="utf-8")
    error = refused(call("build", "skat", "--log", log, "--book", book), 2)
    assert f"the book holds another round named '{rounds[2].name}'" in error


def test_xskat_into_the_book(tmp_path: Path) -> None:
    """What of a log of xskat is no round is left out, and said."""
    log = Path(__file__).parents[2] / "data" / "xskat.log"
    with tasks_here():
        done = call("build", "skat", "--log", log, "--book", tmp_path / "book")
    assert f"{log}: left out, game 11, line 298: " in done.stderr
    assert re.search(
        r"^xskat-1795315446-14944 +Null Hand +\w+ +lost ", read("games", book=tmp_path / "book"), re.MULTILINE
    )
    with open_book(tmp_path / "book") as opened:
        assert {(one.source, one.calls) for one in get_rounds(opened)} == {("xskat", None)}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--deals", "0"), "--deals must be 1 to 1,000,000, not 0"),
        (("--seed", "-1"), "--seed must be 0 to 4,294,967,295, not -1"),
        (("--players", "random,random"), "--players needs three programs, such as pimc:100,pimc:30,random, not 2"),
        (("--players", "random,person,open"), "--players: unknown player 'person'"),
        (("--players", "pimc:0"), "--players: K of pimc:K must be from 1 to 1000000, not '0'"),
        (("--worlds", "0"), "--worlds must be 1 to 1,000,000, not 0"),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], error: str) -> None:
    assert refused(call("skat", "match", *words), 2).startswith(f"error: {error}")


def test_logs_that_cannot_be(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("CJ SJ\n", encoding="utf-8")
    faults = {
        tmp_path: "is a folder; give a file to append rounds to",
        tmp_path / "none" / "rounds.jsonl": "is in a folder that does not exist",
        other: "is not a log of rounds: line 1: incomplete line, or not JSON",
    }
    for log, words in faults.items():
        assert words in refused(call("skat", "match", "--log", log), 2)
    assert "there is no file" in refused(call("build", "skat", "--log", tmp_path / "none.jsonl"), 2)


@pytest.mark.slow
def test_any_number_of_jobs(tmp_path: Path) -> None:
    """The installed program, with the bidder that it ships."""
    logs = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    words = ("skat", "match", "--deals", "1", "--players", "pimc:2,random,random", "--json")
    answers = [run(*words, "--jobs", jobs, "--log", log) for jobs, log in zip((1, 2), logs, strict=True)]
    assert answers[0].returncode == 0, answers[0].stderr
    assert answers[0].stdout == answers[1].stdout
    assert logs[0].read_bytes() == logs[1].read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(jobs: int, tmp_path: Path) -> None:
    """The installed program leaves whole lines, and nothing on standard output."""
    log = tmp_path / "rounds.jsonl"
    words = ["--players", "pimc:2,random,random", "--jobs", str(jobs), "--log", str(log)]
    with subprocess.Popen(
        [PROGRAM, "skat", "match", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in the background
    ) as match:
        begin = monotonic()
        while monotonic() - begin < 90 and not (log.exists() and log.read_text(encoding="utf-8").count("\n") >= 2):
            sleep(0.05)
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=30)
    assert (match.returncode, out) == (130, "")
    assert "interrupted after" in err
    assert len(read_rounds(log.read_text(encoding="utf-8"))) >= 2
