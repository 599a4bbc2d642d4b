"""Whatever is falsified in a family's book is found, and what is stated is proved as finely as it is stated.
What every family's file has: comments, views, labels, hashes and provenance are looked at.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import duckdb
import pytest
from mutations import Mutant, Mutation, of_family, reseal
from program import call
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families import FAMILIES
from tafelwerk.families.dresher.builds import games_builds
from tafelwerk.families.search.builds import STRATEGIES, FreeTotals, RootTotals
from tafelwerk.proofs import claims
from tafelwerk.proofs.claims import ENCLOSED, EXACT, MEASURED, Sampling, column_proofs, group_columns
from tafelwerk.proofs.frame import build_checks
from tafelwerk.proofs.montecarlo import duel_claims, table_claims
from tafelwerk.proofs.running import family_checks
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout, schema_sql

PLANTED = {family: of_family(family) for family in FAMILIES}
TABLES = [(family, table.name) for family in FAMILIES for table in layout(family)]
PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Mutant]]:
    """The family's book that is altered, opened once."""

    @cache
    def mutant(family: str) -> Mutant:
        book = made_once(tmp_path_factory, f"{family}-proof", PLANTED[family].write)
        opened.append(Mutant(book, family, tmp_path_factory.mktemp("mutant")))
        return opened[-1]

    opened: list[Mutant] = []
    yield mutant
    for book in opened:
        book.close()


