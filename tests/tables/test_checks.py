"""A sound file passes, and every kind of fault is found by the check that is there for it.
The canonical hash against its slow twin, and what it must not depend on.
"""

import shutil
from pathlib import Path
from unittest import mock

import duckdb
import pytest
import toy_family
from books import alter_file
from hypothesis import given
from hypothesis import strategies as st
from naive import checksum as naive

from tafelwerk.book import open_book
from tafelwerk.build.commit import held_builds
from tafelwerk.build.runner import run
from tafelwerk.errors import TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.tables import checksum
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.checksum import digest_rows
from tafelwerk.tables.layout import Column, Table, read_layout
from tafelwerk.tables.metadata import contents
from tafelwerk.tables.provenance import BuildRecord, builds, family_bytes, table_builds, table_summaries


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("checks") / "book"
    run(path, [toy_family.squares(100), toy_family.signs(10), toy_family.signs(9)], executor="inline")
    return path


@pytest.fixture
def book(whole: Path, tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    shutil.copy(whole / "toy.duckdb", tmp_path / "book")
    return tmp_path / "book"


def failing(book: Path) -> set[str]:
    with open_book(book) as opened:
        return {check.name for check in verify_file(opened, "toy") if not check.ok}


def test_sound_file(book: Path, tmp_path: Path) -> None:
    assert failing(book) == set()
    with open_book(book) as opened:
        assert len(verify_file(opened, "toy")) == 12
    with open_book(tmp_path / "none") as opened:
        assert verify_file(opened, "toy") == []


LINES = (Path(__file__).parent / "damage.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in LINES if " => " in line])
def test_damage_is_found_by_its_check(book: Path, line: str) -> None:
    statement, _, checks = line.partition(" => ")
    alter_file(book / "toy.duckdb", statement)
    assert failing(book) == set(checks.split("; "))


def test_provenance(book: Path, tmp_path: Path) -> None:
    with open_book(book) as opened:
        fewer, signs, squares = builds(opened)
        assert fewer.name == "toy signs 9 1"  # numbers in names count as such
        assert (signs.name, signs.rows, signs.certainty) == ("toy signs 10 1", 10, "exact")
        assert squares.parameters == {"first": 0, "upto": 100, "error": 0.0}
        assert squares.built_at.tzinfo is not None
        assert held_builds(book, "toy") == {
            build.digest for build in (toy_family.squares(100), toy_family.signs(10), toy_family.signs(9))
        }
        tables = {table.name: table for table in table_summaries(opened, "toy")}
        assert tables["squares"].rows == 100
        assert tables["squares"].sha256 == squares.sha256
        assert tables["squares"].comment.startswith("Squares and roots")
        assert family_bytes(opened, "toy") == (book / "toy.duckdb").stat().st_size
    with open_book(tmp_path / "none") as opened:
        assert builds(opened) == []
        assert table_summaries(opened, "toy") == []
        assert family_bytes(opened, "toy") == 0


def test_tables_that_have_rows_are_of_the_builds_that_delivered_them(quick_book: Path) -> None:
    with open_book(quick_book, pocket=False) as opened:
        for family in FAMILIES:
            held = {entry.name: entry.rows for entry in table_summaries(opened, family) if entry.rows}
            delivered = dict.fromkeys(held, 0)
            delivering: dict[str, list[BuildRecord]] = {table: [] for table in held}
            for record in builds(opened, family):
                described = contents(family, record.parameters)
                assert described is not None
                for table in held.keys() & described.rows.keys():
                    (count,) = opened.one(
                        family, f"SELECT count(*) FROM {family}.{table} WHERE {described.rows[table]}"
                    )
                    if count:
                        delivered[table] += count
                        delivering[table].append(record)
            owners = table_builds(opened, family)
            assert owners.keys() == held.keys()
            for table, records in owners.items():
                assert [record for record in delivering[table] if record in records] == records != []
                # a row that two builds deliver is of one of them
                if delivered[table] == held[table]:
                    assert records == delivering[table]


def test_layout_wants_a_key() -> None:
    for comment in ["'No key here.'", "'Key: m.'", "'Key: n. And more.'", "NULL"]:
        with duckdb.connect(":memory:") as connection:
            connection.execute(f"CREATE TABLE t (n INTEGER); COMMENT ON TABLE t IS {comment}")
            with pytest.raises(TafelwerkError, match="key"):
                read_layout(connection, "memory")


KINDS = {
    "BOOLEAN": st.booleans(),
    "TINYINT": st.integers(-(2**7), 2**7 - 1),
    "USMALLINT": st.integers(0, 2**16 - 1),
    "INTEGER": st.integers(-(2**31), 2**31 - 1),
    "UBIGINT": st.integers(0, 2**64 - 1),
    "HUGEINT": st.integers(-(2**127) + 1, 2**127 - 1),
    "UHUGEINT": st.integers(0, 2**128 - 1),
    "DOUBLE": st.floats(allow_nan=False),
    "VARCHAR": st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6),
    "BLOB": st.binary(max_size=5),
    "UTINYINT[]": st.lists(st.integers(0, 255), max_size=4),
    "INTEGER[]": st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3),
    "DOUBLE[]": st.lists(st.floats(allow_nan=False), max_size=3),
    "VARCHAR[]": st.lists(st.text('ab"ä', max_size=3), max_size=3),
    "STRUCT(a INTEGER, b VARCHAR)": st.builds(
        lambda a, b: {"a": a, "b": b}, st.integers(-9, 9), st.text("xyz", max_size=3)
    ),
    "DECIMAL(20,3)": st.decimals(-(10**9), 10**9, places=3),
    "TIMESTAMP": st.datetimes(),
    "DATE": st.dates(),
}


