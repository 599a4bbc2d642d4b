"""Files of a book that are damaged, foreign, missing, or of an earlier format."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
from books import as_format_5

from faults.scene import NEW, PLANTED, Scene, Trial, holds, is_wrong, last_line, sums, tells_of_a_defect
from faults.scene import _old as old_book

FORMATS = PLANTED.parent / "formats"


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


def flipped(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(30, 3):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 12288, 2**40)
        yield _unchanged(scene, book, book / "search.duckdb")


def flipped_and_verified(scene: Scene) -> Iterator[Trial]:
    before = sums(old_book())
    for _ in scene.some(30, 2):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 12288, 2**40)
        trial = _unchanged(scene, book, book / "search.duckdb", "verify", "search")
        passed_wrongly = trial.exit == 0 and not holds(book, before)
        yield Trial(trial.exit, trial.said, trial.kept, None, passed_wrongly, trial.broke)


def flipped_header(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(10, 3):
        book = scene.book()
        _flip(scene, book / "search.duckdb", 0, 12288)
        yield _unchanged(scene, book, book / "search.duckdb")


def cut_off(scene: Scene) -> Iterator[Trial]:
    size = (old_book() / "search.duckdb").stat().st_size
    for keep in (0, 7, 100, 5000, 12288, size // 2, size - 65536, size - 1)[:: 1 if scene.thorough else 4]:
        book = scene.book()
        os.truncate(book / "search.duckdb", keep)
        yield _unchanged(scene, book, book / "search.duckdb")


def torn(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(10, 2):
        book = scene.book()
        path = book / "search.duckdb"
        at = 12288 + 4096 * scene.draw.randrange((path.stat().st_size - 12288) // 4096)
        with path.open("rb+") as file:
            file.seek(at)
            file.write(bytes(4096))
        yield _unchanged(scene, book, path)


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


missing = _replaced(lambda path: None)
folder = _replaced(Path.mkdir)
link_to_nothing = _replaced(lambda path: path.symlink_to("nothing"))
other_family = _replaced(lambda path: shutil.copy(path.with_name("dresher.duckdb"), path))
text = _replaced(lambda path: path.write_text("a text\n"))
pipe = _replaced(lambda path: os.mkfifo(path))


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


def old_formats(scene: Scene) -> Iterator[Trial]:
    for number in range(1, 5):
        book = scene.book()
        yield _unchanged(scene, book, _old_file(number, book))


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


def format_before(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    as_format_5(book / "search.duckdb")
    yield _unchanged(scene, book, book / "search.duckdb")


def format_before_built(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    as_format_5(book / "search.duckdb")
    yield scene.rebuild(book)


def newer_format(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with duckdb.connect(str(book / "search.duckdb")) as connection:
        connection.execute("UPDATE meta.format SET version = 99")
    yield _unchanged(scene, book, book / "search.duckdb")


def odd_folders(scene: Scene) -> Iterator[Trial]:
    for name in ("why?", "a\\b", "st*r[s]", "codes=5")[: 4 if scene.thorough else 1]:
        book = scene.book().rename(scene.place().with_name(name))
        done = scene.build(book)
        asked = scene.ask(book)
        yield Trial(asked.returncode, "", True, True, is_wrong(asked))
        yield scene.trial(done, done.stderr, book, resume=NEW)
