"""Opening a book, asking it, and what it says of files that are none.
A book over another: which of them answers.
"""

import shutil
import subprocess
import sys
import threading
from importlib.metadata import version
from pathlib import Path

import pytest
import toy_family
from books import alter_file
from program import make_book

import tafelwerk
from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
from tafelwerk.families.montecarlo import duels
from tafelwerk.families.montecarlo.answers import AgentDuel, Duel
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules
from tafelwerk.tables import contents
from tafelwerk.tables.book import Book, in_layers
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.provenance import evidence


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Bytes of a sound family file."""
    book = tmp_path_factory.mktemp("whole") / "book"
    run(book, [toy_family.squares(20_000)], executor="inline")
    return (book / "toy.duckdb").read_bytes()


@pytest.fixture
def book(tmp_path: Path, whole: bytes) -> Path:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "toy.duckdb").write_bytes(whole)
    return tmp_path / "book"


def test_one_and_rows(book: Path) -> None:
    with open_book(book) as opened:
        assert (repr(opened), opened.families) == (f"<Book {book}: toy>", ("toy",))
        statement = "SELECT square FROM toy.squares WHERE kind = ? AND n = ?"
        assert opened.one("toy", statement, "odd", 151) == (151**2,)
        assert opened.one("toy", statement, "even", 151) is None
        assert opened.rows("toy", "SELECT n FROM toy.squares WHERE n < 3 ORDER BY n") == [(0,), (1,), (2,)]
        assert opened.sql("SELECT sum(n) AS s FROM toy.squares")["s"][0] == sum(range(20_000))


def test_missing_book_is_empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It knows its absolute folder."""
    monkeypatch.chdir(tmp_path)
    with open_book("none") as opened:
        monkeypatch.chdir("/")
        assert (repr(opened), opened.path) == (f"<Book {tmp_path / 'none'}: empty>", tmp_path / "none")
        assert opened.families == ()
        assert opened.one("toy", "SELECT 1 FROM toy.squares") is None
        assert opened.rows("toy", "SELECT 1 FROM toy.squares") == []
        assert opened.sql("FROM meta.builds").height == 0
    assert not (tmp_path / "none").exists()


