"""What cannot be, and what is not in the book, is refused in one short line that says so; nothing is written.

tests/refusals lists command lines, each with what its refusal says; tests/misses.txt those that need a build.
"""

from collections.abc import Iterable
from pathlib import Path
from shlex import split
from time import process_time

import pytest
from program import call, refused

from tafelwerk.cli import LONGEST_ARGUMENT, MOST_ARGUMENTS
from tafelwerk.places import default_book

TESTS = Path(__file__).parent.parent

DEAL = "CJ CA | SJ CT | HJ C7 | HT HA"

MOST_SECONDS = 2.0
"""CPU time of a refusal."""

LONGEST = 400
"""Characters of a refusal that repeats nothing long."""


def listed(files: Iterable[Path]) -> list[tuple[str, list[str]]]:
    """Command lines, and the parts of their refusals."""
    lines = [line.split(" => ") for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [(line, said.split(" && ")) for line, said in lines]


@pytest.mark.parametrize(("line", "parts"), listed(sorted((TESTS / "refusals").glob("*.txt"))))
def test_what_cannot_be_is_refused_at_once(line: str, parts: list[str], tmp_path: Path) -> None:
    begin = process_time()
    said = refused(call(*split(line), cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book")), 2)
    assert process_time() - begin < MOST_SECONDS
    assert all(part in said for part in parts), said
    assert len(said) < LONGEST
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["minimax", "grundy", "9" * 5000], "a heap must be a whole number, 1 to 10,000,000, not '999"),
        (["minimax", "grundy", *["1"] * 101], "a sum has at most 100 heaps, not 101"),
        (["minimax", "tree", "[" * 201 + "1" + "]" * 201], "at most 200 levels"),
        (["minimax", "tree", "[" * 150 + "1" + "]" * 150, "--json"], "or 100 levels"),
        (
            ["skat", "solve", "--deal", f"{DEAL}\n{DEAL}", "--game", "null", "--declarer", "forehand"],
            "2 deals given",
        ),
        (["skat", "solve", "--deal", "7" * 5000, "--game", "null", "--declarer", "forehand"], f"not '{'7' * 40}...'"),
        (["sql", "SELECT '\udcff'"], "UTF-8"),
        (["tables", "\udcff"], "an argument is not UTF-8: '\\udcff'"),
        # in a process of its own an argument that is too long never arrives
        (["tables", *["x"] * MOST_ARGUMENTS], "there are 1,001 arguments; a command takes at most 1,000"),
        (["tables", "x" * (LONGEST_ARGUMENT + 1)], "an argument may have 100,000 characters, not 100,001"),
    ],
    ids=lambda value: " ".join(value)[:60].encode("ascii", "replace").decode() if isinstance(value, list) else "",
)
def test_what_is_too_long_or_no_text_is_refused(words: list[str], part: str, tmp_path: Path) -> None:
    assert part in refused(call(*words, cwd=tmp_path, TAFELWERK_BOOK=str(tmp_path / "book")), 2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("line", "parts"), listed([TESTS / "misses.txt"]))
def test_a_miss_names_the_folder_and_a_build_that_reaches_it(line: str, parts: list[str], tmp_path: Path) -> None:
    named = refused(call(*split(line), "--book", "a book", cwd=tmp_path), 3)
    assert f": not in the book {tmp_path / 'a book'}; " in named
    assert named.endswith(f" --book '{tmp_path / 'a book'}'")
    unnamed = refused(call(*split(line), cwd=tmp_path), 3)
    assert f": not in the book {default_book()}; " in unnamed
    assert "--book" not in unnamed
    assert all(part in said for part in parts for said in (named, unnamed)), unnamed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        "switching move --order 60",
        "switching move --order 40 -o board.svg",
        "minimax octal 0.77 --heap 30 --heap 29 --misere",
    ],
)
def test_what_no_build_holds_is_computed_on_request(line: str, tmp_path: Path) -> None:
    said = refused(call(*split(line), cwd=tmp_path), 3)
    assert f"expensive to compute; run: tafelwerk {line.split(' -o')[0]}" in said
    assert "--compute" in said
    assert list(tmp_path.iterdir()) == []
