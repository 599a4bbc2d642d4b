"""Writes the files of the pocket book: builds the set and copies it into small files. `make pocket` runs and verifies it."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

from tafelwerk.build import kind, runner
from tafelwerk.build.commit import STORAGE_VERSION, held_builds
from tafelwerk.build.task import Build
from tafelwerk.errors import BookError, TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.tables.book import Book, attach, family_file
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.layout import identifier, layout, schema_sql
from tafelwerk.tables.readings import literal
from tafelwerk.tables.storage import duckdb_path
from tafelwerk.wording import count_noun

MOST_BYTES = 700_000 * len(FAMILIES)
"""Greatest size of the pocket book in bytes; a file without rows has 110,000."""

MOST_FILE_BYTES = 1 << 20
"""Greatest size of one of its files in bytes, since every version stays in the repository's history."""

BLOCK_SIZES = (16_384, 32_768)
"""Block sizes to try; the best one depends on the columns."""


def pocket_builds() -> Iterator[Build]:
    """The set of the pocket book, family by family."""
    for family in FAMILIES:
        yield from kind.builders(family).pocket()


def write_pocket(book: Path, target: Path, note: Callable[[str], None] = lambda text: None) -> dict[str, int]:
    """Build the set, and copy it into the smallest files.

    Args:
        book: folder for the build, which may be resumed. It must hold nothing else.
        target: folder of the pocket book.
        note: called with a line of text per step.

    Returns:
        Bytes per family.

    Raises:
        BookError: a check failed, the book holds other builds, or the files are too large.
        TafelwerkError: errors of the runner.
    """
    builds = list(pocket_builds())
    note(f"{count_noun(len(builds), 'build')} in {book}")
    runner.run(book, builds)
    sizes = {}
    target.mkdir(exist_ok=True)
    for family in FAMILIES:
        wanted = {build.digest for build in builds if build.family == family}
        if held_builds(book, family) != wanted:
            raise BookError(f"{book} holds other builds of {family} than the pocket set; give an empty folder")
        sizes[family] = _copy(book, target, family)
        note(f"{family}: {sizes[family]:,} bytes")
    check_sizes(sizes)
    return sizes


def check_sizes(sizes: dict[str, int]) -> None:
    """Raise if the files are too large.

    Raises:
        BookError: names the file, or the sum.
    """
    for family, size in sizes.items():
        if size > MOST_FILE_BYTES:
            raise BookError(f"{family}.duckdb has {size:,} bytes, more than {MOST_FILE_BYTES:,}: make its set smaller")
    if sum(sizes.values()) > MOST_BYTES:
        raise BookError(f"the pocket book has {sum(sizes.values()):,} bytes, more than {MOST_BYTES:,}: make it smaller")


def _copy(book: Path, target: Path, family: str) -> int:
    """Copy a family's file with each block size and keep the smallest; its size in bytes."""
    copies = []
    for block_size in BLOCK_SIZES:
        path = target / f".{family}.{block_size}"
        path.unlink(missing_ok=True)
        _write(book, path, family, block_size)
        copies.append(path)
    copies.sort(key=lambda path: path.stat().st_size)
    smallest = copies[0].replace(family_file(target, family))
    for path in copies[1:]:
        path.unlink()
    with Book(target) as written:
        for check in verify_file(written, family):
            if not check.ok:
                raise BookError(f"{smallest}: {check.name}: {check.detail}")
    return smallest.stat().st_size


def _write(book: Path, path: Path, family: str, block_size: int) -> None:
    """Write the rows of a family's file to another with this block size."""
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        attach(connection, book, family, alias="old")
        options = f"STORAGE_VERSION '{STORAGE_VERSION}', BLOCK_SIZE {block_size}"
        connection.execute(f"ATTACH {literal(duckdb_path(path))} AS new ({options})")
        connection.execute("USE new")
        connection.execute(schema_sql("meta"))
        connection.execute(schema_sql(family))
        for name in ("format", "builds", "tables", "seals"):
            connection.execute(f"INSERT INTO new.meta.{name} FROM old.meta.{name}")
        for table in layout(family):
            name, key = identifier(table.name), ", ".join(map(identifier, table.key))
            connection.execute(f"INSERT INTO new.main.{name} BY NAME (FROM old.main.{name} ORDER BY {key})")
        connection.execute("CHECKPOINT new")


def main(arguments: list[str]) -> int:
    """Write the pocket book: BOOK, a folder for the build, and TARGET, the folder of the package."""
    book, target = map(Path, arguments)

    def note(text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    try:
        sizes = write_pocket(book, target, note)
    except TafelwerkError as error:
        sys.stderr.write(f"error: {error}\n")
        return int(error.exit_code)
    sys.stdout.write(f"{target}: {sum(sizes.values()):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
