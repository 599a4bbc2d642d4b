"""The book: a folder with one DuckDB file per family, attached read-only under the family's name.

DuckDB is imported when the first file is attached, so a question that no table answers does not pay for it.
"""

import atexit
import errno
import os
import re
import stat
import threading
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar
from weakref import WeakSet

from tafelwerk.errors import BookError, MissingTableError, StorageError
from tafelwerk.files import named_path
from tafelwerk.places import (
    BOOK_VARIABLE,
    POCKET_VARIABLE,
    SHIPPED_POCKET,
    default_book,
    pocket_beneath,
    pocket_folder,
    with_book,
)
from tafelwerk.tables import readings
from tafelwerk.tables.contents import Access, access, borrow, examine, foreign_definitions, give_back
from tafelwerk.tables.layout import layout
from tafelwerk.tables.metadata import Ask, Evidence, read_evidence, read_format
from tafelwerk.tables.provenance import FORMAT_VERSION, UPGRADABLE, take_builds
from tafelwerk.tables.readings import literal
from tafelwerk.tables.storage import (
    FileState,
    check_utf8,
    duckdb_path,
    file_state,
    first_line,
    is_file_fault,
    raise_file_fault,
    remedy,
)

if TYPE_CHECKING:
    import duckdb
    import polars

    from tafelwerk.tables.sandbox import Parameters

P = ParamSpec("P")
T = TypeVar("T")

FAMILY_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HEADERS = 3 * 4096  # bytes before a DuckDB file's first block
_MAGIC = slice(8, 12)  # DuckDB's main header: an 8-byte checksum, then "DUCK"
_NO_TABLE = r"Table with name (\w+) does not exist"

LOOK_UPS = {"threads": "1", "dynamic_or_filter_threshold": "1000"}
"""Settings of DuckDB for look-ups. A look-up reads few rows, so a second thread would cost more to start than it saves; the
threshold is the number of keys up to which DuckDB skips blocks that hold none of them."""

_OPEN: "WeakSet[Book]" = WeakSet()
"""Books with a connection."""


