"""Files as DuckDB opens them: paths that it does not misread, and its faults, told apart by what the user can do about them;
states of files, and what is remembered of a file in the user's cache while its state stays the same.

DuckDB takes some characters of a path for its own: a backslash separates, `*`, `?`, `[` and `{` make a pattern, and `a=b` is the
value of a column. The ending of a file's journal stands before the first `?`, as in an address.

What is remembered only saves time: without the cache, or with one that somebody damaged, it is found out again; so it is after
another version of the program, which may ask more of a file.
"""

import errno
import json
import os
import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from tafelwerk import __version__
from tafelwerk.errors import BookError, InputError, StorageError, TafelwerkError, out_of_memory
from tafelwerk.places import cached_text, keep_text, pocket_folder, with_book

_MISREAD = frozenset("\\*?[]{}=")
_IN_USE = re.compile(
    r"Could not set lock on file|lock is (?:already )?held|used by another process|File is already open"
    r"|Unique file handle conflict|same database file with a different configuration"
)
_PROGRAM = re.compile(r"(?:held|open) in\s+(?P<program>.+?) \(PID (?P<process>\d+)\)")
_OF_THIS_PROCESS = re.compile(r"current process|Unique file handle conflict|same database file")
_NEWER = re.compile(r"newer version of DuckDB|storage version greater than the latest")
_OLDER = re.compile(r"Trying to read a database file with")
_ENCRYPTED = re.compile(r"encrypted database|database \"[^\"]*\" is encrypted")
_JOURNAL = re.compile(r"\bWAL\b")
_DAMAGE = re.compile(
    r"[Cc]orrupt|checksum|not a valid DuckDB database|Could not read enough bytes|[Dd]eseriali[sz]|Serialization Error"
)
_GONE = re.compile(r"database does not exist|No such file or directory")
_SYSTEM = {os.strerror(number) for number in errno.errorcode}
_LONGEST = 160
"""Characters of a message of DuckDB's that are repeated."""

_names: dict[Path, tuple[str, int]] = {}
_lock = threading.Lock()


def check_utf8(path: Path) -> None:
    """Raise unless a path, and what it leads to if it is a link, is UTF-8: DuckDB reads no other.

    Raises:
        StorageError: it is not.
    """
    for text in (str(path.absolute()), os.path.realpath(path)):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise StorageError(
                f"cannot use {text!a}: DuckDB reads only paths in UTF-8; rename the folder, or name another"
            ) from error


def duckdb_path(path: Path) -> str:
    """A path as a text that DuckDB reads rightly: misread characters are hidden behind another name of their folder.

    Raises:
        StorageError: the path is not UTF-8.
    """
    check_utf8(path)
    absolute = path.absolute()
    folders = absolute.parts[:-1]
    odd = max((index for index, part in enumerate(folders) if _MISREAD.intersection(part)), default=None)
    if odd is None or os.name == "nt":
        return str(absolute)
    folder = Path(*folders[: odd + 1])
    return str(Path(_plain_name(folder), *absolute.parts[odd + 1 :])) if folder.is_dir() else str(absolute)


def journals(file: Path) -> tuple[str, ...]:
    """Paths where DuckDB looks for the journal of a file."""
    real = os.path.realpath(file)
    before, mark, behind = real.partition("?")
    return (f"{real}.wal", f"{before}.wal?{behind}") if mark else (f"{real}.wal",)


def cannot_create(file: Path) -> bool:
    """Whether DuckDB would put the journal of a new file into another folder, which it needs to commit."""
    return "?" in os.path.realpath(file)


def _plain_name(folder: Path) -> str:
    """A name of a folder without misread characters, for as long as this process lives."""
    with _lock:
        state = folder.stat()
        if folder in _names:
            name, number = _names[folder]
            if os.path.samestat(state, Path(name).stat()):
                return name
            if number >= 0:
                os.close(number)
        _names[folder] = _open_name(folder)
        return _names[folder][0]


def _open_name(folder: Path) -> tuple[str, int]:
    """A new name of a folder, and the descriptor to close if the folder is replaced, or -1."""
    if Path("/proc/self/fd").is_dir():
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        return f"/proc/self/fd/{number}", number
    import atexit
    import shutil
    import tempfile

    links = tempfile.mkdtemp(prefix="tafelwerk-")
    atexit.register(shutil.rmtree, links, ignore_errors=True)
    link = Path(links) / "book"
    link.symlink_to(folder)
    return str(link), -1


def first_line(fault: BaseException) -> str:
    """First line of DuckDB's message, with the paths that the user knows."""
    text = str(fault).partition("\n")[0]
    for folder, (name, _) in tuple(_names.items()):
        text = text.replace(f"{name}/", f"{folder}/")
    return text


def system_words(fault: BaseException) -> str | None:
    """The system's reason for refusing DuckDB a file, as in "Permission denied"; None if it is DuckDB itself that refuses."""
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror
    words = str(fault).partition("\n")[0].rpartition(": ")[2]
    return words if words in _SYSTEM else None


