"""What cannot be, and what is not in the book, is refused in one short line that says so; nothing is written.

tests/refusals lists command lines, each with what its refusal says and, in brackets, its exit code where that is not 2; lines
of standard input stand behind " < ". There is no book, but for `stored.txt`, whose lines are refused by the small book of the
golden answers; there are the files of `play.transcripts.prepare`. tests/misses.txt lists what needs a build.
No number on the command line is without an upper limit, and what is beyond one is refused at once.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from shlex import split
from subprocess import CompletedProcess
from time import process_time

import pytest
from play.transcripts import prepare
from program import call, every_command, refused

from tafelwerk.cli import LONGEST_ARGUMENT, MOST_ARGUMENTS
from tafelwerk.errors import LONGEST_QUOTE, ExitCode
from tafelwerk.places import default_book

TESTS = Path(__file__).parent.parent
FILES = sorted((TESTS / "refusals").glob("*.txt"))
STORED = "stored"

CODE = re.compile(r"\(\d\)")
"""Exit code of a refusal."""

DEAL = "CJ CA | SJ CT | HJ C7 | HT HA"

MOST_SECONDS = 2.0
"""CPU time of a refusal."""

LONGEST = 400
"""Characters of a refusal that repeats nothing long."""


def list_refusals(files: Iterable[Path]) -> list[tuple[str, list[str]]]:
    """Command lines, and the parts of their refusals."""
    lines = [line.split(" => ") for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [(line, said.split(" && ")) for line, said in lines]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_cannot_be_is_refused_at_once(file: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    book = request.getfixturevalue("small_book") if file.stem == STORED else tmp_path / "book"
    prepare(tmp_path)
    before = sorted(tmp_path.iterdir())
    wrong = []

    def ask(line: str) -> tuple[CompletedProcess[str], float]:
        begin = process_time()
        words, _, typed = line.partition(" < ")
        done = call(*split(words), cwd=tmp_path, stdin=typed.replace("; ", "\n"), TAFELWERK_BOOK=str(book))
        return done, process_time() - begin

    for line, parts in list_refusals([file]):
        done, took = ask(line)
        if took > MOST_SECONDS:
            # the first time it may have compiled, which the program need not: it may interpret instead
            done, took = ask(line)
        code = next((int(part[1:-1]) for part in parts if CODE.fullmatch(part)), ExitCode.BAD_INPUT)
        said = refused(done, code)
        is_said = all(part in said for part in parts if not CODE.fullmatch(part))
        if not is_said or took > MOST_SECONDS or len(said) >= LONGEST or sorted(tmp_path.iterdir()) != before:
            wrong.append((line, said, f"{took:.1f} s"))
    assert wrong == []


TOO_LONG = [
    (["minimax", "grundy", "9" * 5000], "a heap must be a whole number, 1 to 10,000,000, not '999"),
    (["minimax", "grundy", *["1"] * 101], "a sum has at most 100 heaps, not 101"),
    (["minimax", "tree", "[" * 201 + "1" + "]" * 201], "at most 200 levels"),
    (["minimax", "tree", "[" * 150 + "1" + "]" * 150, "--json"], "or 100 levels"),
    (["skat", "solve", "--deal", f"{DEAL}\n{DEAL}", "--game", "null", "--declarer", "forehand"], "2 deals given"),
    (["sql", "SELECT '\udcff'"], "UTF-8"),
    (["tables", "\udcff"], "an argument is not UTF-8: '\\udcff'"),
    # in a process of its own an argument that is too long never arrives
    (["tables", *["x"] * MOST_ARGUMENTS], "there are 1,001 arguments; a command takes at most 1,000"),
    (["tables", "x" * (LONGEST_ARGUMENT + 1)], "an argument may have 100,000 characters, not 100,001"),
]


def test_what_is_too_long_or_no_text_is_refused(tmp_path: Path) -> None:
    for words, part in TOO_LONG:
        assert part in refused(call(*words, cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book")), 2)
    # at the limits the command itself refuses them
    assert "unknown family 'x" in refused(call("tables", "x" * LONGEST_ARGUMENT, cwd=tmp_path), 2)
    assert "arguments;" not in refused(call("tables", *["x"] * (MOST_ARGUMENTS - 1), cwd=tmp_path), 2)
    assert list(tmp_path.iterdir()) == []


def test_a_miss_names_the_folder_and_a_build_that_reaches_it(tmp_path: Path) -> None:
    for line, parts in list_refusals([TESTS / "misses.txt"]):
        named = refused(call(*split(line), "--book", "a book", cwd=tmp_path), 3)
        assert f": not in the book {tmp_path / 'a book'}; " in named
        assert named.endswith(f" --book '{tmp_path / 'a book'}'")
        unnamed = refused(call(*split(line), cwd=tmp_path), 3)
        assert f": not in the book {default_book()}; " in unnamed
        assert "--book" not in unnamed
        assert all(part in said for part in parts for said in (named, unnamed)), unnamed
    assert list(tmp_path.iterdir()) == []


HUGE = 10**101


def test_every_number_has_bounds_that_help_shows() -> None:
    names = set()
    for words, command in every_command():
        for param in command.params:
            if param.type_descriptor.annotation in (int, float, list[int], list[float]):
                name = f"{' '.join(words)} {param.opts[0]}"
                assert param.min is not None, name
                assert param.max is not None, name
                assert param.min <= param.max < HUGE, name
                names.add(name)
    assert {"montecarlo curve --points", "dresher value n", "build skat --deals"} <= names


LINES = (
    "tables {}",
    "export {} -o x.csv",
    "montecarlo duel dsc 10 --k {}",
    "mastermind next --pegs 4 --colors 6 --history {}",
    "mastermind summary --name {}",
    "beams next --variant 3c6p --history {}",
    "search root 10 --strategy {}",
    "skat bid --hand {}",
    "switching move --order 4 --history {}",
    "switching duel --order 3 --cut {} --short random",
    "minimax octal {}",
    "minimax solve burnt-pancakes-4 {}",
    "minimax tree --game {}",
)


@pytest.mark.parametrize("text", ["x" * 50_000, "9" * 50_000, "1,2;" * 12_000], ids=["letters", "digits", "list"])
def test_a_message_repeats_little_of_what_was_given(text: str, tmp_path: Path) -> None:
    for line in LINES:
        done = call(*(word.format(text) for word in line.split()), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
        said = refused(done, 2)
        assert max(map(len, said.replace(";", " ").split())) <= LONGEST_QUOTE + 40, line
        assert said.count("1,2;") <= LONGEST_QUOTE / 4, line


def test_limits_leave_room(tmp_path: Path) -> None:
    """What is within them is answered, or left to a build: no limit is in the way."""
    for line in ("dresher value 4096", "montecarlo curve dsc 40 --k-max 1000000000000 --points 100"):
        done = call(*line.split(), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book"))
        assert done.returncode in (0, 3), done.stderr
