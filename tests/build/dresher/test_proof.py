"""Proofs of stored games: a real book passes, and whatever is falsified in it is found."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from sharing import made_once

from tafelwerk.build.dresher import proof, sets
from tafelwerk.build.runner import run
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.dresher import certificate, probe_hider, probe_searcher, probe_value

LAST = 16

TABLES = ("games", "hider", "searcher", "runs", "bounds")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [*sets.games_builds(1, LAST), sets.runs_build(LAST, (11,))]
    return made_once(
        tmp_path_factory, "dresher-proof", lambda folder: run(folder, builds, executor="inline"), "dresher"
    )


def verify(folder: Path, sample: int | None = None) -> dict[str, Check]:
    with open_book(folder) as opened:
        return by_name(proof.verify(opened, sample))


def by_name(checks: Iterable[Check]) -> dict[str, Check]:
    found = list(checks)
    assert len({check.name for check in found}) == len(found)
    return {check.name.removeprefix("dresher"): check for check in found}


class Damaged:
    """Tables of a book in memory, without their constraints; answers as a book does, and forgets what was done to it."""

    def __init__(self, book: Path, where: str) -> None:
        self.connection = duckdb.connect(":memory:", config={"threads": 1})
        self.connection.execute(f"ATTACH '{book / 'dresher.duckdb'}' AS stored (READ_ONLY)")
        self.connection.execute("ATTACH ':memory:' AS dresher")
        for table in TABLES:
            self.connection.execute(f"CREATE TABLE dresher.{table} AS FROM stored.{table} WHERE {where}")
        self.connection.execute("USE dresher")

    def rows(self, family: str, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        assert family == "dresher"
        return self.connection.execute(sql, parameters).fetchall()

    def after(self, *lies: str, checks: Callable[..., Iterator[Check]] = proof.verify) -> dict[str, Check]:
        """The checks that are made after some statements."""
        self.connection.execute("BEGIN")
        try:
            for lie in lies:
                touched = self.connection.execute(lie).fetchone()
                assert touched is not None
                assert touched[0] > 0, lie
            return by_name(checks(self, None))
        finally:
            self.connection.execute("ROLLBACK")


@pytest.fixture(scope="module")
def damaged(book: Path) -> Iterator[Damaged]:
    # those that the lies below are about, and others that they are taken for
    tables = Damaged(book, "n IN (1, 3, 4, 5, 6, 8, 9, 10, 11)")
    yield tables
    tables.connection.close()


@pytest.fixture(scope="module")
def small(book: Path) -> Iterator[Damaged]:
    tables = Damaged(book, "n IN (4, 9, 11)")
    yield tables
    tables.connection.close()


ROWS = ": strategies of every game"
VALUES, GAMES, UNIQUE = ".games: certificates", ".games: columns", ".games: uniqueness"
HIDER, SEARCHER = ".hider: columns", ".searcher: columns"
RUNS, BOUNDS = ".runs: plausibility", ".bounds: plausibility"


def test_a_real_book_passes(book: Path) -> None:
    checks = verify(book)
    assert list(checks) == [ROWS, VALUES, GAMES, HIDER, SEARCHER, UNIQUE, RUNS, BOUNDS]
    assert all(check.ok for check in checks.values()), checks
    assert checks[ROWS].detail == "16 games with their numbers and trees"
    assert checks[VALUES].detail == "16 of 16 games proved"
    assert checks[HIDER].detail == "136 rows"
    assert checks[RUNS].detail == "32 rows"


def test_an_empty_book_has_nothing_to_prove(tmp_path: Path) -> None:
    assert verify(tmp_path) == {}


def test_runs_and_games_without_each_other(damaged: Damaged) -> None:
    checks = damaged.after("DELETE FROM games", "DELETE FROM hider", "DELETE FROM searcher")
    assert list(checks) == [RUNS, BOUNDS]
    assert all(check.ok for check in checks.values())
    checks = damaged.after("DELETE FROM runs", "DELETE FROM bounds")
    assert list(checks) == [ROWS, VALUES, GAMES, HIDER, SEARCHER, UNIQUE]


def test_samples_are_always_the_same(book: Path) -> None:
    once, again = verify(book, 3), verify(book, 3)
    assert once == again
    assert once[VALUES].detail == "3 of 16 games proved"
    assert once[ROWS].detail.startswith("16 games")


def test_what_is_left_out_for_its_length_is_said(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "SECONDS", 0.0)
    checks = verify(book)
    assert checks[VALUES].detail == "1 of 16 games proved"
    assert all(check.ok for check in checks.values())


def test_the_half_minute_is_enough_for_the_standard_set() -> None:
    assert sum(map(proof._seconds, range(1, sets.STANDARD + 1))) <= proof.SECONDS


def test_certificates_of_the_book_are_what_is_proved(book: Path) -> None:
    from tafelwerk.proofs.dresher.checker import check

    with open_book(book) as opened:
        for n in range(1, LAST + 1):
            text = probe_value(opened, n).text
            found = certificate(text, probe_hider(opened, n), probe_searcher(opened, n))
            check(found)
            if n <= 7:
                assert found["value"] == str(naive.solution(n)[0])


@pytest.mark.parametrize("n", range(1, 7))
def test_uniqueness_by_all_vertices(n: int, book: Path) -> None:
    optima = naive.symmetric_optima(n)
    with open_book(book) as opened:
        assert probe_value(opened, n).hider_unique == (len(optima) == 1)
        hider = probe_hider(opened, n)
    if len(optima) == 1:
        assert [str(share) for share in optima.pop()] == hider.probabilities


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 5), st.randoms(use_true_random=False))
def test_rank(rows: int, columns: int, inner: int, random: Random) -> None:
    """A product has no greater rank than its factors have rows or columns; numpy's rank is safe for such small integers."""
    draw = np.random.default_rng(random.getrandbits(32))
    matrix = draw.integers(-3, 4, (rows, inner)) @ draw.integers(-3, 4, (inner, columns))
    for prime in proof.PRIMES:
        assert proof._rank(matrix, prime) == np.linalg.matrix_rank(matrix)


