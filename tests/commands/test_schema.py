"""`tafelwerk schema` as a user runs it."""

import json

from program import call

from tafelwerk.commands.schema import _short_type
from tafelwerk.families import FAMILIES
from tafelwerk.tables.layout import layout, macros, views


def test_every_table_and_view_of_a_family() -> None:
    for family in FAMILIES:
        described = json.loads(call("schema", family, "--json").stdout)
        known = {one.name: one for one in (*layout(family), *views(family))}
        tables = [entry for entry in described if "table" in entry]
        assert [entry["table"] for entry in tables] == [f"{family}.{name}" for name in known]
        assert [entry["macro"] for entry in described[len(tables) :]] == [
            f"{family}.{one.name}" for one in macros(family)
        ]
        for entry in tables:
            one = known[entry["table"].partition(".")[2]]
            assert tuple(entry["key"]) == one.key
            columns = [(column.name, column.type) for column in one.stored_columns]
            assert [(column["column"], column["type"]) for column in entry["columns"]] == columns
            assert entry["comment"]
            assert all(column["comment"] for column in entry["columns"])


def test_tables_and_macros_for_people() -> None:
    tables, _, all_macros = call("schema").stdout.partition("\n\n")
    described = json.loads(call("schema", "--json").stdout)
    lines = [line.split()[0] for line in tables.splitlines()[2:]]
    lines += [line.split("(")[0] for line in all_macros.splitlines()[2:]]
    assert lines == [entry.get("table") or entry["macro"] for entry in described]
    assert "Example: tree_text([2, 1, 3, 2]) is (1) 2 ((3) 4)." in call("schema", "dresher").stdout
    value = "'a rather long value'"
    three, four = (f"ENUM({', '.join([value] * count)})" for count in (3, 4))
    assert [_short_type(kind) for kind in ("ENUM('a', 'b', 'c', 'd')", three)] == ["ENUM('a', 'b', 'c', 'd')", three]
    assert _short_type(four) == f"ENUM({', '.join([value] * 3)}, ... 4 values)"
