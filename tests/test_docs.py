"""The pages' SQL questions give the answers that stand beside them."""

import doctest
from pathlib import Path

import pytest
from page_commands import PAGE_OF, ROOT, Example, examples
from program import call

from tafelwerk.families import FAMILIES


def questions(page: str) -> list[Example]:
    """The SQL questions of a page that stand there as blocks, with the answers below them."""
    return [one for one in examples(f"docs/{page}") if one.words[0] == "sql" and not one.typed and one.printed]


PAGES_WITH_QUESTIONS = (*(f"{PAGE_OF.get(family, family)}.md" for family in FAMILIES), "skat-playing.md")


@pytest.mark.parametrize("page", PAGES_WITH_QUESTIONS)
def test_a_page_has_five_questions_in_sql(page: str) -> None:
    assert len(questions(page)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES_WITH_QUESTIONS)
def test_questions_are_answered_as_the_page_says(page: str, standard_book: Path) -> None:
    for one in questions(page):
        lines = call(*one.words, "--book", standard_book).stdout.splitlines()
        found = [line.split() for line in lines if line.strip() and not line.startswith("─")]
        assert found == [line.split() for line in one.printed.splitlines()], one.words


@pytest.mark.parametrize("page", ["skat.md", "skat-playing.md"])
def test_examples_in_python(page: str) -> None:
    """What a page shows of the Python API is what comes."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert (failed, tried > 2) == (0, True)
