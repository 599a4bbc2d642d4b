"""No number on the command line is without an upper limit, and what is beyond one is refused at once."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from program import call, refused

from tafelwerk.cli import LONGEST_ARGUMENT, MOST_ARGUMENTS, root
from tafelwerk.errors import LONGEST_QUOTE

HUGE = 10**101


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of the program with the words that call it, groups too."""
    yield words, command
    for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from commands(command.get_command(None, name), (*words, name))


def numbers() -> Iterator[tuple[str, Any]]:
    """Every parameter that is a number, with the name of its command."""
    for words, command in commands(typer.main.get_command(root)):
        for param in command.params:
            kind = param.type_descriptor.annotation
            if kind in (int, float, list[int], list[float]):
                yield f"{' '.join(words)} {param.opts[0]}", param


NUMBERS = dict(numbers())


def test_numbers_are_found() -> None:
    assert {"montecarlo curve --points", "dresher value n", "build skat --deals"} <= set(NUMBERS)


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_has_bounds_that_help_shows(name: str) -> None:
    param = NUMBERS[name]
    assert param.min is not None
    assert param.max is not None
    assert param.min <= param.max < HUGE


BEYOND = (
    ("build dresher runs --to 912182132297 --dry-run", "--to must be 1 to 4,096, not 912,182,132,297"),
    ("build dresher runs --to 64 --watch 4097 --dry-run", "--watch must be 1 to 4,096, not 4,097"),
    ("build search curve --size 1000 --points 872574242682 --dry-run", "--points must be 1 to 10,000, not 872,574,242,682"),
    ("build search curve --size 9999999 --dry-run", "--size must be 1 to 1,000,000, not 9,999,999"),
    ("build search curve --size 1000 --alpha-max 9999 --dry-run", "--alpha-max must be 1 to 1,000, not 9,999"),
    (
        "build montecarlo subtraction 110 --moves 1,2 --k-max 100 --points 4294967296 --dry-run",
        "--points must be 2 to 100,000, not 4,294,967,296",
    ),
    (
        "montecarlo curve subtraction 110 --moves 1,2 --k-max 100 --points 4294967296",
        "--points must be 2 to 100,000, not 4,294,967,296",
    ),
    ("montecarlo curve dsc 10 --k-max 1000000", "--k-max must be at most 100,000, not 1,000,000, unless --points P"),
    ("montecarlo duel dsc 10 --k 99999999999999999999", "k (unless inf) must be 1 to 9,007,199,254,740,992, not"),
    ("montecarlo duel dsc 3000 --k 3", "N must be 1 to 2,000, not 3,000"),
    ("montecarlo duel esr 100 100 1 --k 3", "ESR(100, 100, 1) is too large"),
    ("montecarlo duel subtraction 5 --moves 1,4097 --k 3", "--moves: a move must be 1 to 4,096, not 4,097"),
    ("montecarlo duel subtraction 2000000 --moves 1,2 --k 3", "HEAP must be 0 to 1,000,000, not 2,000,000"),
    ("montecarlo blunder dsc --limit 5000", "--limit of dsc must be 1 to 2,000, not 5,000"),
    ("montecarlo asymmetry 100 --moves 1,2 --kind static --epsilon 1e999999999", "--epsilon must be an integer"),
    ("skat deals --random 4294967295", "--random must be 1 to 1,000,000, not 4,294,967,295"),
    ("build skat --deals 1000001 --dry-run", "--deals must be 1 to 1,000,000, not 1,000,001"),
    ("minimax race --length 4 --tokens 9223372036854775808 --sides 3", "--tokens must be 1 to 500, not 9,223,372,036,854"),
    ("minimax race --length 4 --tokens 1000000000000 --sides 3", "--tokens must be 1 to 500, not 1,000,000,000,000"),
    ("minimax race --length 1 --tokens 499 --sides 3 --other 1", "--other must be 499 distances of 0 to 1 to home"),
    ("minimax race --length 4 --tokens 2 --sides 3 --roll 4", "--roll must be 1 to 3, not 4"),
    ("minimax grundy 99999999999", "a heap must be 1 to 10,000,000, not 99,999,999,999"),
    ("minimax grundy" + " 1" * 101, "a sum has at most 100 heaps, not 101"),
    ("mastermind summary --pegs 22 --colors 2", "--pegs must be 1 to 21, not 22"),
    ("switching winrate 61", "ORDER must be 2 to 60, not 61"),
    ("dresher play 20 --seed -1", "--seed must be 0 to 9,223,372,036,854,775,807, not -1"),
    ("tables" + " x" * MOST_ARGUMENTS, "there are 1,001 arguments; a command takes at most 1,000"),
    ("tables " + "x" * (LONGEST_ARGUMENT + 1), "an argument may have 100,000 characters, not 100,001"),
    ("tables \udcff", "an argument is not UTF-8: '\\udcff'"),
)  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "tables {}", "plot {}", "export {} -o x.csv", "montecarlo duel {} --k 3", "montecarlo duel dsc 10 --k {}",
        "mastermind next --pegs 4 --colors 6 --history {}", "mastermind summary --name {}", "beams next --variant {}",
        "beams next --variant 3c6p --history {}", "search root 10 --strategy {}", "dresher value {}",
        "skat solve --deal {} --game clubs --declarer forehand", "skat bid --hand {}", "switching move --order 4 --moves {}",
        "switching duel --order 3 --cut {} --short random", "minimax octal {}", "minimax tictactoe {}",
        "minimax solve burnt-pancakes-4 {}", "minimax tree --game {}", "minimax play {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", ["x" * 50_000, "9" * 50_000, "1,2;" * 12_000], ids=["letters", "digits", "list"])
def test_a_message_repeats_little_of_what_was_given(line: str, text: str, tmp_path: Any) -> None:
    done = call(*(word.format(text) for word in line.split()), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
    said = refused(done, 2)
    longest = max(map(len, said.replace(";", " ").split()))
    assert longest <= LONGEST_QUOTE + 40
    assert said.count("1,2;") <= LONGEST_QUOTE / 4


def test_limits_leave_room(tmp_path: Any) -> None:
    """What is within them is answered, or left to a build: no limit is in the way."""
    for line in (
        "dresher value 4096",
        "montecarlo curve dsc 40 --k-max 1000000000000 --points 100",
        "montecarlo duel subtraction 100000 --moves 1,2 --k 10",
        "search root 1000000 --strategy h1.5",
    ):
        done = call(*line.split(), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
        assert done.returncode in (0, 3), done.stderr
