"""`tafelwerk skat hands`: classes of hands and rated games, as JSON and for people."""

from pathlib import Path

from program import call, refused
from skat_questions import ask, read


def test_the_table_for_people(skat_book: Path) -> None:
    found = ask("hands", "--least", 2, book=skat_book)
    assert found["games"] == found["samples"] == sum(one["games"] for one in found["ratings"] if one["model"] == "open")
    lines = read("hands", "--least", 2, book=skat_book).splitlines()
    assert "model open, games solved with open cards" in lines
    tables = [line for line in lines if line.strip()[:1].isdigit() and "%" in line]
    assert len(tables) == len(found["classes"]) > 0
    german = call("skat", "hands", "--position", "Vorhand", "--lang", "de", "--book", skat_book).stdout
    assert "Modell open, mit offenen Karten gelöste Spiele" in german


def test_hands_that_are_not_built(skat_book: Path) -> None:
    error = refused(call("skat", "hands", "--dealt", "--book", skat_book), 3)
    assert "tafelwerk build skat --deals 1000 --question win" in error