@pytest.fixture
def mutant(family: str, mutants: Callable[[str], Mutant]) -> Mutant:
    return mutants(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sound_book_passes(family: str, mutant: Mutant) -> None:
    assert mutant.failed(None, 1, **PLANTED[family].sound) == []
    with Book(mutant.path) as opened:
        assert [check.detail for check in build_checks(opened, family) if not check.ok] == []


@pytest.mark.slow
@pytest.mark.parametrize("family", [family for family, planted in PLANTED.items() if not planted.sound.get("full")])
def test_a_sound_book_passes_in_full(family: str, mutant: Mutant) -> None:
    assert mutant.failed(None, 1, full=True) == []


def in_turn(kinds: Iterable[Mutation]) -> Iterator[Mutation]:
    """Of the kinds for one column one: of the first column the first, of the second the second, and so on."""
    for turn, (_, same) in enumerate(groupby(kinds, lambda kind: kind.name.partition(":")[0])):
        choice = list(same)
        yield choice[turn % len(choice)]


def quick_kinds(family: str) -> list[Mutation]:
    """The kinds that `make test` plants: one for each column and table, and the family's own."""
    planted = PLANTED[family]
    general = (kind for kind in planted.kinds if kind not in planted.lies)
    quick = (kind for kind in in_turn(general) if {kind.table, kind.name.partition(":")[0]}.isdisjoint(planted.slow))
    return [*quick, *planted.lies]


def unnoticed(mutant: Mutant, kinds: Iterable[Mutation], **extent: int) -> list[str]:
    """Names of the kinds of which no claim fails."""
    return [kind.name for kind in kinds if not mutant.failed(kind, seed=7, **extent)]


def coarsely(mutant: Mutant, kinds: list[Mutation]) -> dict[str, int]:
    """Extent for the kinds of a coarse table, in which they are found as surely as 1 % of the rows by the default sample."""
    is_coarse = kinds and kinds[0].table in PLANTED[mutant.family].coarse
    return {"rows": mutant.can_be_hit(kinds[0]) // 10, "units": 100} if is_coarse else {}


def stated_finely(mutant: Mutant, kinds: Iterable[Mutation]) -> list[Mutation]:
    """The finer kinds in columns that are said to be proved as finely."""
    proofs = column_proofs(mutant.family, claims.claims_of_family(mutant, mutant.family))
    stated = {f"{table}.{column}": text for table, columns in proofs.items() for column, text in columns.items()}
    return [kind for kind in kinds if stated[kind.name.partition(":")[0]].startswith((EXACT, ENCLOSED))]


@pytest.mark.parametrize(("family", "table"), TABLES)
def test_errors_are_found(family: str, table: str, mutant: Mutant) -> None:
    kinds = [kind for kind in quick_kinds(family) if kind.table == table]
    assert unnoticed(mutant, kinds, **coarsely(mutant, kinds)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_finer_errors_are_found_or_marked(family: str, mutant: Mutant) -> None:
    """One of each kind that is finer than a careless proof."""
    kinds = {kind.name.partition(": ")[2]: kind for kind in stated_finely(mutant, PLANTED[family].finer)}
    assert unnoticed(mutant, kinds.values()) == []


@pytest.mark.parametrize("family", ["search", "dresher"])
def test_two_values_exchanged_are_found(family: str, mutant: Mutant) -> None:
    kinds = [kind for kind in PLANTED[family].exchanged if mutant.can_be_hit(kind)]
    assert unnoticed(mutant, kinds, full=True, rows=1) == []


@pytest.mark.slow
@pytest.mark.parametrize(("family", "table"), TABLES)
def test_all_errors_are_found(family: str, table: str, mutant: Mutant) -> None:
    """Errors of 1 % of the rows by the default sample, of a single row or two by a full proof."""
    planted = PLANTED[family]
    kinds = [kind for kind in planted.kinds if kind.table == table]
    exchanged = [kind for kind in planted.exchanged if kind.table == table and mutant.can_be_hit(kind)]
    single = [*(kind for kind in kinds if "{rows}" in kind.sql), *exchanged]
    assert unnoticed(mutant, kinds) == []
    assert unnoticed(mutant, single, full=True, rows=1) == []
    finer = stated_finely(mutant, planted.finer)
    assert unnoticed(mutant, [kind for kind in finer if kind.table == table]) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_column_is_proved_or_measured(family: str, mutant: Mutant) -> None:
    """And no claim says that it proves a measured column, but where a few of its numbers can be counted."""
    proved: dict[str, set[str]] = {}
    for claim in claims.claims_of_family(mutant, family):
        for table in claim.table.split(", "):
            proved.setdefault(table.partition(".")[2], set()).update(claim.columns)
    filled = [table for table in layout(family) if mutant.rows(family, f"SELECT 1 FROM {family}.{table.name} LIMIT 1")]
    columns = [(f"{table.name}.{column.name}", column.measured) for table in filled for column in table.columns]
    claimed = {f"{table}.{column}" for table, names in proved.items() for column in names}
    assert [name for name, measured in columns if not measured and name not in claimed] == []
    assert {name for name, measured in columns if measured and name in claimed} <= {"statistics.nodes"}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_column_is_listed(family: str, mutant: Mutant) -> None:
    listed = column_proofs(family, claims.claims_of_family(mutant, family))
    assert {table: tuple(columns) for table, columns in listed.items()} == {
        table.name: table.column_names for table in layout(family)
    }
    wanted = [
        f"| `{family}.{table}` | {', '.join(columns)} | {how} |"
        for table, proofs in listed.items()
        for how, columns in group_columns(proofs).items()
        if how != EXACT
    ]
    page = PAGE.read_text(encoding="utf-8").splitlines()
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
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"{schema_sql('meta')}; {schema_sql(family)}")
        comments = connection.execute(
            "SELECT table_name, column_name, concat(t.comment, ' ', c.comment) FROM duckdb_columns() c"
            " JOIN duckdb_tables() t USING (table_name) WHERE data_type LIKE 'DOUBLE%' AND c.schema_name = 'main'"
        ).fetchall()
    proofs = column_proofs(family, claims.claims_of_family(mutant, family))
    for table, column, comment in comments:
        if table not in proofs:
            continue
        text = proofs[table][column]
        wanted = [how for stated, how in STATED if re.search(stated, comment)]
        assert wanted, f"{table}.{column}: {comment!r} states nothing"
        # what is exact is proved finely enough for everything that is stated
        fits = text.startswith(EXACT) or any(re.search(how, text) for how in wanted)
        assert fits, f"{table}.{column}: {comment!r} states {wanted}, the proofs {text!r}"


@pytest.mark.parametrize("family", ["minimax"])
def test_huge_numbers_stop_no_claim(family: str, mutant: Mutant) -> None:
    """Every claim ends, those beyond the first that fails, too."""
    kinds = [kind for kind in PLANTED[family].lies if "huge" in kind.name or "many" in kind.name]
    assert len(kinds) > 5
    assert unnoticed(mutant, kinds, every=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("family", ["montecarlo"])
def test_what_is_far_is_proved_by_a_full_proof(family: str, mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEAR_STATES", "NEAR_LANE", "NEAR_HEAP"):
        monkeypatch.setattr(duel_claims, name, 0)
    monkeypatch.setattr(table_claims, "NEAR_WORK", 0)
    monkeypatch.setattr(table_claims, "NEAR_PERIOD", 0)
    monkeypatch.setattr(table_claims, "MOST_AGENT_HEAP", 0)
    assert mutant.failed(None, 1, full=True) == []
    kinds = [
        kind for kind in PLANTED[family].kinds if kind.name.endswith(("off by one", "1e-9")) and kind.table != "basins"
    ]
    assert unnoticed(mutant, kinds[::7], full=True) == []


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [FreeTotals(60, 3), RootTotals(80), RootTotals(80, STRATEGIES[1])]
    return made_once(tmp_path_factory, "search-frame", lambda folder: run(folder, builds, executor="inline"), "search")


def alter_book(book: Path, folder: Path, sql: str, *, fits: bool = True, refit: bool = False) -> Path:
    """The book after a statement, with hashes that fit, those of the builds too, or as they were."""
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(book / "search.duckdb", folder))
    if fits:
        reseal(file, "search", sql, refit=refit)
    else:
        with duckdb.connect(str(file)) as connection:
            connection.execute(sql)
    return folder


def faults(book: Path) -> list[str]:
    """What is wrong with the file and its provenance; claims are asked of a sound one only."""
    with Book(book) as opened:
        return [check.detail for check in family_checks(opened, "search", Sampling(1), print) if not check.ok]


BLOCKS = (Path(__file__).parent / "frame.sql").read_text(encoding="utf-8").split("\n\n")[1:]
FITTING = dict(block.removeprefix("-- ").split("\n", 1) for block in BLOCKS)


def test_what_is_said_of_the_rows_is_checked(book: Path, tmp_path: Path) -> None:
    assert faults(alter_book(book, tmp_path, "SELECT 1")) == []
    kinds = {kind: alter_book(book, tmp_path / kind, sql, fits="dropped" not in kind) for kind, sql in FITTING.items()}
    assert [kind for kind, folder in kinds.items() if not faults(folder)] == []


def test_damage_to_the_provenance_is_found(book: Path, tmp_path: Path) -> None:
    """Without hashes that fit: any column, a seal less, a seal more."""
    others = {"seconds": "seconds + 1", "built_at": "built_at + INTERVAL 1 SECOND", '"rows"': '"rows" + 1'}
    for column in ("machine", "seconds", "built_at", '"rows"', "parameters"):
        value = others.get(column, f"reverse({column})")
        damaged = alter_book(book, tmp_path, f"UPDATE meta.builds SET {column} = {value}", fits=False)
        assert "not as they were written: meta.builds" in " ".join(faults(damaged)), column
    for sql in ("DELETE FROM meta.seals", "INSERT INTO meta.seals VALUES ('free_totals', '')"):
        assert faults(alter_book(book, tmp_path, sql, fits=False)), sql


def test_the_hash_of_rows_that_belong_together_is_compared(tmp_path: Path) -> None:
    """Such rows may be those of another build; these are not."""
    run(tmp_path, games_builds(1, 2), executor="inline")
    with duckdb.connect(str(tmp_path / "dresher.duckdb")) as connection:
        connection.execute("UPDATE meta.builds SET sha256 = repeat('0', 64)")
    with Book(tmp_path) as opened:
        (fault,) = (check.detail for check in build_checks(opened, "dresher") if not check.ok)
    assert "its rows have another hash than recorded" in fault


def test_verify_ends_in_4_over_any_fault(book: Path, tmp_path: Path) -> None:
    """Of the provenance, and of a claim where all hashes fit."""
    assert call("verify", "search", "--book", alter_book(book, tmp_path, "SELECT 1")).returncode == 0
    wrong = "UPDATE free_totals SET total = total + 1 WHERE codes = 30"
    for folder, name in (
        (alter_book(book, tmp_path / "labels", FITTING["certainty"]), "search"),
        (alter_book(book, tmp_path / "rows", wrong, refit=True), "search.free_totals: "),
    ):
        done = call("verify", "search", "--book", folder)
        assert done.returncode == 4, done.stderr
        assert f"FAILED {name}" in done.stderr, done.stderr