def test_threads_share_a_book(book: Path) -> None:
    wrong: list[object] = []

    def ask(opened: tafelwerk.Book) -> None:
        for n in range(50):
            found = opened.one("toy", "SELECT square FROM toy.squares WHERE kind = 'odd' AND n = ?", 2 * n + 1)
            if found != ((2 * n + 1) ** 2,):
                wrong.append(found)

    with open_book(book) as opened:
        threads = [threading.Thread(target=ask, args=(opened,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_reader_keeps_its_file_until_it_reopens(book: Path) -> None:
    count = "SELECT count(*) FROM toy.squares"
    with open_book(book) as before:
        assert before.one("toy", count) == (20_000,)
        run(book, [toy_family.squares(20_010, first=20_000)], executor="inline")
        assert before.one("toy", count) == (20_000,)
        with open_book(book) as after:
            assert after.one("toy", count) == (20_010,)
        assert before.one("toy", "SELECT square FROM toy.squares WHERE n = 19999") == (19_999**2,)
        before.reopen()
        assert before.one("toy", count) == (20_010,)


def test_evidence_is_read_once_until_the_file_is_read_anew(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_book(book) as opened:
        ((number,),) = opened.rows("toy", "SELECT DISTINCT build AS number FROM toy.squares")
        before = evidence(opened, "toy", {number})
        changed = "single" if before != "single" else "recomputed"
        file = Path(shutil.copy(book / "toy.duckdb", book.parent / "toy.duckdb"))
        alter_file(file, f"UPDATE meta.builds SET evidence = '{changed}'")
        file.replace(book / "toy.duckdb")
        with monkeypatch.context() as patched:
            patched.setattr(opened, "metadata", None)
            assert evidence(opened, "toy", {number}) == before
        opened.reopen()
        assert evidence(opened, "toy", {number}) == changed


def test_a_connection_is_used_again_and_holds_no_file(
    book: Path, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the same files alone; a file that was replaced in the meantime is read anew, one that is damaged is named."""
    started: list[contents.Access] = []
    start = contents._connect
    monkeypatch.setattr(contents, "_IDLE", {})
    monkeypatch.setattr(contents, "_connect", lambda wanted: started.append(wanted) or start(wanted))
    count = "SELECT count(*) FROM toy.squares"
    for n in (20_000, 30, 20_000):
        with open_book(book, pocket=False) as opened:
            assert opened.one("toy", count) == (n,)
        assert not [fd for fd in Path("/proc/self/fd").iterdir() if "toy.duckdb" in str(fd.resolve())]
        (book / "toy.duckdb").unlink()
        if n > 30:
            run(book, [toy_family.squares(30)], executor="inline")
        else:
            (book / "toy.duckdb").write_bytes(whole)
    assert len([wanted for wanted in started if wanted.folders]) == 1
    (book / "toy.duckdb").write_bytes(whole[:-20_000])
    with open_book(book, pocket=False) as opened, pytest.raises(BookError, match="damaged"):
        opened.one("toy", count)
    shutil.copytree(book, tmp_path / "other")
    (tmp_path / "other" / "toy.duckdb").write_bytes(whole)
    with open_book(tmp_path / "other", pocket=False) as opened, open_book(tmp_path / "other", pocket=False) as again:
        assert opened.one("toy", count) == again.one("toy", count) == (20_000,)
        assert opened._connection is not again._connection
    assert len(contents._IDLE) == 2


def test_a_forked_process_starts_its_own_connection(book: Path) -> None:
    """Also where another thread was about to take or to leave one."""
    script = f"""
import os, sys
from tafelwerk.book import open_book
from tafelwerk.tables import contents
def ask():
    with open_book({str(book)!r}, pocket=False) as opened:
        return opened.one("toy", "SELECT count(*) FROM toy.squares"), opened._connection
count, before = ask()
contents._IDLE_LOCK.acquire()
if not os.fork():
    again, own = ask()
    os._exit(0 if again == count == (20_000,) and own is not before and len(contents._OF_PARENT) == 1 else 1)
contents._IDLE_LOCK.release()
(_, status), (again, own) = os.wait(), ask()
sys.exit(os.waitstatus_to_exitcode(status) or again != count or own is not before)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_reopening_finds_families_that_came_and_went(book: Path, tmp_path: Path) -> None:
    count = "SELECT count(*) FROM toy.squares"
    with open_book(book) as opened:
        opened.reopen()
        assert opened.one("toy", count) == (20_000,)
        opened.reopen()
        assert opened.one("toy", count) == (20_000,)
        away = (book / "toy.duckdb").rename(tmp_path / "away.duckdb")
        opened.reopen()
        assert opened.families == ()
        assert opened.one("toy", count) is None
        (book / "toy.duckdb").symlink_to(away)
        opened.reopen()
        assert opened.one("toy", count) == (20_000,)
        away.write_text("no longer a book")
        opened.reopen()
        with pytest.raises(BookError, match="no DuckDB file"):
            opened.one("toy", count)


def test_closed_book(book: Path) -> None:
    opened = open_book(book)
    opened.close()
    with pytest.raises(ValueError, match="closed"):
        opened.one("toy", "SELECT 1")


def test_exports_are_lazy() -> None:
    script = "import sys, tafelwerk; assert 'duckdb' not in sys.modules; tafelwerk.open_book; import duckdb"
    subprocess.run([sys.executable, "-c", script], check=True)
    assert tafelwerk.StorageError is StorageError
    assert tafelwerk.InputError is InputError
    assert set(tafelwerk.__all__) <= set(dir(tafelwerk))
    assert tafelwerk.__version__ == version("tafelwerk")
    with pytest.raises(AttributeError):
        tafelwerk.nothing  # noqa: B018


def test_a_file_without_a_table_of_today(book: Path) -> None:
    """A table that the file records but lacks is named. One that an earlier version did not have is not built; the next build
    adds it, also one whose rows are held already, and says so once."""
    build = toy_family.squares(30)
    run(book, [build], executor="inline")
    alter_file(book / "toy.duckdb", "DROP TABLE signs")
    with open_book(book) as opened:
        assert opened.one("toy", "SELECT count(*) FROM toy.squares") == (20_000,)
        for ask in (opened.one, opened.rows):
            with pytest.raises(BookError, match=r"no table signs.*tafelwerk build toy"):
                ask("toy", "SELECT * FROM toy.signs")
    with pytest.raises(BookError, match=r"has other tables than it records \(signs\): move it away"):
        run(book, [toy_family.squares(40)], executor="inline")
    alter_file(book / "toy.duckdb", "DELETE FROM meta.tables WHERE name = 'signs'")
    with open_book(book) as opened:
        assert opened.one("toy", "SELECT sign FROM toy.signs UNION SELECT n FROM toy.squares") is None
        for all_rows in (opened.rows, opened.records, opened.arrays):
            assert not all_rows("toy", "SELECT * FROM toy.signs")
        with pytest.raises(BookError, match="no table sines"):
            opened.one("toy", "SELECT * FROM toy.sines")
        faults = {check.name: check.detail for check in verify_file(opened, "toy") if not check.ok}
        assert faults["toy: tables of this version"] == "lacking: signs; tafelwerk build toy adds them"
    for added in (1, 0):
        heard = toy_family.Heard()
        report = run(book, [build], executor="inline", progress=heard)
        assert (report.built, report.skipped) == ((), (build.name,))
        assert sum("signs added" in text for text in heard.notes) == added
    with open_book(book) as opened:
        assert opened.rows("toy", "SELECT * FROM toy.signs") == []
        assert opened.one("toy", "SELECT count(*) FROM toy.squares") == (20_000,)
        assert not [check for check in verify_file(opened, "toy") if not check.ok]


RULES = SubtractionRules((1, 2))
ROWS = "SELECT count(*) FROM montecarlo.subtraction_duels"


@pytest.fixture(scope="module")
def lower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with heaps 1 to 8."""
    return make_book(tmp_path_factory.mktemp("layers") / "pocket", heaps=8)


@pytest.fixture(scope="module")
def upper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with heaps 1 to 5."""
    return make_book(tmp_path_factory.mktemp("layers") / "book", heaps=5)


def put_over(upper: Path, lower: Path) -> Book:
    return Book(upper, Book(lower))


def duel(book: Book, heap: int) -> Duel | AgentDuel | None:
    return in_layers(duels.Duel(Subtraction(RULES, heap), 2, 4).look_up)(book)


def test_the_first_book_with_a_file_of_the_family_is_read(upper: Path, lower: Path, tmp_path: Path) -> None:
    with put_over(upper, lower) as book:
        assert book.one("montecarlo", ROWS) == (15,)
    with put_over(tmp_path / "none", lower) as book:
        assert book.one("montecarlo", ROWS) == (24,)
        assert book.rows("montecarlo", ROWS) == [(24,)]
        assert book.rows("dresher", "SELECT 1 FROM dresher.games") == []
        assert book.families == ()


def test_a_question_without_an_answer_is_asked_below_as_a_whole(upper: Path, lower: Path) -> None:
    with put_over(upper, lower) as book:
        for heap in (5, 8):
            found = duel(book, heap)
            assert found is not None
            assert found.first == heap / 8
        assert duel(book, 9) is None
        # the upper book has some of the rows: not these with others from below
        curve = in_layers(duels.Curve(Subtraction(RULES, 8), 3).look_up)(book)
        assert curve is not None
        assert [duel.k for duel in curve] == [1, 2, 3]


def test_what_no_layer_has_is_missing_from_the_upper_one(upper: Path, lower: Path, tmp_path: Path) -> None:
    def look_up(book: Book, path: Path) -> Path:
        if book.path != path:
            raise MissingTableError("a question", "tafelwerk build it", book.path)
        return path

    with put_over(upper, lower) as book:
        asked = in_layers(look_up)
        assert [asked(book, path) for path in (upper, lower)] == [upper, lower]
        with pytest.raises(MissingTableError) as missed:
            asked(book, tmp_path)
        question = duels.Duel(Subtraction(RULES, 9), 2).missing(book)
    assert missed.value.book == question.book == upper  # type: ignore[attr-defined]


def test_a_damaged_file_is_not_passed_over(lower: Path, tmp_path: Path) -> None:
    (tmp_path / "montecarlo.duckdb").write_bytes(b"nothing")
    with put_over(tmp_path, lower) as book:
        with pytest.raises(BookError, match="damaged"):
            duel(book, 8)
        with pytest.raises(BookError, match="damaged"):
            book.rows("montecarlo", ROWS)


def test_a_closed_book_answers_no_more(upper: Path, lower: Path) -> None:
    book = put_over(upper, lower)
    assert book.one("montecarlo", ROWS) == (15,)
    layers = book.layers
    book.close()
    for one in (book, *layers):
        with pytest.raises(ValueError, match="closed"):
            one.one("montecarlo", ROWS)


def test_sql_over_both(upper: Path, lower: Path, tmp_path: Path) -> None:
    statement = "SELECT max(heap) AS heap FROM montecarlo.subtraction_duels"
    with put_over(upper, lower) as book:
        assert book.sql(statement)["heap"].to_list() == [5]
    with put_over(tmp_path / "none", lower) as book:
        assert book.sql(statement)["heap"].to_list() == [8]
        assert book.sql("SELECT family FROM meta.builds")["family"].to_list() == ["montecarlo"]