def test_primes() -> None:
    for prime in proof.PRIMES:
        assert prime < 2**31
        assert all(prime % divisor for divisor in range(2, 46_342))


def test_rank_modulo_a_prime_may_be_less() -> None:
    matrix = np.array([[proof.PRIMES[0], 0], [0, 1]])
    assert [proof._rank(matrix, prime) for prime in proof.PRIMES] == [1, 2]
    assert proof._rank(np.empty((0, 3), np.int64), proof.PRIMES[0]) == 0
    assert proof._rank(np.empty((3, 0), np.int64), proof.PRIMES[0]) == 0


G, H, S = "UPDATE games SET", "UPDATE hider SET", "UPDATE searcher SET"
ONE_SIDED = "(SELECT max(tree) FROM searcher WHERE n = 9 AND mirror <> tree)"
LIES = [
    (ROWS, f"{G} n = 17 WHERE n = 9"),
    (ROWS, f"{G} n = 8 WHERE n = 9"),
    (ROWS, f"{G} n = 0 WHERE n = 9"),
    (ROWS, "DELETE FROM games WHERE n = 9"),
    (ROWS, "INSERT INTO games FROM games WHERE n = 9"),
    (ROWS, "DELETE FROM hider WHERE n = 9"),
    (ROWS, "DELETE FROM hider WHERE n = 9 AND number = 9"),
    (ROWS, "DELETE FROM searcher WHERE n = 9"),
    (ROWS, "DELETE FROM searcher WHERE n = 9 AND tree = 1"),
    (ROWS, f"{H} number = 10 WHERE n = 9 AND number = 9"),
    (ROWS, f"{H} number = 8 WHERE n = 9 AND number = 9"),
    (ROWS, f"{H} n = 10 WHERE n = 9 AND number = 9"),
    (ROWS, f"{S} tree = 2 WHERE n = 9 AND tree = 1"),
    (ROWS, f"{S} tree = tree - 1 WHERE n = 9"),
    (ROWS, f"{S} n = 10 WHERE n = 9 AND tree = 1"),
    (ROWS, f"{G} trees = trees + 1 WHERE n = 9"),
    (VALUES, f"{G} value_num = '2' || value_num WHERE n = 9"),
    (VALUES, f"{G} value_den = value_den || '1' WHERE n = 9"),
    (VALUES, f"{G} value_num = '3' WHERE n = 4"),
    (VALUES, f"{G} value_num = 'two' WHERE n = 4"),
    (VALUES, f"{G} value_num = '9/5' WHERE n = 3"),
    (GAMES, f"{G} value_num = '9/5', value_den = '1' WHERE n = 3"),
    (VALUES, f"{G} value_num = '18', value_den = '10' WHERE n = 3"),
    (VALUES, f"{G} value_den = '0' WHERE n = 3"),
    (VALUES, f"{G} hider_total = '9' WHERE n = 9"),
    (VALUES, f"{G} hider_total = '' WHERE n = 9"),
    (VALUES, f"{G} searcher_total = '0' || searcher_total WHERE n = 9"),
    (VALUES, f"{H} weight = weight || '0' WHERE n = 9 AND number = 5"),
    (VALUES, f"{H} weight = '-1' WHERE n = 9 AND number = 5"),
    (VALUES, f"{H} weight = 'much' WHERE n = 9 AND number = 5"),
    (VALUES, f"{S} weight = weight || '0' WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} weight = '1.0' WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} depths = depths[2:] WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} depths = list_concat(depths[:8], [depths[9] + 1]) WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} depths = list_concat(depths[:8], [NULL]) WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} depths = [3, 3, 1, 3, 2, 3] WHERE n = 6 AND tree = 1"),
    (VALUES, f"{S} depths = [] WHERE n = 9 AND tree = 1"),
    (VALUES, f"{S} depths = list_reverse(depths) WHERE n = 9 AND tree = {ONE_SIDED}"),
    (GAMES, f"{G} value = value + 1e-15 WHERE n = 9"),
    (GAMES, f"{G} value = 'nan' WHERE n = 9"),
    (GAMES, f"{G} bound_num = bound_num + 1 WHERE n = 9"),
    (GAMES, f"{G} bound_den = bound_den + 1 WHERE n = 9"),
    (GAMES, f"{G} bound = bound - 1e-15 WHERE n = 9"),
    (GAMES, f"{G} bound_met = NOT bound_met WHERE n = 9"),
    (GAMES, f"{G} bound_met = NOT bound_met WHERE n = 5"),
    (GAMES, f"{G} sum_rule = NOT sum_rule WHERE n = 9"),
    (GAMES, f"{G} sum_rule = NULL WHERE n = 9"),
    (GAMES, f"{G} sum_rule = true WHERE n = 4"),
    (GAMES, f"{G} double_rule = NOT double_rule WHERE n = 9"),
    (GAMES, f"{G} double_rule = NULL WHERE n = 5"),
    (GAMES, f"{G} ends_largest = NOT ends_largest WHERE n = 9"),
    (GAMES, f"{G} ends_largest = false WHERE n = 1"),
    (GAMES, f"{G} trees = trees + 1 WHERE n = 9"),
    (GAMES, f"{G} depth = depth + 1 WHERE n = 9"),
    (GAMES, f"{G} rounds = 0 WHERE n = 9"),
    (GAMES, f"{G} candidates = 1 WHERE n = 9"),
    (GAMES, f"{G} seconds = -1 WHERE n = 9"),
    (GAMES, f"{G} seconds = 'inf' WHERE n = 9"),
    (GAMES, f"{G} seconds = 'nan' WHERE n = 9"),
    (UNIQUE, f"{G} hider_unique = NOT hider_unique WHERE n = 5"),
    (UNIQUE, f"{G} hider_unique = NOT hider_unique WHERE n = 4"),
    (HIDER, f"{H} probability = probability + 1e-17 WHERE n = 9 AND number = 5"),
    (HIDER, f"{H} probability = 'nan' WHERE n = 9 AND number = 5"),
    (SEARCHER, f"{S} probability = probability * 1.0000000000000002 WHERE n = 9 AND tree = 1"),
    (SEARCHER, f"{S} root = root + 1 WHERE n = 9 AND tree = 1"),
    (SEARCHER, f"{S} depth = depth - 1 WHERE n = 9 AND tree = 1"),
    (SEARCHER, f"{S} mirror = mirror + 1 WHERE n = 9 AND tree = 1"),
    (SEARCHER, f"{S} tree = (SELECT trees FROM games WHERE games.n = searcher.n) + 1 - tree WHERE n = 9"),
    (RUNS, "UPDATE runs SET method = 'other' WHERE n = 9 AND method = 'plain'"),
    (RUNS, "UPDATE runs SET method = 'plain' WHERE n = 9"),
    (RUNS, "DELETE FROM runs WHERE n = 9 AND method = 'plain'"),
    (RUNS, "UPDATE runs SET n = 17 WHERE n = 9 AND method = 'plain'"),
    (RUNS, "UPDATE runs SET n = 0 WHERE n = 9"),
    (RUNS, "UPDATE runs SET rounds = 0 WHERE n = 9 AND method = 'plain'"),
    (RUNS, "UPDATE runs SET candidates = 0 WHERE n = 9 AND method = 'plain'"),
    (RUNS, "UPDATE runs SET seconds = 'nan' WHERE n = 9 AND method = 'plain'"),
    (BOUNDS, "UPDATE runs SET rounds = rounds + 1 WHERE n = 11 AND method = 'plain'"),
    (BOUNDS, "DELETE FROM runs WHERE n = 11"),
    (BOUNDS, "DELETE FROM bounds WHERE round = 2 AND method = 'plain'"),
    (BOUNDS, "UPDATE bounds SET round = 7777 WHERE round = 2 AND method = 'plain'"),
    (BOUNDS, "UPDATE bounds SET method = 'other' WHERE round = 2 AND method = 'plain'"),
    (BOUNDS, "UPDATE bounds SET n = 12 WHERE round = 2 AND method = 'plain'"),
    (BOUNDS, "UPDATE bounds SET upper = upper - 1 WHERE round = 2"),
    (BOUNDS, "UPDATE bounds SET upper = upper + 9 WHERE round = 2"),
    (BOUNDS, "UPDATE bounds SET lower = lower + 1 WHERE round = 2"),
    (BOUNDS, "UPDATE bounds SET lower = 'nan' WHERE round = 2"),
    (BOUNDS, "UPDATE bounds SET lower = 1 WHERE lower > 3.016"),
]


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_what_is_falsified_is_found(name: str, lie: str, damaged: Damaged) -> None:
    check = damaged.after(lie)[name]
    assert not check.ok
    assert "WRONG" in check.detail


