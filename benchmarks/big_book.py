"""A synthetic book whose largest table is as large as a family's may become, for timing look-ups."""

from pathlib import Path

import duckdb

from tafelwerk.tables.layout import schema_sql
from tafelwerk.tables.metadata import build_digest, build_number
from tafelwerk.tables.provenance import FORMAT_VERSION

HEAPS, LARGEST_K = 100, 10_000
MOVE_SETS = 10
DIGEST = build_digest("montecarlo", {})


def write_big_book(book: Path) -> int:
    """Write montecarlo.duckdb with ten million made-up duels of the games S(1,2), S(1,3), ...; returns their number.

    The values are made up of the key, so that a test knows them: first = k / 2^20, second = heap / 2^20.
    """
    book.mkdir(parents=True, exist_ok=True)
    rows = MOVE_SETS * HEAPS * LARGEST_K
    with duckdb.connect(str(book / "montecarlo.duckdb")) as connection:
        for name in ("meta", "montecarlo"):
            connection.execute(schema_sql(name))
        connection.execute("INSERT INTO meta.format VALUES (?, 'montecarlo', 'a benchmark')", [FORMAT_VERSION])
        connection.execute(
            f"""
            INSERT INTO subtraction_duels
            SELECT '1,' || (2 + i // {HEAPS * LARGEST_K}), 'wins', 1 + (i // {LARGEST_K}) % {HEAPS}, 1 + i % {LARGEST_K},
                   2 + 2 * (i % {LARGEST_K}), (1 + i % {LARGEST_K}) / 1048576, (1 + (i // {LARGEST_K}) % {HEAPS}) / 1048576,
                   0.5, 0, ?
            FROM range({rows}) AS r(i)
            """,
            [build_number(DIGEST)],
        )
        connection.execute(
            "INSERT INTO meta.builds VALUES (?, ?, 'a benchmark', '{}', ?, '', '', 'a machine', 'certified', 'single', 0,"
            " TIMESTAMP '2020-01-02 03:04:05')",
            [build_number(DIGEST), DIGEST, rows],
        )
        connection.execute("CHECKPOINT")
    return rows
