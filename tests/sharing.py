"""What the workers of a test run make once for all, and what later runs find made."""

import hashlib
import inspect
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

import pytest
from filelock import FileLock

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE, READERS, family_fingerprint, kernel_cache, machine, source_digest

KEPT = 4
"""Versions of a book that are kept, the latest used: branches may take turns."""


def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of all workers of this run."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def made_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object], *families: str
) -> Path:
    """A book that the first worker to ask for it makes for all, in a folder of its own; only to be read.

    Args:
        tmp_path_factory: pytest's.
        name: the folder's name, of one book alone.
        make: makes the book, given its path; the folder is there.
        families: families of the book. If given, a copy is kept beside the compiled kernels for later runs of the same code.
    """
    folder = shared(tmp_path_factory) / name
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        if not (folder / "made").exists():
            if families:
                copy_kept(folder / "book", name, make, families)
            else:
                make(folder / "book")
            (folder / "made").touch()
    return folder / "book"


def copy_kept(
    book: Path, name: str, make: Callable[[Path], object], families: Iterable[str], texts: Iterable[str] = ()
) -> None:
    """Add the files that an earlier run of the same code made, or that are made now, to a book.

    Args:
        book: the book; its folder need not exist.
        name: of these files alone.
        make: makes them, given the path of a new book.
        families: the families whose files they are; other families' code does not matter.
        texts: what else decides what is in them, besides the file that `make` is in.
    """
    books = kernel_cache().parent / "test-books"
    key = _key(make, frozenset(families), texts)
    kept = books / name / key
    (books / name).mkdir(parents=True, exist_ok=True)
    with FileLock(books / f"{name}.lock"):
        if not kept.exists():
            making = Path(tempfile.mkdtemp(dir=books / name))
            make(making / "book")
            (making / "book").rename(kept)
            shutil.rmtree(making)
        kept.touch()
        # of other code, or of a run that was killed
        for outdated in sorted((books / name).iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(outdated)
        shutil.copytree(kept, book, dirs_exist_ok=True)


def _key(make: Callable[[Path], object], families: frozenset[str], texts: Iterable[str]) -> str:
    """Key of a book: the code of its families, all else that writes a book, and what says what is in it."""
    files = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in (".py", ".sql") and _writes(path, families)]
    parts = [
        *texts,
        *map(_digest, (*files, Path(inspect.getfile(make)))),
        *map(family_fingerprint, sorted(families)),
        machine(),
    ]
    parts += [version(name) for name in ("duckdb", "numba", "numpy")]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _digest(path: Path) -> str:
    """Digest of a file; that of a Python file is blind to docstrings and comments."""
    return source_digest(path) if path.suffix == ".py" else hashlib.sha256(path.read_bytes()).hexdigest()


def _writes(path: Path, families: frozenset[str]) -> bool:
    """Whether a file of the package may matter to a book of some families: their fingerprints cover what computes rows."""
    room, *below = path.relative_to(PACKAGE).with_suffix("").parts
    if not below or not (set(FAMILIES) - families).isdisjoint(below):
        return False
    if room == "commands":
        return below == ["build"] or not families.isdisjoint(below)
    is_described = room == "tables" and below[0] in ("builds", "schema")
    return room == "formats" or is_described or ".".join((PACKAGE.name, room, *below)) in READERS