class Book:
    """A book open for reading; safe to share between threads.

    A family's file is attached on first use. Later commits are visible to the next Book that is opened; this one continues to
    read its attached file. A statement reads plain tables, and views defined by the program. One that reads a table which the
    file of an earlier version lacks has no answer, as if the family had no file.

    Another book may supplement it. A family without a file here is read from there, and a look-up that finds nothing here is
    repeated there as a whole, see `layers.in_layers`. A damaged file is an error and is never skipped.

    Args:
        path: the folder.
        beneath: the supplementing book, or None.

    Attributes:
        path: the folder.
        beneath: the supplementing book, or None.
    """

    def __init__(self, path: str | os.PathLike[str], beneath: "Book | None" = None) -> None:
        self.path = named_path(path, "the book's folder").absolute()
        check_folder(self.path)
        self.beneath = beneath
        self._own = None if beneath is None else Book(path)
        self._lock = threading.RLock()
        self._attached: dict[str, FileState | None] = {}
        self._evidence: dict[str, dict[int, Evidence]] = {}  # of builds of attached files, by family and number
        self._views: dict[str, re.Pattern[str]] = {}  # names of views that were not compared with the shipped ones yet
        self._access: Access | None = None
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._listed: tuple[str, ...] = ()  # families whose files the connection may open
        self._closed = False

    @classmethod
    def in_folder(cls, path: str | os.PathLike[str] | None, *, pocket: bool) -> Self:
        """The book in a folder, with or without the pocket book. Arguments and errors as of `tafelwerk.open_book`."""
        folder = default_book() if path is None else named_path(path, "the book's folder")
        lower = pocket_beneath(folder) if pocket else None
        return cls(folder, None if lower is None else Book(lower))

    @property
    def layers(self) -> tuple["Book", ...]:
        """This book, then the supplementing one if there is one."""
        if self._own is None or self.beneath is None:
            return (self,)
        return self._own, self.beneath

    @property
    def families(self) -> tuple[str, ...]:
        """Names of the families whose file exists, in alphabetical order; without those of the supplementing book."""
        return family_files(self.path)

    def file(self, family: str) -> Path:
        """Path of the family's file, whether or not it exists."""
        return family_file(self.path, family)

    def one(self, family: str, sql: str, *parameters: object) -> tuple[Any, ...] | None:
        """First row of a statement's answer, or None: no row, or the family has no file or table yet.

        Args:
            family: the family whose tables the statement reads, named as `family.table`.
            sql: one statement, with a ? for every parameter. A column `build` is taken off, see `take_builds`.

        Raises:
            BookError: the family's file is damaged, foreign or of another format.
            StorageError: it cannot be read.
        """
        return self._answer(family, sql, parameters, lambda answer: answer.fetchone())

    def rows(self, family: str, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """All rows of a statement's answer; none where the family has no file or table yet. Arguments and errors as in `one`."""
        return self._answer(family, sql, parameters, lambda answer: answer.fetchall()) or []

    def records(self, family: str, sql: str, *parameters: object) -> list[dict[str, Any]]:
        """All rows of a statement's answer by the names of its columns; none where the family has no file yet.

        Arguments and errors as in `one`.
        """

        def by_name(answer: "duckdb.DuckDBPyConnection") -> list[dict[str, Any]]:
            names = [column[0] for column in answer.description or ()]
            return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]

        return self._answer(family, sql, parameters, by_name) or []

    def arrays(self, family: str, sql: str, *parameters: object) -> "dict[str, Any]":
        """The columns of a statement's answer as numpy arrays, by name; none where the family has no file yet.

        Strings come as arrays of objects, a column with NULL as a masked array. Arguments and errors as in `one`.
        """
        return self._answer(family, sql, parameters, lambda answer: dict(answer.fetchnumpy())) or {}

    def metadata(self, family: str) -> tuple[Ask, Path]:
        """How the readers of `tables.metadata` ask what the family's file says about itself, and the path of that file."""
        holder = self._holder(family)
        return lambda sql, read: holder._answer(family, sql, (), read, is_value=False), holder.file(family)

    def evidence(self, family: str, numbers: Collection[int] | None = None) -> dict[int, Evidence]:
        """How the numbers of builds are known, by the builds' numbers; without those that the family's file does not record.

        They are read once. Errors as in `provenance.builds`.
        """
        if not isinstance(family, str) or numbers is None:
            raise TypeError("evidence takes a family and numbers of builds; that of an answer is answer.evidence")
        holder = self._holder(family)
        # a reopened file has another dictionary
        known = holder._evidence.setdefault(family, {})
        missing = [number for number in numbers if number not in known]
        if missing:
            ask, path = holder.metadata(family)
            source = f"{family}.meta.builds WHERE build IN ({', '.join(map(str, missing))})"
            known.update(read_evidence(ask, source, path))
        return {number: known[number] for number in numbers if number in known}

    def sql(self, statement: str, parameters: "Parameters | None" = None) -> "polars.DataFrame":
        """Answer of one reading statement over all families, as a Polars frame.

        Tables are `family.table`; `meta.builds` lists the builds of all families. The statement sees the newest
        committed files. A family whose file cannot be read is left out, with a warning, where the statement does not name it.

        Args:
            statement: one reading statement.
            parameters: its values, as DuckDB has them: a list for the places `?`, or a mapping for the names `$name`.

        Raises:
            InputError: it is not one reading statement, reaches for files or the network, its parameters do not fit, or it is
                at fault.
            BookError: it names a family whose file is damaged, foreign or of another format.
            StorageError: it names one whose file cannot be read.
        """
        return self._frame(statement, parameters)

    def _frame(self, statement: str, parameters: "Parameters | None") -> "polars.DataFrame":
        from tafelwerk.tables.sandbox import query

        beneath = None if self.beneath is None else self.beneath.path
        with query(self.path, statement, parameters=parameters, beneath=beneath) as answer:
            for fault in answer.left_out.values():
                warnings.warn(f"left out: {fault}", stacklevel=3)  # of who called the method
            return answer.pl()

    def reopen(self) -> None:
        """Read the newest committed files from here on. What has not changed stays attached."""
        for layer in self.layers:
            if layer is not self:
                layer.reopen()
        with self._lock:
            if self._connection is None:
                return
            if self.families != self._listed:  # a connection opens only the files that it was made for
                self._disconnect()
                return
            for family in [name for name, state in self._attached.items() if state != file_state(self.file(name))]:
                self._connection.execute(f"DETACH {family}")
                del self._attached[family]
                self._evidence.pop(family, None)
                self._views.pop(family, None)

    def close(self) -> None:
        """Close the files; later calls raise ValueError."""
        if self.beneath is not None:
            for layer in self.layers:
                layer.close()
        with self._lock:
            self._closed = True
            self._disconnect()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}: {', '.join(self.families) or 'empty'}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _disconnect(self) -> None:
        if self._connection is not None and self._access is not None:
            give_back(self._access, self._connection, self._attached)
            self._connection = None
            _OPEN.discard(self)
        self._attached.clear()
        self._evidence.clear()

    def _answer(
        self,
        family: str,
        sql: str,
        parameters: Sequence[object],
        read: "Callable[[duckdb.DuckDBPyConnection], T]",
        *,
        is_value: bool = True,
    ) -> T | None:
        """What is read of a statement's answer, or None: no file or table yet. Errors as in `one`.

        Args:
            family, sql, parameters: as in `one`.
            read: reads the answer.
            is_value: whether the answer has stored values that `read` does not check.
        """
        holder = self._holder(family)
        if holder is not self:
            return holder._answer(family, sql, parameters, read, is_value=is_value)
        with self._lock:
            if not self._attach(family):
                return None
            assert self._connection is not None
            value: T | None = None
            names: list[str] = []
            with self._faults(readings.Reading(self.path, family, sql, parameters)):
                self._compare_views(family, sql)
                answer = self._connection.execute(sql, parameters)
                names = [column[0] for column in answer.description or ()]
                value = read(answer)
        rows = readings.count_rows(value)
        readings.note_reading(readings.Reading(self.path, family, sql, parameters, rows), is_value=is_value)
        return take_builds(names, value) if is_value else value

    def _holder(self, family: str) -> "Book":
        """The layer that answers for a family: the first that has a file of it."""
        return self.layers[0] if self.beneath is None or readable_file(self.path, family) else self.beneath

    @contextmanager
    def _faults(self, reading: readings.Reading) -> Iterator[None]:
        """Says what is wrong with the family's file where a statement fails for that; ignores a table that it lacks yet."""
        from tafelwerk.tables.engine import duckdb

        family = reading.family
        try:
            yield
        except duckdb.Error as fault:
            if is_file_fault(fault):
                raise_file_fault(fault, self.file(family))
            missing = re.search(_NO_TABLE, str(fault)) if isinstance(fault, duckdb.CatalogException) else None
            if missing and self._is_later(family, missing[1]):
                return
            if missing:
                file = self.file(family)
                raise BookError(
                    f"{file} has no table {missing[1]}, though it should hold one: {remedy(file)}"
                ) from fault
            if isinstance(fault, duckdb.BinderException | duckdb.ConversionException):
                raise BookError(
                    f"{self.file(family)} holds other columns or values than this version reads"
                    f" ({first_line(fault)[:160]}): {remedy(self.file(family))}"
                ) from fault
            is_ours = isinstance(fault, duckdb.ParserException) or not reading.tables
            error = None if is_ours else readings.fault_of_file(fault, reading)
            if error is None:
                raise
            raise error from fault

    def _is_later(self, family: str, table: str) -> bool:
        """Whether a table that the family's file lacks is newer than the file, which does not record it."""
        assert self._connection is not None
        recorded = self._connection.execute(f"SELECT 1 FROM {family}.meta.tables WHERE name = ?", [table]).fetchone()
        return recorded is None and table in (entry.name for entry in layout(family))

    def _attach(self, family: str) -> bool:
        if self._closed:
            raise ValueError("the book is closed")
        if family in self._attached:
            return True
        if not readable_file(self.path, family):
            return False
        if self._connection is None:
            self._listed = self.families
            files = [self.file(name) for name in self._listed]
            self._access = access(files, [self.path], LOOK_UPS)
            self._connection = borrow(self._access)
            _OPEN.add(self)
        state = file_state(self.file(family))
        views = attach(self._connection, self.path, family)
        if views:
            self._views[family] = re.compile(rf"\b{family}\.(?:main\.)?(?:{'|'.join(map(re.escape, views))})\b")
        self._attached[family] = state
        return True

    def _compare_views(self, family: str, sql: str) -> None:
        """Raise where a statement names a view and the file's views are not the program's own."""
        views = self._views.get(family)
        if views is None or not views.search(sql):
            return
        assert self._connection is not None
        file = self.file(family)
        for foreign in foreign_definitions(
            self._connection, (family,), {family: (file, self._attached[family])}
        ).values():
            raise BookError(foreign_text(self.path, family, foreign))
        del self._views[family]


