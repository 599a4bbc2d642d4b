"""The pages' SQL questions give the answers that stand beside them."""

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


def test_pages_have_questions():
    assert len(questions("montecarlo.md")) == 5


@pytest.fixture(scope="session")
def standard_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tafelwerk.build import runner
    from tafelwerk.build.montecarlo import standard

    book = tmp_path_factory.mktemp("standard") / "book"
    runner.run(book, list(standard()))
    return book


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5))
def test_questions_of_the_family(number, standard_book):
    statement, answer = questions("montecarlo.md")[number]
    lines = run("sql", statement, "--book", standard_book).stdout.splitlines()
    assert [line.split() for line in lines if line.strip() and not line.startswith("─")] == answer
