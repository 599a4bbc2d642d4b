"""Games against the program: what is said, and that it is so."""

import json
import re
import shutil
import signal
import subprocess
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from naive.dresher import least_by_recursion
from program import PROGRAM, Runs, call, environment, run


def ask(*words: object, book: Path) -> Any:
    done = call("dresher", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def played(*words: object, typed: list[str], book: Path, by: Runs = call) -> str:
    done = by("dresher", "play", *map(str, words), "--book", book, stdin="\n".join(typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_searcher_is_told_what_each_guess_costs(quick_book: Path) -> None:
    weights = [int(text) for text in ask("certificate", 11, book=quick_book)["hider"]]

    def least(first: int, last: int) -> int:
        return least_by_recursion(weights[first - 1 : last])

    for seed in range(6):
        words = (11, "--seed", seed)
        secret = int(played(*words, typed=["q"], book=quick_book).split("The number was ")[1].split(".")[0])
        first, last, costs, guesses = 1, 11, [], []
        for guess in (2, 9, 7, 5, 6, 3, 4, 8, 10, 1, 11):
            if not first <= guess <= last:
                continue
            share = sum(weights[first - 1 : last])
            taken = share + least(first, guess - 1) + least(guess + 1, last)
            costs.append(Fraction(taken - least(first, last), share))
            guesses.append(guess)
            if guess == secret:
                break
            first, last = (guess + 1, last) if secret > guess else (first, guess - 1)
        text = played(*words, typed=[str(guess) for guess in guesses], book=quick_book)
        for cost in filter(None, costs):
            assert f"This guess cost {cost} ({float(cost):.6f}) against the best." in text
        assert text.count("A best guess.") == costs.count(Fraction())
        assert f"Found {secret} with {len(guesses)} guess" in text
        assert "3.0161 expected at the start" in text
        depths = [tree["depths"][secret - 1] for tree in ask("searcher", 11, book=quick_book)["trees"]]
        assert f"Best play finds {secret} with {min(depths)} to {max(depths)} guesses, 187/62 (3.016129) on" in text
        assert f"Your guesses cost {sum(costs)} " in text
        assert "\x1b" not in text


def test_hints_cost_nothing(quick_book: Path) -> None:
    for seed in range(3):
        typed: list[str] = []
        while True:
            text = played(13, "--seed", seed, typed=[*typed, "?"], book=quick_book)
            if "Found" in text:
                break
            typed.append(re.findall(r"Best guess(?:es)?: (\d+)", text)[-1])
        assert "against the best" not in text
        assert "nothing lost by your guesses" in text
        assert text.count("A best guess.") == len(typed)


def test_searcher_types_what_cannot_be(quick_book: Path) -> None:
    typed = ["help", "", "0", "12", "x", "2.5", "1", "11", "1", "11", "q"]
    text = played(11, "--seed", 3, typed=typed, book=quick_book, by=run)
    for said in (
        "the number is one of 1 to 11, not 0",
        "the number is one of 1 to 11, not 12",
        "type a number, ? or q, not 'x'",
        "type a number, ? or q, not '2.5'",
        "1 cannot be: the number is higher than 1",
        "11 cannot be: the number is lower than 11",
        "The number was ",
    ):
        assert said in text
    assert text.count("Type a number; ? for a hint, q to quit.") == 2
    assert "guess 3 (2 to 10): " in text


def test_the_seed_decides_the_number(quick_book: Path) -> None:
    ends = [played(16, "--seed", seed, typed=["q"], book=quick_book).splitlines()[-1] for seed in (1, 1, 2, 3, 4)]
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


def test_hider_is_found_by_a_tree_of_the_mixture(quick_book: Path) -> None:
    trees = ask("searcher", 11, book=quick_book)["trees"]
    weights = ask("hider", 11, book=quick_book)["weights"]
    for secret in (1, 3, 6, 8, 11):
        words = (11, "--as", "hider", "--seed", secret)
        typed: list[str] = []
        while "c" not in typed:
            text = played(*words, typed=typed, book=quick_book)
            guess = int(re.findall(r"guess \d+: (\d+)\.", text)[-1])
            typed.append("c" if guess == secret else "h" if secret > guess else "lower")
        text = played(*words, typed=typed, book=quick_book)
        number = int(re.findall(r"I drew tree (\d+) of 11", text)[0])
        assert f"Found {secret} with {len(typed)} guess" in text
        assert trees[number - 1]["depths"][secret - 1] == len(typed)
        assert f"Averaged over my trees {secret} takes 187/62 (3.016129): the whole value" in text
        assert f"picks it with probability {weights[secret - 1]} " in text


def test_hider_who_contradicts_is_told_how(quick_book: Path) -> None:
    words = (4, "--as", "hider", "--seed", "0")
    first = int(re.findall(r"guess 1: (\d+)\.", played(*words, typed=[], book=quick_book))[0])
    assert first in (2, 3)
    # towards the numbers on the longer side, and back
    away, back, beyond = ("h", "l", "lower") if first == 2 else ("l", "h", "higher")
    typed = ["undo", "maybe", away, away, back, back, "undo", "u", "q"]
    text = played(*words, typed=typed, book=quick_book)
    end = 4 if first == 2 else 1
    for said in (
        "there is nothing to take back",
        "answer h (higher), l (lower) or c (correct), not 'maybe'",
        f"no number from 1 to 4 is {'higher' if away == 'h' else 'lower'} than {end}; answer again",
        "no number is both; answer again, or take an earlier answer back by undo",
        f"Taken back: {beyond} than {end}.",
        "4 numbers of 4 left after 0 guesses.",
    ):
        assert said in text, said


def test_a_game_of_one_number(quick_book: Path) -> None:
    lines = played(1, typed=["?", "1"], book=quick_book).splitlines()
    assert lines[0] == "The number 1 is hidden; there is no other."
    assert "Best guess: 1, the only number left." in lines
    assert lines[-1] == "Found 1 with 1 guess, as it had to be."
    lines = played(1, "--as", "hider", typed=["c"], book=quick_book).splitlines()
    assert lines[0] == "Keep 1 in mind; there is no other number."
    assert lines[-1] == "Found 1 with 1 guess."


def test_luck_is_told_only_where_there_is_some(quick_book: Path) -> None:
    ends = set()
    for seed in range(8):
        typed = ["2", "3", "1", "4"]
        text = played(4, "--seed", seed, typed=typed, book=quick_book)
        (end,) = re.findall(r"Found \d with \d guess(?:es)?: (.*)", text)
        ends.add(end)
    assert "2.0000 expected at the start; nothing lost by your guesses; no luck, good or bad." in ends
    assert "2.0000 expected at the start - 1.0000 luck; nothing lost by your guesses." in ends
    assert not any(re.search(r" [+-] 0\.0000 ", end) for end in ends)


@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "ascii"])
def test_bytes_that_are_no_text_cost_no_turn(encoding: str, quick_book: Path) -> None:
    command = [str(PROGRAM), "dresher", "play", "11", "--seed", "1", "--book", str(quick_book)]
    typed = b"\xff\n\xfe3\n5\x1b[A\nq\n"
    env = environment(PYTHONIOENCODING=encoding)
    done = subprocess.run(command, input=typed, capture_output=True, env=env, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"That is no text.") == 3
    assert b"udc" not in done.stdout
    assert b"\xff" not in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"The number was" in done.stdout


def test_a_number_that_the_mixture_finds_sooner_costs_its_hider(quick_book: Path, tmp_path: Path) -> None:
    shutil.copy(quick_book / "dresher.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "dresher.duckdb")) as connection:
        connection.execute("DELETE FROM searcher WHERE n = 4 AND tree = 2")
    text = played(4, "--as", "hider", typed=["c"], book=tmp_path)
    assert "I have one way to search." in text
    assert "Averaged over my trees 2 takes 1, but the value is 2: it costs you 1 to pick it." in text


@pytest.mark.parametrize("role", ["searcher", "hider"])
def test_the_end_of_input_ends_a_game(role: str, quick_book: Path) -> None:
    done = call("dresher", "play", "11", "--as", role, "--book", quick_book)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("The number was" if role == "searcher" else "11 numbers of 11 left") in done.stdout


@pytest.mark.parametrize("role", ["searcher", "hider"])
def test_ctrl_c_ends_a_game_well(role: str, quick_book: Path) -> None:
    command = [str(PROGRAM), "dresher", "play", "11", "--as", role, "--book", str(quick_book)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as playing:
        assert playing.stdout is not None
        assert "1 to 11" in playing.stdout.readline()
        time.sleep(0.5)
        playing.send_signal(signal.SIGINT)
        rest, narrated = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert ("The number was" if role == "searcher" else "left after") in rest
    assert narrated == "interrupted\n"