@atexit.register
def _close_all() -> None:
    """Close the books that are open at the end of a process: what a thread still holds then, DuckDB prints as leaks."""
    for book in (*_OPEN,):
        book.close()


os.register_at_fork(after_in_child=_OPEN.clear)  # they are the parent's


def check_folder(path: Path) -> None:
    """Raise unless the path is a folder that can be read, or does not exist.

    Raises:
        BookError: something else is there, such as a link to a folder that does not exist.
        StorageError: no permission, or DuckDB cannot be given the path.
    """
    check_utf8(path)
    try:
        os.scandir(path).close()
    except FileNotFoundError as error:
        if path.is_symlink():
            raise BookError(f"{path} is a link to nothing: make {os.path.realpath(path)}, or {_other(path)}") from error
    except NotADirectoryError as error:
        raise BookError(f"{path} is not a folder: {_other(path)}") from error
    except OSError as error:
        raise StorageError(f"cannot read the book {path}: {error.strerror}") from error


def _other(folder: Path) -> str:
    """What to do where something else is in the place of a book's folder."""
    if folder == pocket_folder():
        return f"set {POCKET_VARIABLE} to the folder of the pocket book, or to nothing to do without"
    return f"name the folder of a book (--book DIR or {BOOK_VARIABLE})"


def family_file(book: Path, family: str) -> Path:
    """Path of the family's file, whether or not it exists."""
    return book / f"{family}.duckdb"