def test_what_is_falsified_in_a_file_is_found(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "book")
    with duckdb.connect(str(tmp_path / "book" / "dresher.duckdb")) as connection:
        connection.execute("UPDATE games SET value_num = '3' WHERE n = 4")
    wrong = [name for name, check in verify(tmp_path / "book").items() if not check.ok]
    assert wrong == [VALUES]


def test_what_is_empty_is_found(small: Damaged) -> None:
    columns = small.rows(
        "dresher", "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = 'dresher'"
    )
    assert {table for table, _ in columns} == set(TABLES)
    for table, column in columns:
        checks = small.after(f"UPDATE {table} SET {column} = NULL WHERE n = 11")
        assert not all(check.ok for check in checks.values()), (table, column)


@pytest.mark.parametrize("n", [4, 9])
def test_every_weight_and_depth(n: int, book: Path) -> None:
    """One more, in every row of a game."""
    tables = Damaged(book, f"n = {n}")
    lies = [f"{H} weight = CAST(weight AS INTEGER) + 1 WHERE number = {i + 1}" for i in range(n)]
    for (tree,) in tables.rows("dresher", "SELECT tree FROM searcher"):
        lies += [f"{S} weight = CAST(weight AS INTEGER) + 1 WHERE tree = {tree}"]
        lies += [
            f"{S} depths = list_transform(depths, lambda d, i: d + CAST(i = {i + 1} AS UTINYINT)) WHERE tree = {tree}"
            for i in range(n)
        ]
    for lie in lies:
        assert not tables.after(lie, checks=proof.game_checks)[VALUES].ok, lie
    tables.connection.close()


