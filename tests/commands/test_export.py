"""`tafelwerk export`: a table as a file."""

import hashlib
import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from books import alter_file, copy_family
from program import call, refused
from sharing import made_once

from tafelwerk import __version__
from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.commands import rowset
from tafelwerk.families.montecarlo.builds import Agents
from tafelwerk.families.montecarlo.rules import Subtraction, parse_game
from tafelwerk.families.search.builds import FreeTotals, RootTotals
from tafelwerk.tables.book import family_file
from tafelwerk.tables.checksum import digest_rows
from tafelwerk.tables.filters import MOST_SHOWN
from tafelwerk.tables.layout import layout
from tafelwerk.tables.sandbox import Answer


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_table_is_exported_whole(ending: str, book: Path, tmp_path: Path) -> None:
    path = tmp_path / f"duels.{ending}"
    done = call("export", "montecarlo.subtraction_duels", "-o", path, "--book", book)
    assert (done.returncode, done.stdout) == (0, "")
    assert "15 rows" in done.stderr
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{book / 'montecarlo.duckdb'}' AS stored (READ_ONLY)")
        quoted = ", quote = '\"'" if ending == "csv" else ""
        read = f"read_{ending}('{path}'{quoted})"
        rows = connection.sql(f"FROM {read}").fetchall()
        assert rows == connection.sql("FROM stored.subtraction_duels").fetchall()
        assert connection.sql(f"FROM {read}").columns == connection.sql("FROM stored.subtraction_duels").columns
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Free search to 60 codes with up to 2 and 3 answers, the root model to 80 codes."""
    builds = [FreeTotals(60, 2), FreeTotals(60, 3), RootTotals(80)]
    return made_once(tmp_path_factory, "search-export", lambda folder: run(folder, builds, executor="inline"), "search")


def test_some_of_the_values_to_choose_from_are_named(searches: Path) -> None:
    line = ("export", "search.free_totals", "--format", "bfile", "--index", "width", "--column", "total")
    for count, more in ((MOST_SHOWN, False), (MOST_SHOWN + 1, True)):
        only = [word for codes in range(2, count + 2) for word in ("--only", f"codes={codes}")]
        said = refused(call(*line, *only, "--book", searches), 2)
        assert "has rows of several codes: add --only codes=VALUE, one of 2, 3, " in said
        assert said.endswith(", ...") is more


def test_a_table_that_no_build_has_filled_is_said_to_be_empty(searches: Path, tmp_path: Path) -> None:
    """With the command line that fills it: beside the empty rows, and in place of a sequence."""
    alter_file(family_file(copy_family(searches, "search", tmp_path), "search"), "DELETE FROM root_totals")
    line = ("export", "search.root_totals", "--book", tmp_path, "--format")
    build = "build it with: tafelwerk build search root"
    assert f"search.root_totals has no rows in the book; {build} " in call(*line, "csv").stderr
    assert build in refused(call(*line, "bfile", "--index", "size", "--column", "total"), 3)


def test_payoffs_for_gambit(tmp_path: Path) -> None:
    game = parse_game("subtraction 24 --moves 3,5,11 --overshoot loses")
    assert isinstance(game, Subtraction)
    run(tmp_path / "book", [Agents(game)], executor="inline")
    line = ("export", "montecarlo.agent_duels", "--format", "nfg", "--only", "heap=20", "--book", tmp_path / "book")
    done = call(*line)
    title, _, strategies, *_ = done.stdout.splitlines()
    assert title == 'NFG 1 R "Subtraction game: chances to win" { "First" "Second" }'
    names = re.findall(r'"([^"]*)"', strategies)
    pairs = [tuple(map(Fraction, row.split())) for row in done.stdout.partition('heap = 20"\n\n')[2].splitlines()]
    assert all(first + second == 1 for first, second in pairs)
    with open_book(tmp_path / "book") as book:
        columns = "first::VARCHAR, second::VARCHAR, chance_num, chance_den"
        rows = book.rows("montecarlo", f"SELECT {columns} FROM montecarlo.agent_duels WHERE heap = 20")
    stored = {(first, second): Fraction(int(num), int(den)) for first, second, num, den in rows}
    assert [pair[0] for pair in pairs] == [stored[first, second] for second in names for first in names]
    gone = names[0]
    alter_file(
        family_file(tmp_path / "book", "montecarlo"),
        f"DELETE FROM agent_duels WHERE heap = 20 AND second = '{gone}' AND first <> '{gone}'",
    )
    done = call(*line)
    assert done.stderr == f"left out of Second, because not every pair is stored: {gone}\n"
    left = [re.findall(r'"([^"]*)"', row) for row in done.stdout.splitlines()[2:4]]
    assert left == [names, [name for name in names if name != gone]]


TABLES = ["search.free_totals.parquet", "search.root_totals.parquet"]


class TestAll:
    """`export --all DIR`."""

    def test_every_table_with_its_description(self, searches: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        done = call("export", "--all", folder, "--book", searches)
        assert (done.returncode, done.stdout) == (0, "")
        assert "1 of 2: search.free_totals, " in done.stderr
        package = json.loads((folder / "datapackage.json").read_text())
        assert sorted(path.name for path in folder.iterdir()) == ["datapackage.json", *TABLES]
        assert (package["name"], package["version"]) == ("tafelwerk", __version__)
        assert package["licenses"][0]["name"] == "MIT"
        assert any("Ingo Althöfer" in source["title"] for source in package["sources"])
        assert "@software{tafelwerk," in package["citation"]
        for resource, table in zip(package["resources"], layout("search"), strict=True):
            path, fields = folder / resource["path"], resource["schema"]["fields"]
            assert resource["hash"] == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
            assert resource["bytes"] == path.stat().st_size
            assert resource["schema"]["primaryKey"] == list(table.key)
            types = [(column.name, column.type) for column in table.stored_columns]
            assert [(field["name"], field["duckdbType"]) for field in fields] == types
            assert all(field["description"] for field in fields)
            assert resource["certainty"] == ["exact"]
            lines = {build["line"].partition(" --")[0] for build in resource["builds"]}
            assert lines <= {"tafelwerk build search free", "tafelwerk build search root"}
            with duckdb.connect() as connection:
                connection.execute(f"ATTACH '{searches / 'search.duckdb'}' AS stored (READ_ONLY)")
                # the rows of the file, in the types of the schema
                connection.execute(f"CREATE TABLE read AS FROM stored.{table.name} LIMIT 0")
                connection.execute(f"INSERT INTO read FROM read_parquet('{path}')")
                for name in (f"stored.{table.name}", "read"):
                    assert digest_rows(connection, name, table) == (resource["rows"], resource["rowsHash"][7:])

    def test_a_description_never_stands_beside_other_rows(
        self, searches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "out"
        line = ("export", "--all", folder, "--family", "search", "--book", searches)
        assert call(*line).returncode == 0
        description = (folder / "datapackage.json").read_bytes()
        write = rowset.write_parquet

        def stopped(answer: Answer, path: Path) -> int:
            if "root_totals" in path.name:
                path.write_text("half")
                raise KeyboardInterrupt
            return write(answer, path)

        with monkeypatch.context() as patch:
            patch.setattr(rowset, "write_parquet", stopped)
            assert call(*line).returncode == 130
        assert sorted(path.name for path in folder.iterdir()) == TABLES
        assert call(*line).returncode == 0
        assert (folder / "datapackage.json").read_bytes() == description

    def test_what_stands_in_its_way(self, searches: Path, tmp_path: Path) -> None:
        """A book is no place for it; of a damaged family alone there is nothing to write: tests of one bad file have others."""
        assert "is the folder of a book" in refused(call("export", "--all", searches, "--book", searches), 2)
        (tmp_path / "file").touch()
        assert "is a file; give a folder" in refused(call("export", "--all", tmp_path / "file", "--book", searches), 2)
        shutil.copytree(searches, tmp_path / "book")
        with duckdb.connect(str(tmp_path / "book" / "search.duckdb")) as connection:
            connection.execute("CREATE VIEW sneaky AS SELECT 1 AS one")
        line = refused(call("export", "--all", tmp_path / "out", "--book", tmp_path / "book"), 4)
        assert "view sneaky" in line
        assert not (tmp_path / "out").exists()
