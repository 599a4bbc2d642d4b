"""Locations of files: the default book, the pocket book, the user's data and the user's cache."""

import os
import shlex
from contextlib import suppress
from pathlib import Path

BOOK_VARIABLE = "TAFELWERK_BOOK"
"""Environment variable with the folder of the book."""

POCKET_VARIABLE = "TAFELWERK_POCKET"
"""Environment variable with the folder of the pocket book. Empty: no pocket book. Default: the one in the package."""

SHIPPED_POCKET = Path(__file__).parent / "pocket"
"""Folder of the pocket book in the package, whose files are the program's own as its modules are."""

_PROGRAM = "tafelwerk"
_SERVED: list[Path] = []


def default_book() -> Path:
    """Folder of the book where none is named: the one that is served, or the user's default book; absolute, not created."""
    return _SERVED[-1] if _SERVED else users_book()


def users_book() -> Path:
    """The default book in a shell of the user's: TAFELWERK_BOOK, or `book` in the user's data folder; absolute, not created."""
    folder = os.environ.get(BOOK_VARIABLE)
    return Path(folder).absolute() if folder else user_data() / "book"


def serve_book(folder: Path) -> None:
    """Make a book the default of this process alone: command lines for the user still name it.

    Args:
        folder: the folder, absolute.
    """
    _SERVED.append(folder)


def pocket_folder() -> Path | None:
    """Folder of the pocket book, which ships with the program; None if the environment turns it off."""
    folder = os.environ.get(POCKET_VARIABLE)
    if folder is None:
        return SHIPPED_POCKET
    return Path(folder).absolute() if folder else None


def pocket_beneath(book: Path) -> Path | None:
    """Folder of the pocket book that supplements a book; None for the pocket book itself."""
    pocket = pocket_folder()
    return None if pocket is None or os.path.realpath(pocket) == os.path.realpath(book) else pocket


def user_data() -> Path:
    """The user's data folder for Tafelwerk on this platform; not created."""
    from platformdirs import user_data_path

    return user_data_path(_PROGRAM, appauthor=False)


def user_cache() -> Path:
    """The user's cache folder for Tafelwerk on this platform; not created."""
    from platformdirs import user_cache_path

    return user_cache_path(_PROGRAM, appauthor=False)


def cached_text(name: str) -> str:
    """The content of a file of the user's cache, by its path in `user_cache`; raises OSError where there is none."""
    return (user_cache() / name).read_text(encoding="utf-8")


def keep_text(name: str, text: str) -> None:
    """Write a file of the user's cache, whole or not at all; not at all, too, where its folder is not writable.

    Args:
        name: its path there.
        text: its content.
    """
    file = user_cache() / name
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8", newline="\n")
        partial.replace(file)


def with_book(line: str, book: str | os.PathLike[str]) -> str:
    """A command line of Tafelwerk for a book: with `--book DIR` unless it is the user's default book.

    Args:
        line: the command line, for a shell.
        book: folder of the book.
    """
    folder = Path(book).absolute()
    return line if folder == users_book() else f"{line} --book {quote_path(folder)}"


def quote_path(path: str | os.PathLike[str]) -> str:
    """A path as the platform's shell reads it back."""
    text = os.fspath(path)
    if os.name != "nt":
        return shlex.quote(text)
    from subprocess import list2cmdline

    return list2cmdline([text])
