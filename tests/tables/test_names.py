"""Names for completion: read from all layers at once, and remembered while the files are unchanged."""

import json
from pathlib import Path

import pytest
from books import alter_file
from program import make_book

import tafelwerk
from tafelwerk.book import Book, open_book
from tafelwerk.errors import BookError
from tafelwerk.tables.names import cached_names, played_games, word_lists

POCKET = Path(tafelwerk.__file__).parent / "pocket"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr("tafelwerk.tables.storage.MOST_ENTRIES", 20)
    return tmp_path / "cache"


def test_all_layers_are_read(tmp_path: Path) -> None:
    with Book(tmp_path / "none", Book(POCKET)) as book:
        assert played_games(book) == [f"kupferschmid-{number}" for number in range(1, 10)]
        assert word_lists(book) == []
    with Book(POCKET, Book(POCKET)) as book:
        assert len(played_games(book)) == 9
    with open_book(tmp_path / "none", pocket=False) as book:
        assert played_games(book) == []


def test_names_are_remembered_until_a_file_or_the_program_changes(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Path] = []

    def names(book: Book) -> list[str]:
        calls.append(book.path)
        return [f"list-{len(calls)}"]

    with open_book(tmp_path / "book", pocket=False) as book:
        assert cached_names(names, book, "mastermind") == cached_names(names, book, "mastermind") == ["list-1"]
        book.path.mkdir()
        book.file("mastermind").write_text("one")
        assert cached_names(names, book, "mastermind") == ["list-2"]
        book.file("mastermind").write_text("another")
        assert cached_names(names, book, "mastermind") == cached_names(names, book, "mastermind") == ["list-3"]
        monkeypatch.setattr("tafelwerk.tables.storage.__version__", "another")
        assert cached_names(names, book, "mastermind") == ["list-4"]
    for content in ("", "[]", '{"names %s": 3}' % (tmp_path / "book")):
        (cache / "names.json").write_text(content)
        with open_book(tmp_path / "book", pocket=False) as book:
            assert cached_names(names, book, "mastermind") == [f"list-{len(calls)}"]
    assert len(calls) == 7
    for number in (*range(25), 10, *range(25, 30)):
        with open_book(tmp_path / str(number), pocket=False) as book:
            (tmp_path / str(number)).mkdir(exist_ok=True)
            book.file("mastermind").write_text(str(len(calls)))
            cached_names(names, book, "mastermind")
    # those asked for last
    known = [Path(name).name for name in json.loads((cache / "names.json").read_text())]
    assert known == [str(number) for number in (*range(11, 25), 10, *range(25, 30))]
    assert [file.name for file in cache.iterdir()] == ["names.json"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, cache: Path) -> None:
    cache.write_text("a file")
    with open_book(tmp_path / "book", pocket=False) as book:
        assert cached_names(lambda book: ["one"], book, "skat") == ["one"]


def test_no_view_is_read_and_damage_is_told(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book")
    (book / "montecarlo.duckdb").rename(book / "skat.duckdb")
    with open_book(book, pocket=False) as opened, pytest.raises(BookError):
        played_games(opened)
    (book / "skat.duckdb").write_bytes((POCKET / "skat.duckdb").read_bytes())
    view = ("CREATE TABLE kept AS FROM games", "DROP TABLE games CASCADE", "CREATE VIEW games AS SELECT 'x' AS name")
    alter_file(book / "skat.duckdb", *view)
    with open_book(book, pocket=False) as opened:
        assert played_games(opened) == []
