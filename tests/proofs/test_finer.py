"""What is stated is proved as finely as it is stated: the next double, a smaller error, another order of a list."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mutations import Mutant, Mutation, of_family
from sharing import made_once

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.proofs import catalogue
from tafelwerk.proofs.claims import ENCLOSED
from tafelwerk.proofs.columns import EXACT, MEASURED, column_proofs, grouped
from tafelwerk.tables.layout import layout, schema_sql

PLANTED = {family: of_family(family) for family in FAMILIES}

REPOSITORY = Path(__file__).parents[2]

QUICK = 12
"""`make test` plants one kind in this many."""


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Mutant]]:
    """The family's book that is altered."""
    made: dict[str, Mutant] = {}

    def mutant(family: str) -> Mutant:
        if family not in made:
            book = made_once(tmp_path_factory, f"{family}-proof", PLANTED[family].make, family)
            made[family] = Mutant(book, family, tmp_path_factory.mktemp("mutant"))
        return made[family]

    yield mutant
    for one in made.values():
        one.close()


@pytest.fixture
def mutant(family: str, mutants: Callable[[str], Mutant]) -> Mutant:
    return mutants(family)


def finenesses(family: str, mutant: Mutant) -> dict[str, dict[str, str]]:
    return column_proofs(family, catalogue.claims(mutant, family))


def params() -> list[object]:
    """A parameter per kind of error; most are slow."""
    found: list[object] = []
    for family, one in PLANTED.items():
        wanted = [kind for place, kind in enumerate(one.finer) if place % QUICK == 0 and one.quick(0, kind)]
        found += [
            pytest.param(family, kind, id=f"{family}-{kind.name}", marks=() if kind in wanted else pytest.mark.slow)
            for kind in one.finer
        ]
    return found


@pytest.mark.parametrize(("family", "kind"), params())
def test_what_is_finer_is_found_or_marked(family: str, kind: Mutation, mutant: Mutant) -> None:
    if mutant.failed(kind, seed=7):
        return
    column = kind.name.partition(":")[0].partition(".")[2]
    text = finenesses(family, mutant)[kind.table][column]
    assert not text.startswith((EXACT, ENCLOSED)), f"{kind.name}: {text}"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_column_is_listed(family: str, mutant: Mutant) -> None:
    listed = finenesses(family, mutant)
    assert {table.name: table.column_names for table in layout(family)} == {
        table: tuple(columns) for table, columns in listed.items()
    }
    wanted = [
        f"| `{family}.{table}` | {', '.join(columns)} | {how} |"
        for table, proofs in listed.items()
        for how, columns in grouped(proofs).items()
        if how != EXACT
    ]
    page = (REPOSITORY / "docs" / "proofs.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in page if line.startswith(f"| `{family}.")] == wanted


STATED = (
    (r"rounded to (a )?doubles?|(as|same number as) a double|nearest double", EXACT),
    (r"[Cc]ertified|[Bb]ound on the absolute error|See column certainty", ENCLOSED),
    (r"Measured\.$", MEASURED),
    (r"Exact\.", EXACT),
    (r"without a proven error|Brier score|six decimals", "within|its last digit"),
)
"""What a COMMENT says of a double, and what the proofs then say of the column."""


@pytest.mark.parametrize("family", FAMILIES)
def test_doubles_are_proved_as_finely_as_comments_state(family: str, mutant: Mutant) -> None:
    import duckdb

    with duckdb.connect(":memory:") as connection:
        connection.execute(f"{schema_sql('meta')}; {schema_sql(family)}")
        comments = {
            (table, column): f"{about} {comment}"
            for table, column, about, comment in connection.execute(
                "SELECT table_name, column_name, t.comment, c.comment FROM duckdb_columns() c"
                " JOIN duckdb_tables() t USING (table_name) WHERE data_type LIKE 'DOUBLE%' AND c.schema_name = 'main'"
            ).fetchall()
        }
    for table, columns in finenesses(family, mutant).items():
        for column, text in columns.items():
            comment = comments.get((table, column))
            if comment is None:
                continue
            wanted = [how for stated, how in STATED if re.search(stated, comment)]
            # what is exact is proved finely enough for everything that is stated
            fits = text.startswith(EXACT) or any(re.search(how, text) for how in wanted)
            assert wanted, f"{table}.{column}: {comment!r} states nothing"
            assert fits, f"{table}.{column}: {comment!r} states {wanted}, the proofs {text!r}"