def family_files(book: Path) -> tuple[str, ...]:
    """Names of the families whose file exists in the folder, in alphabetical order.

    Raises:
        BookError: the path is not a folder.
        StorageError: it cannot be read.
    """
    check_folder(book)
    try:
        names = [path.stem for path in book.iterdir() if path.suffix == ".duckdb"]
    except FileNotFoundError:
        return ()
    return tuple(sorted(name for name in names if FAMILY_NAME.fullmatch(name)))


def readable_file(book: Path, family: str) -> bool:
    """Whether the family has a file; raises where that is no DuckDB file or cannot be read.

    Raises:
        BookError: it is no DuckDB file.
        StorageError: no permission.
    """
    path = family_file(book, family)
    try:
        journal = path.with_name(f"{path.name}.wal")
        for needed in (path, journal):
            if _would_wait(needed):
                raise BookError(f"{needed} is neither a file nor a folder: move it away")
        if journal.is_dir():
            raise BookError(f"{journal} is a folder in the place of a journal: move it away")
        with path.open("rb") as file:
            header = file.read(_MAGIC.stop)
    except FileNotFoundError:
        return False
    except IsADirectoryError as error:
        raise BookError(f"{path} is a folder, not a DuckDB file: {remedy(path)}") from error
    except NotADirectoryError as error:
        raise BookError(f"{book} is not a folder: {_other(book)}") from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise StorageError(f"cannot read {path}: {error.strerror}") from error
    if header[_MAGIC] != b"DUCK":
        raise BookError(f"{path} is damaged or no DuckDB file: {remedy(path)}")
    return True


