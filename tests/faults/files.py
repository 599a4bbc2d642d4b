"""Files of a book that are damaged, foreign, missing, or of an earlier format."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
from books import as_format_5

from faults.scene import NEW, PLANTED, Scene, Trial, holds, is_wrong, last_line, row, sums, tells_of_a_defect
from faults.scene import _old as old_book

FORMATS = PLANTED.parent / "formats"
GROUP = "Files of the book"
_REMEDY = "move it away and run"


def _unchanged(scene: Scene, book: Path, path: Path, *words: str | Path) -> Trial:
    """A question to a book with a damaged file, which must stay as it is."""
    before = path.read_bytes()
    done = scene.run(*words, "--book", book) if words else scene.ask(book)
    return _seen(done, book, kept=path.read_bytes() == before, wrong=not words and is_wrong(done))


def _seen(done: subprocess.CompletedProcess[str], book: Path, *, kept: bool, wrong: bool) -> Trial:
    """What a run came to that nothing is built after."""
    return Trial(done.returncode, last_line(done.stderr, book), kept, None, wrong, tells_of_a_defect(done.stderr))


def _flip(scene: Scene, path: Path, first: int, end: int) -> None:
    content = bytearray(path.read_bytes())
    content[scene.draw.randrange(first, min(end, len(content)))] ^= 1 << scene.draw.randrange(8)
    path.write_bytes(content)


@row(GROUP, "one bit flipped at random in a family's file; a look-up", (0, 4), _REMEDY)
def flipped(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(30, 3):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 12288, 2**40)
        yield _unchanged(scene, book, book / "search.duckdb")


@row(GROUP, "the same; `verify`, which passes only where no stored row differs", (0, 4), "fail|damaged", slow=True)
def flipped_and_verified(scene: Scene) -> Iterator[Trial]:
    before = sums(old_book())
    for _ in scene.some(30, 2):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 12288, 2**40)
        trial = _unchanged(scene, book, book / "search.duckdb", "verify", "search")
        passed_wrongly = trial.exit == 0 and not holds(book, before)
        yield Trial(trial.exit, trial.said, trial.kept, None, passed_wrongly, trial.broke)


@row(GROUP, "one bit flipped in the file's headers", (0, 4), _REMEDY)
def flipped_header(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(10, 3):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 0, 12288)
        yield _unchanged(scene, book, book / "search.duckdb")


@row(GROUP, "a file cut off: to nothing, within the header, within a block, by a block, by a byte", (4,), _REMEDY)
def cut_off(scene: Scene) -> Iterator[Trial]:
    size = (old_book() / "search.duckdb").stat().st_size
    for keep in (0, 7, 100, 5000, 12288, size // 2, size - 65536, size - 1)[:: 1 if scene.thorough else 4]:
        book = scene.book()
        os.truncate(book / "search.duckdb", keep)
        yield _unchanged(scene, book, book / "search.duckdb")


@row(GROUP, "a block of zeros in the middle of a file, as a torn write leaves it", (0, 4), _REMEDY)
def torn(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(10, 2):
        book = scene.book()
        path = book / "search.duckdb"
        at = 12288 + 4096 * scene.draw.randrange((path.stat().st_size - 12288) // 4096)
        with path.open("rb+") as file:
            file.seek(at)
            file.write(bytes(4096))
        yield _unchanged(scene, book, path)


@row(GROUP, "a journal of nonsense beside the file (FILE.wal)", (0, 4), _REMEDY)
def journal(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    (book / "search.duckdb.wal").write_bytes(bytes(range(256)) * 16)
    yield _unchanged(scene, book, book / "search.duckdb")


def _replaced(make: Callable[[Path], object]) -> Callable[[Scene], Iterator[Trial]]:
    def play(scene: Scene) -> Iterator[Trial]:
        book = scene.book()
        (book / "search.duckdb").unlink()
        make(book / "search.duckdb")
        done = scene.ask(book)
        yield _seen(done, book, kept=(book / "dresher.duckdb").exists(), wrong=is_wrong(done))

    return play


row(GROUP, "the file is missing: the answer is computed", (0,))(_replaced(lambda path: None))
row(GROUP, "a folder in its place", (4,), _REMEDY)(_replaced(Path.mkdir))
row(GROUP, "a link to nothing in its place", (0,))(_replaced(lambda path: path.symlink_to("nothing")))
row(GROUP, "another family's file in its place", (4,), "name it dresher.duckdb")(
    _replaced(lambda path: shutil.copy(path.with_name("dresher.duckdb"), path))
)
row(GROUP, "a text in its place", (4,), _REMEDY)(_replaced(lambda path: path.write_text("a text\n")))
row(GROUP, "a pipe in its place", (4,), "move it away")(_replaced(lambda path: os.mkfifo(path)))


@row(GROUP, "the book is a file", (4,), "name the folder of a book")
def book_is_a_file(scene: Scene) -> Iterator[Trial]:
    book = scene.place()
    book.write_text("a text\n")
    done = scene.ask(book)
    yield _seen(done, book, kept=book.read_text() == "a text\n", wrong=is_wrong(done))


def _old_file(number: int, book: Path) -> Path:
    path = book / "search.duckdb"
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        connection.execute((FORMATS / f"format-{number}.sql").read_text(encoding="utf-8"))
    return path


@row(GROUP, "a file of every earlier format, 1 to 4: a look-up", (4,), _REMEDY)
def old_formats(scene: Scene) -> Iterator[Trial]:
    for number in range(1, 5):
        book = scene.book()
        yield _unchanged(scene, book, _old_file(number, book))


@row(GROUP, "the same: a build, then the file moved away as the message says", (4,), _REMEDY, resumes=True, slow=True)
def old_formats_built(scene: Scene) -> Iterator[Trial]:
    from program import build_here

    for number in range(1, 5):
        book = scene.book()
        path = _old_file(number, book)
        before = path.read_bytes()
        done = scene.build(book)
        kept = path.read_bytes() == before
        path.unlink()
        again = build_here("build", *NEW, "--book", book)
        resumed = again.returncode == 0 and holds(book, {})
        said, broke = last_line(done.stderr, book), tells_of_a_defect(done.stderr)
        yield Trial(done.returncode, said, kept, resumed, False, broke)


@row(GROUP, "a file of format 5, whose rows do not name their builds: a look-up", (4,), "bring it up to date with")
def format_before(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    as_format_5(book / "search.duckdb")
    yield _unchanged(scene, book, book / "search.duckdb")


@row(GROUP, "a file of format 5: a build", (0,), resumes=True)
def format_before_built(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    as_format_5(book / "search.duckdb")
    yield scene.rebuild(book)


@row(GROUP, "a file of a newer format", (4,), "update tafelwerk")
def newer_format(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with duckdb.connect(str(book / "search.duckdb")) as connection:
        connection.execute("UPDATE meta.format SET version = 99")
    yield _unchanged(scene, book, book / "search.duckdb")


@row(
    GROUP,
    "a folder whose name DuckDB takes for a pattern, an address, a column or several folders: a build, a look-up",
    (0,),
    resumes=True,
    slow=True,
)
def odd_folders(scene: Scene) -> Iterator[Trial]:
    for name in ("why?", "a\\b", "st*r[s]", "codes=5")[: 4 if scene.thorough else 1]:
        book = scene.book().rename(scene.place().with_name(name))
        done = scene.build(book)
        asked = scene.ask(book)
        yield Trial(asked.returncode, "", True, True, is_wrong(asked))
        yield scene.trial(done, done.stderr, book, resume=NEW)
