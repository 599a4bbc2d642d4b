"""Exhaustive strategy tables for games: computed once, kept in DuckDB, answered at once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tafelwerk.book import Book, open_book
    from tafelwerk.errors import (
        BookError,
        ExitCode,
        InputError,
        InterruptedBuildError,
        MissingTableError,
        StorageError,
        TafelwerkError,
    )

__version__ = "0.2.0"
__all__ = [
    "Book",
    "BookError",
    "ExitCode",
    "InputError",
    "InterruptedBuildError",
    "MissingTableError",
    "StorageError",
    "TafelwerkError",
    "__version__",
    "open_book",
]


def __getattr__(name: str) -> object:
    """Import an exported name on first use, so that `import tafelwerk` costs nothing."""
    if name not in __all__:
        from tafelwerk.wording import PYTHON_NAMES

        hint = f"; did you mean {PYTHON_NAMES[name]}?" if name in PYTHON_NAMES else ""
        raise AttributeError(f"module 'tafelwerk' has no attribute {name!r}{hint}")
    from importlib import import_module

    home = "tafelwerk.book" if name in ("Book", "open_book") else "tafelwerk.errors"
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
