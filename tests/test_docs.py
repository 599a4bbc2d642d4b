"""The pages' SQL questions give the answers that stand beside them."""

import doctest
from pathlib import Path

import pytest
from page_commands import ROOT, Example, examples
from program import run


def questions(page: str) -> list[Example]:
    """The SQL questions of a page that stand there as blocks, with the answers below them."""
    return [one for one in examples(f"docs/{page}") if one.words[0] == "sql" and not one.typed and one.printed]


PAGES_WITH_QUESTIONS = {
    "montecarlo.md": 10,
    "deduction.md": 7,
    "search.md": 9,
    "dresher.md": 10,
    "skat.md": 12,
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
    one = questions(page)[number]
    lines = run(*one.words, "--book", standard_book).stdout.splitlines()
    found = [line.split() for line in lines if line.strip() and not line.startswith("─")]
    assert found == [line.split() for line in one.printed.splitlines()]


@pytest.mark.parametrize("page", ["skat.md", "skat-playing.md"])
def test_examples_in_python(page: str) -> None:
    """What a page shows of the Python API is what comes."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert (failed, tried > 2) == (0, True)
