"""`tafelwerk skat hands`: classes of hands and rated games, as JSON and for people."""

from pathlib import Path

import pytest
from program import call, refused
from skat_books import learnt_book
from skat_questions import ask, read


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return learnt_book(tmp_path_factory)


def test_the_table_for_people(book: Path) -> None:
    found = ask("hands", "--least", 2, book=book)
    assert found["games"] == found["samples"] == sum(one["games"] for one in found["ratings"] if one["model"] == "open")
    lines = read("hands", "--least", 2, book=book).splitlines()
    assert "model open, games solved with open cards" in lines
    tables = [line for line in lines if line.strip()[:1].isdigit() and "%" in line]
    assert len(tables) == len(found["classes"]) > 0
    german = call("skat", "hands", "--position", "Vorhand", "--lang", "de", "--book", book).stdout
    assert "Modell open, mit offenen Karten gelöste Spiele" in german


def test_hands_that_are_not_built(book: Path) -> None:
    error = refused(call("skat", "hands", "--dealt", "--book", book), 3)
    assert "tafelwerk build skat --deals 1000 --question win" in error
