"""How two books differ: builds by name, rows by key, values whatever the types of the columns."""

import shutil
from pathlib import Path

import pytest
import toy_family
from books import alter_file
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.errors import BookError
from tafelwerk.tables.difference import Document, differences


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Squares of 0 to 29 and signs of 0 to 9."""
    return made_once(
        tmp_path_factory,
        "toy-difference",
        lambda book: run(book, [toy_family.squares(30), toy_family.signs(10)], executor="inline"),
    )


@pytest.fixture
def copied(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def change(book: Path, *statements: str) -> None:
    alter_file(book / "toy.duckdb", *statements)


def compare(left: Path, right: Path) -> Document:
    (family,) = differences(left, right)
    return family


def table(left: Path, right: Path, name: str) -> Document:
    tables: list[Document] = compare(left, right)["tables"]
    return next(one for one in tables if one["table"] == name)


def sides(left: object, right: object) -> Document:
    return {"left": left, "right": right}


def change_of(name: str, left: str | None, right: str | None) -> Document:
    return {"name": name, "left": left, "right": right}


def test_a_book_is_the_same_as_itself_and_as_its_copy(original: Path, copied: Path) -> None:
    for right in (original, copied):
        found = compare(original, right)
        assert found["same"]
        assert (found["held"], found["builds"]["count"]) == (sides(True, True), sides(2, 2))
        assert [(one["table"], one["rows"], one["same"]) for one in found["tables"]] == [
            ("signs", sides(10, 10), True),
            ("squares", sides(30, 30), True),
        ]


@pytest.mark.parametrize(
    "statements",
    [
        (
            "CREATE TEMP TABLE t AS FROM squares",
            "DELETE FROM squares",
            "INSERT INTO squares FROM t ORDER BY square DESC",
        ),
        (
            "UPDATE meta.builds SET fingerprint = 'x', machine = 'y', seconds = 9, sha256 = 'z', built_at = now()",
            "UPDATE meta.format SET version = 1",
            "ALTER TABLE meta.builds DROP evidence",
            "DROP TABLE IF EXISTS meta.seals",
        ),
        ("UPDATE squares SET error = 5", "COMMENT ON COLUMN squares.error IS 'Seconds. Measured.'"),
    ],
    ids=["rows in another order", "another machine, an earlier format", "measured columns"],
)
def test_what_is_no_difference(statements: tuple[str, ...], original: Path, copied: Path) -> None:
    change(copied, *statements)
    assert compare(original, copied)["same"]
    assert compare(copied, original)["same"]


def test_a_changed_value(original: Path, copied: Path) -> None:
    change(copied, "UPDATE squares SET square = 170 WHERE n = 13", "UPDATE squares SET note = NULL WHERE n IN (3, 13)")
    for left, right, old, new in ((original, copied, "169", "170"), (copied, original, "170", "169")):
        found = table(left, right, "squares")
        assert not found["same"]
        assert (found["only"], found["changed"]) == (sides(0, 0), {"square": 1, "note": 2})
        assert found["key"] == ["kind", "n"]
        three, thirteen = found["examples"]
        assert (three["key"], three["only"]) == ({"kind": "odd", "n": "3"}, None)
        assert [one["name"] for one in three["changes"]] == ["note"]
        assert thirteen["changes"][0] == change_of("square", old, new)
        assert not compare(left, right)["same"]
        assert table(left, right, "signs")["same"]


def test_rows_that_one_book_lacks_and_rows_that_changed(original: Path, copied: Path) -> None:
    """The last bit of a float counts; few of many rows are shown."""
    last_bits = "CASE n WHEN 2 THEN 'nan'::DOUBLE WHEN 3 THEN 'inf' WHEN 5 THEN -root ELSE nextafter(root, 9) END"
    change(
        copied,
        f"UPDATE squares SET root = {last_bits} WHERE n IN (2, 3, 5, 6)",
        "DELETE FROM squares WHERE n IN (14, 16, 17)",
        "INSERT INTO signs VALUES (99, 1)",
    )
    found = table(original, copied, "squares")
    assert (found["rows"], found["only"], found["changed"]) == (sides(30, 27), sides(3, 0), {"root": 4})
    assert [row["key"]["n"] for row in found["examples"]] == ["3", "5", "17", "2", "6"]
    assert found["examples"][2] == {"key": {"kind": "odd", "n": "17"}, "only": "left", "changes": []}
    assert table(original, copied, "signs")["only"] == sides(0, 1)
    assert table(copied, original, "signs")["examples"] == [{"key": {"n": "99"}, "only": "left", "changes": []}]


def test_builds(original: Path, copied: Path, tmp_path: Path) -> None:
    change(
        copied,
        "DELETE FROM meta.builds WHERE name = 'toy signs 10 1'",
        'UPDATE meta.builds SET certainty = \'sampled\', parameters = \'{"first": 0, "upto": 31, "error": 0.0}\'',
    )
    found = compare(original, copied)
    builds = found["builds"]
    assert (builds["count"], builds["only"], found["same"]) == (sides(2, 1), sides(["toy signs 10 1"], []), False)
    (build,) = builds["changed"]
    changes = [change_of("certainty", "certified", "sampled"), change_of("parameter upto", "30", "31")]
    assert build["changes"] == changes
    assert all(one["same"] for one in found["tables"])
    # two builds of one name
    change(copied, "INSERT INTO meta.builds SELECT * REPLACE ('x' AS digest, '{}' AS parameters) FROM meta.builds")
    builds = compare(original, copied)["builds"]
    assert (builds["only"], len(builds["changed"])) == (sides(["toy signs 10 1"], ["toy squares 0 30 0.0"]), 1)


def test_other_types_of_the_same_values_and_keys(original: Path, copied: Path) -> None:
    kinds = {"kind": "VARCHAR", "n": "DOUBLE", "square": "VARCHAR", "note": "ENUM('', 'ä', 'ää', 'äää', 'ääää')"}
    change(copied, *(f"ALTER TABLE squares ALTER {name} TYPE {kind}" for name, kind in kinds.items()))
    for left, right in ((original, copied), (copied, original)):
        found = table(left, right, "squares")
        assert found["same"], found
        assert {one["name"] for one in found["retyped"]} == set(kinds)
    change(copied, "UPDATE squares SET square = 1 WHERE n = 5")
    assert table(original, copied, "squares")["changed"] == {"square": 1}


FORMS = [
    ("UTINYINT[]", "[1, 2]", "BIGINT[]", "[1, 2]"),
    ("BOOLEAN", "true", "UTINYINT", "1"),
    ("FLOAT", "0.5", "DOUBLE", "0.5"),
    ("UHUGEINT", "3", "HUGEINT", "3"),
    ("INTEGER", "3", "VARCHAR", "'3'"),
    ("DATE", "'2020-01-02'", "VARCHAR", "'2020-01-02'"),
    ("BLOB", "NULL", "BLOB", "NULL"),
]


def test_values_of_other_types(original: Path, copied: Path, tmp_path: Path) -> None:
    second = Path(shutil.copytree(original, tmp_path / "second"))
    left = ", ".join(f"({value})::{kind} AS c{i}" for i, (kind, value, _, _) in enumerate(FORMS))
    right = ", ".join(f"({value})::{kind} AS c{i}" for i, (_, _, kind, value) in enumerate(FORMS))
    for book, values in ((copied, left), (second, right)):
        change(
            book,
            f"CREATE TABLE forms AS SELECT n, {values} FROM signs",
            "COMMENT ON TABLE forms IS 'Values. Key: n.'",
        )
    for one, other in ((copied, second), (second, copied)):
        assert table(one, other, "forms")["same"]
    unlike = [
        "[3]" if kind.endswith("[]") else "'2021-03-04'" if "-" in value else "'0'" for _, _, kind, value in FORMS
    ]
    nulls = [other if value == "NULL" else "NULL" for (_, _, _, value), other in zip(FORMS, unlike, strict=True)]
    for values in (unlike, nulls):
        change(second, f"UPDATE forms SET {', '.join(f'c{i} = {value}' for i, value in enumerate(values))} WHERE n = 4")
        for one, other in ((copied, second), (second, copied)):
            assert table(one, other, "forms")["changed"] == {f"c{i}": 1 for i in range(len(FORMS))}


def test_columns_tables_and_keys_that_one_book_lacks(original: Path, copied: Path) -> None:
    change(
        copied,
        "ALTER TABLE squares DROP root",
        "ALTER TABLE squares ADD cube BIGINT",
        "UPDATE squares SET error = 1 WHERE n = 1",
        "COMMENT ON TABLE squares IS 'Squares. Key: n.'",
        "ALTER TABLE signs RENAME n TO number",
        "COMMENT ON TABLE signs IS 'Signs. Key: number.'",
        "CREATE TABLE cubes (n INTEGER)",
        "COMMENT ON TABLE cubes IS 'Cubes. Key: n.'",
    )
    found = table(original, copied, "squares")
    assert (found["columns_only"], found["changed"]) == (sides(["root"], ["cube"]), {"error": 1})
    # the longer key counts; keys may have nothing in common
    assert found["key"] == table(copied, original, "squares")["key"] == ["kind", "n"]
    signs = table(original, copied, "signs")
    assert (signs["key"], signs["same"]) == ([], False)
    # a file of an earlier version lacks a table
    assert "cubes" not in [one["table"] for one in compare(original, copied)["tables"] if not one["same"]]
    change(copied, "INSERT INTO cubes FROM range(1)")
    cubes = table(original, copied, "cubes")
    assert (cubes["rows"], cubes["same"]) == (sides(None, 1), False)


def test_books_that_cannot_be_compared(original: Path, copied: Path, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="there is no book"):
        list(differences(original, tmp_path / "nowhere"))
    change(copied, "INSERT INTO signs FROM signs WHERE n = 3")
    assert not table(original, copied, "signs")["same"]
    change(copied, "UPDATE meta.builds SET parameters = '[1]'")
    with pytest.raises(BookError, match="no JSON object"):
        list(differences(original, copied))
    change(copied, "UPDATE meta.builds SET parameters = '{}'", "COMMENT ON TABLE signs IS 'No more.'")
    with pytest.raises(BookError, match="must end with its key"):
        list(differences(original, copied))
    (copied / "toy.duckdb").write_bytes(b"nothing")
    for pair in ((original, copied), (copied, original)):
        with pytest.raises(BookError, match=r"toy\.duckdb is damaged"):
            list(differences(*pair))
    (tmp_path / "text").write_text("no book")
    with pytest.raises(BookError, match="not a folder"):
        list(differences(tmp_path / "text", original))
