"""The pages' SQL questions give the answers that stand beside them."""

import doctest
import re
from itertools import pairwise
from pathlib import Path

import pytest
from program import run

PAGES = Path(__file__).parent.parent / "docs"


def questions(page: str) -> list[tuple[str, list[list[str]]]]:
    """Every indented SELECT of a page, and the words of the indented answer that follows, line by line."""
    blocks = re.findall(r"(?:^    .*\n)+", (PAGES / page).read_text(encoding="utf-8"), re.MULTILINE)
    found = []
    for block, answer in pairwise(blocks):
        if block.lstrip().startswith("SELECT"):
            found.append((" ".join(block.split()), [line.split() for line in answer.splitlines()]))
    return found


PAGES_WITH_QUESTIONS = {
    "montecarlo.md": 10,
    "deduction.md": 7,
    "search.md": 9,
    "dresher.md": 10,
    "skat.md": 10,
    "skat-playing.md": 5,
    "beams.md": 7,
    "switching.md": 8,
    "minimax.md": 7,
}


@pytest.mark.parametrize("page", PAGES_WITH_QUESTIONS)
def test_pages_have_questions(page: str) -> None:
    assert len(questions(page)) == PAGES_WITH_QUESTIONS[page]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "number"), [(page, number) for page, count in PAGES_WITH_QUESTIONS.items() for number in range(count)]
)
def test_questions_are_answered_as_the_page_says(page: str, number: int, standard_book: Path) -> None:
    statement, answer = questions(page)[number]
    lines = run("sql", statement, "--book", standard_book).stdout.splitlines()
    assert [line.split() for line in lines if line.strip() and not line.startswith("─")] == answer


@pytest.mark.parametrize("page", ["skat.md", "skat-playing.md"])
def test_examples_in_python(page: str) -> None:
    """What a page shows of the Python API is what comes."""
    failed, tried = doctest.testfile(str(PAGES / page), module_relative=False)
    assert (failed, tried > 2) == (0, True)
