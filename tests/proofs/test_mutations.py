"""Whatever is falsified in a family's book is found."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest
from mutations import Mutant, Mutation, Planted, exchanged, of_family
from program import run as run_program
from sharing import made_once

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.proofs import catalogue
from tafelwerk.proofs.frame import build_checks
from tafelwerk.proofs.montecarlo import duel_claims, heap_claims, table_claims
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import layout

PLANTED = {family: of_family(family) for family in FAMILIES}


def params(wanted: Callable[[Planted, int, Mutation], bool]) -> list[object]:
    """A parameter per kind of error; what is not wanted by `make test` is slow."""
    return [
        pytest.param(
            family, kind, id=f"{family}-{kind.name}", marks=() if wanted(one, place, kind) else pytest.mark.slow
        )
        for family, one in PLANTED.items()
        for place, kind in enumerate(one.kinds)
    ]


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Mutant]]:
    """The family's book that is altered."""
    found: dict[str, Mutant] = {}

    def mutant(family: str) -> Mutant:
        if family not in found:
            book = made_once(tmp_path_factory, f"{family}-proof", PLANTED[family].make, family)
            found[family] = Mutant(book, family, tmp_path_factory.mktemp("mutant"))
        return found[family]

    yield mutant
    for one in found.values():
        one.close()


@pytest.fixture
def mutant(family: str, mutants: Callable[[str], Mutant]) -> Mutant:
    return mutants(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sound_book_passes(family: str, mutant: Mutant) -> None:
    assert mutant.failed(None, 1, **PLANTED[family].sound) == []
    with Book(mutant.path) as opened:
        assert [check.detail for check in build_checks(opened, family) if not check.ok] == []


@pytest.mark.slow
@pytest.mark.parametrize("family", [family for family, one in PLANTED.items() if not one.sound.get("full")])
def test_a_sound_book_passes_in_full(family: str, mutant: Mutant) -> None:
    assert mutant.failed(None, 1, full=True) == []


@pytest.mark.parametrize(("family", "kind"), params(lambda one, place, kind: one.quick(place, kind)))
def test_every_kind_is_found(family: str, kind: Mutation, mutant: Mutant) -> None:
    assert mutant.failed(kind, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize(("family", "kind"), params(lambda one, place, kind: True))
def test_one_row_is_found_by_a_full_proof(family: str, kind: Mutation, mutant: Mutant) -> None:
    if "{rows}" not in kind.sql:
        pytest.skip("not of rows")
    assert mutant.failed(kind, seed=8, full=True, rows=1)


@pytest.mark.parametrize(
    ("family", "kind"),
    [
        pytest.param(
            family,
            kind,
            id=f"{family}-{kind.name}",
            marks=() if family in ("search", "dresher") else pytest.mark.slow,
        )
        for family, one in PLANTED.items()
        for kind in exchanged(family, one.own, one.where)
    ],
)
def test_two_values_exchanged_are_found_by_a_full_proof(family: str, kind: Mutation, mutant: Mutant) -> None:
    column = kind.name.partition(".")[2].partition(":")[0]
    ((values,),) = mutant.rows(
        family, f'SELECT count(DISTINCT "{column}") FROM {family}.{kind.table} WHERE {kind.where}'
    )
    if values < 2:
        pytest.skip("one value only")
    assert mutant.failed(kind, seed=3, full=True, rows=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_column_is_proved_or_measured(family: str, mutant: Mutant) -> None:
    """And no claim says that it proves a measured column, but where a few of its numbers can be counted."""
    proved: dict[str, set[str]] = {}
    for claim in catalogue.claims(mutant, family):
        for table in claim.table.split(", "):
            proved.setdefault(table.partition(".")[2], set()).update(claim.columns)
    filled = [one for one in layout(family) if mutant.rows(family, f"SELECT 1 FROM {family}.{one.name} LIMIT 1")]
    for table in filled:
        names = {False: set[str](), True: set[str]()}
        for column in table.columns:
            names[column.measured].add(column.name)
        assert names[False] <= proved[table.name], f"{table.name}: {names[False] - proved[table.name]} unproved"
        measured = {f"{table.name}.{name}" for name in names[True] & proved[table.name]}
        assert measured <= {"statistics.nodes"}, f"{measured} measured and proved"


@pytest.mark.parametrize(
    ("family", "kind"),
    [("minimax", kind) for kind in PLANTED["minimax"].lies if "huge" in kind.name or "many" in kind.name],
    ids=lambda value: getattr(value, "name", value),
)
def test_no_claim_hangs(family: str, kind: Mutation, mutant: Mutant) -> None:
    """Each claim by itself, beyond the first that fails."""
    with suppress(duckdb.ConstraintException), mutant.planted(kind, 7):
        for claim in catalogue.claims(mutant, family):
            with suppress(Exception):
                list(claim.prove(range(claim.units)) if claim.units else ())


@pytest.mark.slow
@pytest.mark.parametrize("family", ["montecarlo"])
def test_what_is_far_is_proved_by_a_full_proof(family: str, mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEAR_STATES", "NEAR_LANE", "NEAR_HEAP"):
        monkeypatch.setattr(duel_claims, name, 0)
    monkeypatch.setattr(heap_claims, "NEAR_WORK", 0)
    monkeypatch.setattr(heap_claims, "NEAR_PERIOD", 0)
    monkeypatch.setattr(table_claims, "MOST_AGENT_HEAP", 0)
    assert mutant.failed(None, 1, full=True) == []
    kinds = [
        kind for kind in PLANTED[family].kinds if kind.name.endswith(("off by one", "1e-9")) and kind.table != "basins"
    ]
    assert [kind.name for kind in kinds[::7] if not mutant.failed(kind, 1, full=True)] == []


@pytest.mark.slow
def test_the_standard_set_is_proved(standard_book: Path) -> None:
    done = run_program("verify", "mastermind", "--book", standard_book)
    assert done.returncode == 0, done.stderr
