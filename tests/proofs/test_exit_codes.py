"""`verify` ends in 4 over every kind of error, planted in the pocket book with checksums and provenance that fit."""

import shutil
from pathlib import Path

import duckdb
import pytest
from mutations import Mutation, of_family, reseal
from program import call

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.fingerprint import PACKAGE

pytestmark = pytest.mark.slow
SHARE = 100
"""One row of that many is hit."""


SLOW = {"beams": ("bounds", "DELETE FROM bounds; DELETE FROM meta.builds WHERE name LIKE '% --bound %'")}
"""A table whose proof takes long, and how it and its builds are left out where errors are planted in others."""


def kinds() -> list[tuple[str, Mutation]]:
    return [(family, kind) for family in FAMILIES for kind in of_family(family).general]


@pytest.mark.parametrize(("family", "kind"), kinds(), ids=lambda value: getattr(value, "name", value))
def test_every_kind_ends_in_4(family: str, kind: Mutation, tmp_path: Path) -> None:
    file = Path(shutil.copy(PACKAGE / "pocket" / f"{family}.duckdb", tmp_path))
    file.chmod(0o644)
    with duckdb.connect(str(file)) as connection:
        slow, without = SLOW.get(family, ("", ""))
        if kind.table != slow:
            connection.execute(without)
        (count,) = connection.execute(f"SELECT count(*) FROM {kind.table} WHERE {kind.where}").fetchone() or (0,)
        if not count:
            pytest.skip("no rows")
        whole = f"SELECT sum(hash({kind.table})) FROM {kind.table}"
        ((before,),) = connection.execute(whole).fetchall()
        hit = -(-count // SHARE)
        drawn = (
            f"rowid IN (SELECT rowid FROM {kind.table} WHERE {kind.where} ORDER BY hash(rowid, 1), rowid LIMIT {hit})"
        )
        try:
            touched = connection.execute(kind.sql.format(rows=drawn)).fetchone()
        except duckdb.ConstraintException:
            pytest.skip("no other value")
        if touched is None or not touched[0]:
            pytest.skip("no such row")
        ((after,),) = connection.execute(whole).fetchall()
        if after == before:
            pytest.skip("no other value")
    reseal(file, family, refit=True)
    done = call("verify", family, "--seed", "1", "--book", tmp_path)
    assert done.returncode == 4, done.stderr
    assert "FAILED" in done.stderr