def test_an_optimal_strategy_in_place_of_another(small: Damaged) -> None:
    """For four numbers the hider has many, so that the value is proved; what is derived from the stored one shows it."""
    other = [f"{H} weight = '1' WHERE n = 4", f"{G} hider_total = '4' WHERE n = 4"]
    checks = small.after(*other)
    assert checks[VALUES].ok
    assert not checks[HIDER].ok
    checks = small.after(*other, f"{H} probability = 0.25 WHERE n = 4")
    assert all(check.ok for check in checks.values())
    checks = small.after(*other, f"{H} probability = 0.25 WHERE n = 4", f"{G} hider_unique = true WHERE n = 4")
    assert [name for name, check in checks.items() if not check.ok] == [UNIQUE]


def test_a_common_divisor_is_found(small: Damaged) -> None:
    """Twice the weights are the same strategy."""
    for table, total, name in (("hider", "hider_total", HIDER), ("searcher", "searcher_total", SEARCHER)):
        checks = small.after(
            f"UPDATE {table} SET weight = 2 * CAST(weight AS INTEGER) WHERE n = 9",
            f"{G} {total} = 2 * CAST({total} AS INTEGER) WHERE n = 9",
        )
        assert [found for found, check in checks.items() if not check.ok] == [name]
        assert "common divisor" in checks[name].detail
