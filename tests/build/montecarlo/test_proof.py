"""Proofs of stored rows: a real book passes, and whatever is falsified in it is found."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path

import duckdb
import pytest
from altered import Altered
from sharing import made_once

from tafelwerk.build.claims import stored_fraction
from tafelwerk.build.montecarlo import duel_proofs, heap_proofs, proof, sets
from tafelwerk.build.montecarlo.duel_proofs import basin_checks, duel_checks
from tafelwerk.build.montecarlo.heap_proofs import asymmetry_checks, game_checks
from tafelwerk.build.montecarlo.table_proofs import agent_checks, limit_checks, race_start_checks, relation_checks
from tafelwerk.build.runner import run
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import Dsc, Esr, Subtraction, SubtractionRules

ALL = 10**6


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    two, three = SubtractionRules((1, 2)), SubtractionRules((3, 5, 11), "loses")
    builds = [
        sets.curve_build(Subtraction(two, 12), 6),
        sets.duel_build(Subtraction(three, 30), 9, 4),
        sets.duel_build(Subtraction(SubtractionRules((2, 3), "illegal"), 14), 2, float("inf")),
        sets.duel_build(Subtraction(two, 20), 10**12, 2 * 10**12),
        sets.position_build(Subtraction(three, 30)),
        sets.curve_build(Esr(2, 3, 2), 6),
        sets.curve_build(Dsc(8), 20),
        sets.basins_build(Dsc(8), 120),
        sets.games_build("games", (SubtractionRules((2, 5)), SubtractionRules((2, 3), "illegal")), 200),
        sets.limits_build((three, two)),
        sets.agents_build(Subtraction(three, 25)),
        sets.agents_build(Subtraction(SubtractionRules((2, 3), "illegal"), 12)),
        sets.agents_build(Subtraction(two, 8)),
        sets.asymmetry_build(two, "static", (Fraction(-1, 2), Fraction(0), Fraction(1, 3)), 40),
        sets.asymmetry_build(SubtractionRules((1, 3, 4), "illegal"), "informed", (Fraction(-1, 5),), 40),
    ]
    return made_once(
        tmp_path_factory, "montecarlo-proof", lambda folder: run(folder, builds, executor="inline"), "montecarlo"
    )


@pytest.fixture(scope="module")
def altered(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(book, "montecarlo", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def verify(folder: Path, sample: int | None = ALL) -> dict[str, Check]:
    with open_book(folder) as opened:
        checks = list(proof.verify(opened, sample))
    assert len({check.name for check in checks}) == len(checks)
    return {check.name.removeprefix("montecarlo."): check for check in checks}


def test_a_real_book_passes(book: Path) -> None:
    checks = verify(book)
    assert all(check.ok for check in checks.values()), checks
    assert {name.partition(":")[0] for name in checks} == {
        "dsc_positions",
        "dsc_moves",
        "subtraction_positions",
        "subtraction_moves",
        "esr_starts",
        "subtraction_limits",
        "agent_duels",
        "subtraction_games",
        "asymmetry_bad_moves",
        "esr_duels",
        "dsc_duels",
        "subtraction_duels",
        "basins",
    }
    with duckdb.connect(str(book / "montecarlo.duckdb"), read_only=True) as connection:
        for table in ("esr_duels", "dsc_duels", "subtraction_duels"):
            count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            assert count is not None
            assert checks[f"{table}: ball arithmetic"].detail.startswith(f"{count[0]} rows proved")


def test_an_empty_book_has_nothing_to_prove(tmp_path: Path) -> None:
    assert verify(tmp_path) == {}


DUELS = ("esr_duels", "dsc_duels", "subtraction_duels")
DIGITS = "numerator = '7', denominator = '11'"

FALSE = [
    *[
        (f"{table}: ball arithmetic", f"UPDATE {table} SET {column} = {column} + 10 * error + 1e-15 WHERE k = 5")
        for table in DUELS
        for column in ("first", "second", "mean")
    ],
    ("subtraction_duels: ball arithmetic", "UPDATE subtraction_duels SET first = first - 2e-13 WHERE k = 10 ** 12"),
    (
        "subtraction_duels: ball arithmetic",
        "UPDATE subtraction_duels SET second = 1 - second WHERE k = 2 AND heap = 14",
    ),
    ("dsc_duels: ball arithmetic", "UPDATE dsc_duels SET error = 'nan' WHERE k = 4"),
    ("dsc_duels: ball arithmetic", "UPDATE dsc_duels SET mean = 'nan' WHERE k = 4"),
    ("basins: ball arithmetic", "UPDATE basins SET mean = mean + 10 * error"),
    ("basins: ball arithmetic", "UPDATE basins SET k = k + 3"),
    ("basins: ball arithmetic", "UPDATE dsc_duels SET mean = mean - 0.01 WHERE k = 13"),
    ("esr_starts: race of independent players", f"UPDATE esr_starts SET {DIGITS}"),
    ("esr_starts: race of independent players", "UPDATE esr_starts SET chance = chance + 10 * error"),
    ("esr_starts: race of independent players", "UPDATE esr_starts SET numerator = NULL, chance = chance + 1e-10"),
    ("dsc_positions: relations", "UPDATE dsc_positions SET won = NOT won WHERE own = 3 AND other = 2"),
    ("dsc_positions: relations", f"UPDATE dsc_positions SET {DIGITS} WHERE own = 3 AND other = 2"),
    (
        "dsc_positions: relations",
        "UPDATE dsc_positions SET numerator = numerator || '0', denominator = denominator || '0' WHERE own = 3",
    ),
    ("dsc_positions: relations", "UPDATE dsc_positions SET chance = chance * 1.0000000000000003 WHERE own = 0"),
    ("dsc_positions: relations", "DELETE FROM dsc_positions WHERE own = 3 AND other = 2"),
    ("dsc_positions: relations", "UPDATE dsc_positions SET other = 11 WHERE own = 3 AND other = 2"),
    ("dsc_moves: relations", "UPDATE dsc_moves SET best = NOT best WHERE own = 0 AND step = 2"),
    ("dsc_moves: relations", "UPDATE dsc_moves SET wins = NOT wins WHERE own = 2 AND other = 3 AND step = 1"),
    ("dsc_moves: relations", f"UPDATE dsc_moves SET {DIGITS} WHERE own = 2 AND other = 3 AND step = 1"),
    ("dsc_moves: relations", "UPDATE dsc_moves SET numerator = 'many' WHERE own = 2 AND other = 3 AND step = 1"),
    ("dsc_moves: relations", "DELETE FROM dsc_moves WHERE own = 7"),
    ("dsc_moves: relations", "DELETE FROM dsc_positions"),
    ("subtraction_positions: relations", "UPDATE subtraction_positions SET won = NOT won WHERE heap = 12"),
    ("subtraction_positions: relations", f"UPDATE subtraction_positions SET {DIGITS} WHERE heap = 12"),
    ("subtraction_positions: relations", "DELETE FROM subtraction_positions WHERE heap = 5"),
    ("subtraction_moves: relations", "UPDATE subtraction_moves SET best = NOT best WHERE heap = 9 AND move = 5"),
    ("subtraction_moves: relations", "UPDATE subtraction_moves SET wins = NOT wins WHERE heap = 9 AND move = 5"),
    (
        "subtraction_moves: relations",
        "UPDATE subtraction_moves SET chance = chance + 1e-15 WHERE heap = 9 AND move = 5",
    ),
    (
        "subtraction_games: periods by simulation",
        "UPDATE subtraction_games SET period = 2 * period WHERE moves = '2,5'",
    ),
    (
        "subtraction_games: periods by simulation",
        "UPDATE subtraction_games SET period = period + 1 WHERE moves = '2,5'",
    ),
    (
        "subtraction_games: periods by simulation",
        "UPDATE subtraction_games SET preperiod = preperiod - 1 WHERE moves = '2,5'",
    ),
    (
        "subtraction_games: periods by simulation",
        "UPDATE subtraction_games SET preperiod = preperiod + 1 WHERE moves = '2,5'",
    ),
    ("subtraction_games: blunders in whole numbers", "UPDATE subtraction_games SET blunder = 15 WHERE moves = '1,2'"),
    ("subtraction_games: blunders in whole numbers", "UPDATE subtraction_games SET blunder = NULL WHERE moves = '1,2'"),
    ("subtraction_games: blunders in whole numbers", "UPDATE subtraction_games SET blunder_with_ties = 3"),
    ("subtraction_games: blunders in whole numbers", "UPDATE subtraction_games SET won_heaps = won_heaps + 1"),
    (
        "subtraction_games: blunders in whole numbers",
        "UPDATE subtraction_games SET losing_choices = losing_choices + 0.5",
    ),
    ("subtraction_limits: enclosures", f"UPDATE subtraction_limits SET {DIGITS} WHERE moves = '1,2'"),
    ("subtraction_limits: enclosures", "UPDATE subtraction_limits SET residue = 1 - residue WHERE modulus = 2"),
    ("subtraction_limits: enclosures", "DELETE FROM subtraction_limits WHERE moves = '3,5,11' AND residue = 1"),
    ("subtraction_limits: enclosures", "UPDATE subtraction_limits SET limit_chance = limit_chance + 1e-15"),
    (
        "subtraction_limits: enclosures",
        "UPDATE subtraction_limits SET moves = '1,3', modulus = 1 WHERE moves = '1,2'",
    ),
    ("agent_duels: fractions", f"UPDATE agent_duels SET {DIGITS} WHERE first = 'careful' AND heap = 7"),
    (
        "agent_duels: fractions",
        "UPDATE agent_duels SET chance = 1 - chance WHERE second = 'half-perfect' AND heap = 20",
    ),
    ("asymmetry_bad_moves: biases in whole numbers", "DELETE FROM asymmetry_bad_moves WHERE heap > 35"),
    (
        "asymmetry_bad_moves: biases in whole numbers",
        "UPDATE asymmetry_bad_moves SET heap = heap + 1 WHERE kind = 'static'",
    ),
    (
        "asymmetry_bad_moves: biases in whole numbers",
        "UPDATE asymmetry_bad_moves SET share_numerator = 2, share_denominator = 3",
    ),
    ("asymmetry_bad_moves: biases in whole numbers", "UPDATE asymmetry_scans SET epsilon = epsilon + 1e-12"),
    ("asymmetry_bad_moves: biases in whole numbers", "DELETE FROM asymmetry_scans"),
]


@pytest.mark.parametrize(("name", "lie"), FALSE)
def test_what_is_falsified_is_found(name: str, lie: str, altered: Altered) -> None:
    look = {
        "relations": lambda book: relation_checks(book),
        "race of independent players": lambda book: race_start_checks(book),
        "enclosures": lambda book: limit_checks(book),
        "fractions": lambda book: agent_checks(book),
        "periods by simulation": lambda book: game_checks(book, ALL),
        "blunders in whole numbers": lambda book: game_checks(book, ALL),
        "biases in whole numbers": lambda book: asymmetry_checks(book, ALL),
        "ball arithmetic": lambda book: chain(basin_checks(book), duel_checks(book, ALL)),
    }[name.partition(": ")[2]]
    check = altered.named(name, lie, look)
    assert not check.ok
    assert "WRONG" in check.detail


def test_what_is_out_of_reach_is_said(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_proofs, "ROW_SECONDS", 0.0)
    monkeypatch.setattr(heap_proofs, "ROW_SECONDS", 0.0)
    checks = verify(book, None)
    assert checks["dsc_duels: ball arithmetic"].detail.startswith(
        "0 rows proved by 0 duels; 0 of 20 duels within reach"
    )
    assert checks["subtraction_games: blunders in whole numbers"].detail.startswith("0 of ")
    assert "1 out of reach" in checks["basins: ball arithmetic"].detail


def test_samples(book: Path) -> None:
    """So many duels a table, of every game one before any has a second, and always the same."""
    once, again = verify(book, 3), verify(book, 3)
    assert once == again
    assert "by 3 duels" in once["subtraction_duels: ball arithmetic"].detail
    with open_book(book) as opened:
        _, considered = duel_proofs._considered(opened, "subtraction_duels")
    assert len({duels.game.rules for duels in considered[:3] if isinstance(duels.game, Subtraction)}) == 3


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Esr(5, 6, 1), "esr 5 6 1"),
        (Dsc(4), "dsc 4"),
        (Subtraction(SubtractionRules((1, 2), "illegal"), 9), "subtraction 9 --moves 1,2 --overshoot illegal"),
    ],
)
def test_games_by_their_words(game: Esr | Dsc | Subtraction, words: str) -> None:
    assert str(game) == words
    assert duel_proofs._game(words) == game


def test_fractions() -> None:
    assert str(stored_fraction("-3", "4")) == "-3/4"
    for digits in (("2", "4"), ("1", "0"), ("1", "-2"), ("x", "1"), ("None", "1"), ("+1", "2"), ("01", "2")):
        assert stored_fraction(*digits) is None