def is_file_fault(fault: BaseException) -> bool:
    """Whether DuckDB stumbled over a file, not over a statement."""
    from tafelwerk.tables.engine import duckdb

    of_files = (
        duckdb.IOException,
        duckdb.SerializationException,
        duckdb.FatalException,
        duckdb.InternalException,
        duckdb.OutOfMemoryException,
    )
    of_statements = (duckdb.ProgrammingError, duckdb.DataError, duckdb.IntegrityError)
    if isinstance(fault, of_files) or not isinstance(fault, duckdb.Error):
        return isinstance(fault, of_files)
    text = str(fault)
    reason = _DAMAGE.search(text) or _IN_USE.search(text) or system_words(fault)
    return not isinstance(fault, of_statements) and bool(reason)


def is_damage(fault: BaseException) -> bool:
    """Whether DuckDB itself says that a file is damaged."""
    return bool(_DAMAGE.search(str(fault)))


def file_fault(fault: BaseException, path: Path) -> TafelwerkError:
    """What is wrong with a file of the book that DuckDB cannot open or read, in one line.

    A file is called damaged only where DuckDB says so, because the remedy throws its rows away.

    Args:
        fault: DuckDB's error.
        path: the file.

    Returns:
        StorageError: it is in use, the system refuses it, or DuckDB gives another reason.
        BookError: it is damaged, of another version of DuckDB or encrypted, or the journal beside it is not its own.
    """
    text, words = first_line(fault), system_words(fault)
    if out_of_memory(fault):
        return StorageError(f"cannot read {path}: not enough memory")
    if _IN_USE.search(text):
        return StorageError(_in_use(str(fault), path, words))
    if _GONE.search(text):
        return StorageError(f"cannot read {path}: it was removed a moment ago; try again")
    if words:
        return StorageError(f"cannot read {path}: {words[0].lower()}{words[1:]}")
    if _NEWER.search(str(fault)):
        return BookError(f"{path} was written by a newer DuckDB: update duckdb, or {remedy(path)}")
    if _OLDER.search(text):
        return BookError(f"{path} was written by a DuckDB too old for this one: {remedy(path)}")
    if _JOURNAL.search(text):
        journal = path.with_name(f"{path.name}.wal")
        return BookError(
            f"{journal} is damaged or of another file ({_short(text)}), left by another program: move it away"
        )
    if _ENCRYPTED.search(text):
        return BookError(f"{path} is an encrypted DuckDB file, not one of Tafelwerk's: {remedy(path)}")
    if is_damage(fault):
        return BookError(f"{path} is damaged ({_short(text)}): {remedy(path)}")
    return StorageError(f"cannot read {path}: {text}")


def raise_file_fault(fault: BaseException, path: Path) -> NoReturn:
    """Raise `file_fault`."""
    raise file_fault(fault, path) from fault


def remedy(path: Path) -> str:
    """What to do about a file of a book that is not as it should be."""
    from tafelwerk.tables.layout import schema_sql

    pocket = pocket_folder()
    if pocket is not None and os.path.realpath(path.parent) == os.path.realpath(pocket):
        return "reinstall tafelwerk: the file belongs to the pocket book"
    try:
        schema_sql(path.stem)
    except InputError:  # no family of this program
        return "move it away"
    return f"move it away and run `{with_book(f'tafelwerk build {path.stem}', path.parent)}`"


def _in_use(text: str, path: Path, words: str | None) -> str:
    holder = _PROGRAM.search(text)
    if holder:
        program = f"{holder['program']} (PID {holder['process']})"
        return f"{path} is in use by {program}: close it there, or open it read-only"
    if _OF_THIS_PROCESS.search(text):
        return f"{path} is in use by another connection of this process (PID {os.getpid()}): close that, or open it read-only"
    if words:
        return f"cannot read {path}: its file system refuses the lock ({words})"
    return f"{path} is in use by another program: close it there, or open it read-only"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


MOST_ENTRIES = 100
"""Most entries of a file of the cache; those that were written last stay."""

FileState = tuple[int, int, int, int, int]
"""Device, number, size and times of a file: what changes when it is replaced or written to. The last is the time of any change,
which no program can set."""


def file_state(path: Path) -> FileState | None:
    """State of a file; None where there is no file."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    return None


def recall(subject: str, key: str, state: Sequence[Any]) -> list[str] | None:
    """Texts that were remembered in this state; None where there are none.

    Args:
        subject: what they are, the name of a file of the cache.
        key: what they are about, such as the path of a file.
        state: lists, texts and numbers.
    """
    with suppress(KeyError, TypeError):
        entry = _entries(subject)[key]
        if entry["state"] == json.loads(json.dumps(_of_version(state))) and all(
            isinstance(text, str) for text in entry["texts"]
        ):
            return list(entry["texts"])
    return None


def remember(subject: str, key: str, state: Sequence[Any], texts: Sequence[str]) -> None:
    """Remember texts for `recall`, whose arguments these are; without effect where the cache cannot be written."""
    entries = _entries(subject)
    entries.pop(key, None)
    entries = dict(list(entries.items())[1 - MOST_ENTRIES :]) | {key: {"state": _of_version(state), "texts": texts}}
    keep_text(_file(subject), json.dumps(entries))


def _of_version(state: Sequence[Any]) -> list[Any]:
    return [__version__, *state]


def _file(subject: str) -> str:
    return f"{subject}.json"


def _entries(subject: str) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        document = json.loads(cached_text(_file(subject)))
        if isinstance(document, dict):
            return document
    return {}
