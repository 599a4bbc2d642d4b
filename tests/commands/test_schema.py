"""`tafelwerk schema` as a user runs it."""

import json

import pytest
from program import call, refused

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.tables.layout import layout, views


@pytest.mark.parametrize("family", FAMILIES)
def test_every_table_and_view_of_a_family(family: str) -> None:
    described = json.loads(call("schema", family, "--json").stdout)
    known = {one.name: one for one in (*layout(family), *views(family))}
    assert [entry["table"] for entry in described] == [f"{family}.{name}" for name in known]
    for entry in described:
        one = known[entry["table"].partition(".")[2]]
        assert tuple(entry["key"]) == one.key
        assert [(column["column"], column["type"]) for column in entry["columns"]] == [
            (column.name, column.type) for column in one.columns
        ]
        assert entry["comment"]


def test_a_table_for_people() -> None:
    out = call("schema", "dresher.games").stdout
    assert out.startswith("dresher.games: One row per game: ")
    assert "Key: n\n" in out
    assert [line.split()[:2] for line in out.splitlines() if line.startswith("value ")] == [["value", "DOUBLE"]]


def test_all_tables_have_a_line_each() -> None:
    lines = call("schema").stdout.splitlines()[2:]
    assert [line.split()[0] for line in lines] == [
        entry["table"] for entry in json.loads(call("schema", "--json").stdout)
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("dresher.gamez", "unknown table 'dresher.gamez'; did you mean dresher.games?"),
        ("chess", "unknown family 'chess'; it may be montecarlo, "),
        (".games", "unknown table '.games'"),
    ],
)
def test_what_is_refused(name: str, said: str) -> None:
    assert said in refused(call("schema", name), 2)