def attach(
    connection: "duckdb.DuckDBPyConnection",
    book: Path,
    family: str,
    alias: str | None = None,
    oldest: int = FORMAT_VERSION,
) -> tuple[str, ...]:
    """Attach the family's file read-only under the family's name (or another) and check that it is what it should be.

    Args:
        connection: where it is attached.
        book: folder of the book.
        family: the family.
        alias: the name there. Default: the family's.
        oldest: oldest format that will do.

    Returns:
        The names of its views, which are still to be compared with the shipped ones, see `foreign_definitions`; none of the
        pocket book in the package, whose files are as trusted as the program.

    Raises:
        BookError: it is damaged, foreign, another family's or of another format.
        StorageError: no permission.
    """
    from tafelwerk.tables.engine import duckdb

    path = family_file(book, family)
    name, state = alias or family, file_state(path)
    # of a relative path, DuckDB would take what stands before a colon for the name of an extension
    try:
        connection.execute(f"ATTACH {literal(duckdb_path(path))} AS {name} (READ_ONLY)")
    except duckdb.Error as fault:
        raise_file_fault(fault, path)
    try:
        views, problem, unusual = ((), None, None) if book == SHIPPED_POCKET else examine(connection, name, path, state)
        if problem:
            raise BookError(f"{path} is a DuckDB file, but not one of Tafelwerk's ({problem}): {remedy(path)}")
        # what is cut off at the end would show only to the statement that comes there; free blocks there may be gone
        blocks = connection.execute(
            "SELECT used_blocks * block_size FROM pragma_database_size() WHERE database_name = ?", [name]
        ).fetchone()
        problem = _format_problem(read_format(connection, name), path, family, oldest, unusual)
        if blocks is not None and path.stat().st_size < _HEADERS + blocks[0]:
            problem = f"{path} is damaged (its end is missing): {remedy(path)}"
        if problem:
            raise BookError(problem)
    except BaseException as fault:
        connection.execute(f"DETACH {name}")
        if isinstance(fault, duckdb.BinderException):
            raise BookError(f"{path} is a DuckDB file, but not one of Tafelwerk's: {remedy(path)}") from fault
        if isinstance(fault, duckdb.Error):
            raise_file_fault(fault, path)
        raise
    return views


def _update(path: Path, version: int) -> str:
    """What to do about a file of an old format."""
    if version < UPGRADABLE or path.parent == pocket_folder():
        return remedy(path)
    line = with_book(f"tafelwerk build {path.stem}", path.parent)
    return f"bring it up to date with `{line}`, which computes none of its rows again"


def foreign_text(book: Path, family: str, names: Sequence[str]) -> str:
    """What is wrong with a file whose definitions are not the program's own."""
    path = family_file(book, family)
    update = f"bring it up to date with: {with_book(f'tafelwerk build {family}', book)}, or "
    advice = f"{'' if book == pocket_folder() else update}{remedy(path)}"
    return f"{path} has definitions that are not this version's ({', '.join(names)}): {advice}"


def _format_problem(
    stated: tuple[int, str, str] | str, path: Path, family: str, oldest: int, unusual: str | None
) -> str | None:
    """What is wrong with what a file says it is; `unusual`: why its metadata are not those of this program's format."""
    if isinstance(stated, str):
        return f"{path} {stated}: {remedy(path)}"
    version, owner, _ = stated
    if version > FORMAT_VERSION:
        return (
            f"{path} has format {version}, newer than this program's {FORMAT_VERSION}: "
            f"update tafelwerk, or {remedy(path)}"
        )
    if version < oldest:
        return f"{path} has the old format {version}: {_update(path, version)}"
    if owner != family:
        return f"{path} is a file of the family {owner}: name it {owner}.duckdb, or {remedy(path)}"
    if version == FORMAT_VERSION and unusual:
        return f"{path} is not as a file of format {version} is ({unusual}): {remedy(path)}"
    return None


def _would_wait(path: Path) -> bool:
    """Whether opening the path could wait for somebody else: a pipe, a socket or a device."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def in_layers(look_up: "Callable[Concatenate[Book, P], T]") -> "Callable[Concatenate[Book, P], T]":
    """Make a look-up ask the supplementing book if the book has no answer: None, an empty collection or MissingTableError.

    The whole look-up is repeated there, so that no answer mixes rows of two books.
    """

    @wraps(look_up)
    def look_up_in_layers(book: "Book", /, *args: P.args, **words: P.kwargs) -> T:
        own, *lower = book.layers
        if not lower:
            return look_up(own, *args, **words)
        try:
            answer = look_up(own, *args, **words)
        except MissingTableError as missing:
            try:
                return look_up(lower[0], *args, **words)
            except MissingTableError:
                raise missing from None
        is_missing = answer is None or (isinstance(answer, Sized) and not len(answer))
        return look_up(lower[0], *args, **words) if is_missing else answer

    return look_up_in_layers