CONNECTION = duckdb.connect(":memory:", config={"threads": 1})


def hash_rows(kinds: list[str], rows: list[tuple]) -> tuple[int, str]:
    columns = tuple(Column(f"c {index}", kind) for index, kind in enumerate(kinds))
    declared = ", ".join(f'"{column.name}" {column.type}' for column in columns)
    CONNECTION.execute(f"CREATE OR REPLACE TABLE t ({declared})")
    for row in rows:
        CONNECTION.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(row))})", row)
    return digest_rows(CONNECTION, "t", Table("t", columns, ("c 0",)))


@given(st.data())
def test_equals_the_twin(data: st.DataObject) -> None:
    kinds = data.draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=6))
    row = st.tuples(*(st.none() | KINDS[kind] for kind in kinds))
    rows = data.draw(st.lists(row, max_size=8))
    for batch in (2, 65_536):
        with mock.patch.object(checksum, "_BATCH", batch):
            assert hash_rows(kinds, rows) == (len(rows), naive.digest(rows, kinds))


def test_what_all_rows_of_a_batch_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, words of an enumeration and blobs that stay, change or are missing from one batch to the next."""
    monkeypatch.setattr(checksum, "_BATCH", 3)
    texts = ["a"] * 6 + ["ä"] * 3 + ["a"] * 3 + ["a", "bb", "a"] + [None] * 3 + ["a"] * 2
    rows = [(text, text, text and text.encode(), n) for n, text in enumerate(texts)]
    with duckdb.connect(":memory:") as connection:
        kinds = ["ENUM('a', 'ä', 'bb')", "VARCHAR", "BLOB", "INTEGER"]
        columns = tuple(Column(f"c{index}", kind) for index, kind in enumerate(kinds))
        connection.execute(f"CREATE TABLE t ({', '.join(f'{column.name} {column.type}' for column in columns)})")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows)
        expected = naive.digest(rows, ["VARCHAR", *kinds[1:]])
        assert digest_rows(connection, "t", Table("t", columns, ("c3",)))[1] == expected


def test_what_is_measured_is_left_out_and_an_enum_is_text() -> None:
    with duckdb.connect(":memory:") as connection:
        connection.execute("CREATE TYPE seat AS ENUM ('fore', 'middle', 'rear')")
        connection.execute("CREATE TABLE t (seat seat, seats seat[], seconds DOUBLE)")
        connection.execute("INSERT INTO t VALUES ('rear', ['fore', 'rear'], 0.5), (NULL, NULL, 2), ('fore', [], 0.25)")
        kind = "ENUM('fore', 'middle', 'rear')"
        columns = (Column("seat", kind), Column("seats", f"{kind}[]"), Column("seconds", "DOUBLE", measured=True))
        rows = [("rear", ["fore", "rear"]), (None, None), ("fore", [])]
        digest = naive.digest(rows, ["VARCHAR", "VARCHAR[]"])
        assert digest_rows(connection, "t", Table("t", columns, ("seat",)))[1] == digest


def test_order_of_many_rows_is_kept() -> None:
    """More rows than two batches and a row group, over several threads."""
    with duckdb.connect(":memory:", config={"threads": 4}) as connection:
        connection.execute("CREATE TABLE t AS SELECT range::UINTEGER AS n, 'x' || range AS s FROM range(150000)")
        table = Table("t", (Column("n", "UINTEGER"), Column("s", "VARCHAR")), ("n",))
        rows = [(n, f"x{n}") for n in range(150_000)]
        assert digest_rows(connection, "t", table) == (150_000, naive.digest(rows, ["UINTEGER", "VARCHAR"]))


def test_nulls_and_empties_differ() -> None:
    assert hash_rows(["VARCHAR"], [(None,)]) != hash_rows(["VARCHAR"], [("",)])
    assert hash_rows(["INTEGER"], [(None,)]) != hash_rows(["INTEGER"], [(0,)])
    assert hash_rows(["VARCHAR", "VARCHAR"], [("a", "bc")]) != hash_rows(["VARCHAR", "VARCHAR"], [("ab", "c")])
    with pytest.raises(TafelwerkError, match="NULL"):
        hash_rows(["UTINYINT[]"], [([1, None],)])
    with pytest.raises(TafelwerkError, match=r"t\.c 0.*STRUCT\(a DOUBLE\)"):
        hash_rows(["STRUCT(a DOUBLE)"], [])


@pytest.mark.parametrize("source", ["(FROM t)", "v", "t"])
def test_sources_of_every_kind_agree(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is read in windows, also inside the transaction that fills it; views and subqueries as a whole."""
    for name, least in {"_FIRST": 100, "_WINDOW": 1000, "_WINDOW_BYTES": 4000, "_BATCH_BYTES": 500}.items():
        monkeypatch.setattr(checksum, name, least)
    table = Table("t", (Column("n", "UINTEGER"), Column("s", "VARCHAR")), ("n",))
    rows = [(n, "ä" * (n % 3) if n % 7 else None) for n in range(4500)]
    with duckdb.connect(":memory:") as connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE t (n UINTEGER, s VARCHAR)")
        connection.execute(
            "INSERT INTO t SELECT range, CASE WHEN range % 7 = 0 THEN NULL ELSE repeat('ä', range % 3) END FROM range(4500)"
        )
        connection.execute("CREATE VIEW v AS FROM t")
        expected = (len(rows), naive.digest(rows, ["UINTEGER", "VARCHAR"]))
        assert digest_rows(connection, source, table, stored=source == "t") == expected
        connection.execute("COMMIT")
        assert digest_rows(connection, source, table, stored=source == "t") == expected
