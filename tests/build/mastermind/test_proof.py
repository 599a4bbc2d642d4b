"""verify believes what is right, and sees whatever is altered."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from shutil import copytree

import duckdb
import pytest
from altered import Altered
from program import run as run_program
from sharing import made_once

from tafelwerk.build.mastermind import game_build, strategy_build
from tafelwerk.build.mastermind.proof import verify
from tafelwerk.build.mastermind.rules import WordList
from tafelwerk.build.mastermind.sets import curve_build
from tafelwerk.build.runner import run
from tafelwerk.tables.book import open_book
from tafelwerk.tables.mastermind import Entropy, Named, Optimal, Pegs

GAME = Pegs(3, 3)
WORDS = WordList(Named("anagrams"), "jotto", ("abc", "abd", "bca", "cab", "dab"), ("xyz", "aad"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [
        game_build(GAME),
        strategy_build(GAME, Optimal()),
        strategy_build(GAME, Optimal(max_depth=4)),
        strategy_build(GAME, Optimal(least_depth=True)),
        strategy_build(GAME, Entropy(Fraction(1))),
        strategy_build(GAME, Entropy(Fraction(1), "mix")),
        curve_build(GAME, "lex", None, (Fraction(1),)),
        game_build(WORDS),
        strategy_build(WORDS, Entropy(None)),
    ]
    return made_once(
        tmp_path_factory, "mastermind-proof", lambda path: run(path, builds, executor="inline"), "mastermind"
    )


@pytest.fixture(scope="module")
def altered(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(whole, "mastermind", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def wrong(path: Path) -> list[str]:
    with open_book(path) as book:
        return [f"{check.name}: {check.detail}" for check in verify(book, None) if not check.ok]


def test_what_was_built_is_right(whole: Path) -> None:
    with open_book(whole) as book:
        checks = list(verify(book, None))
    assert all(check.ok for check in checks), checks
    names = [check.name for check in checks]
    assert len(names) == len(set(names)) == 11


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ("UPDATE trees SET total = total + 1 WHERE strategy = 'optimal' AND node = 1", "its total is another"),
        ("UPDATE trees SET codes = codes + 1 WHERE strategy = 'optimal' AND node = 1", "other codes"),
        ("UPDATE trees SET possible = NOT possible WHERE strategy = 'h1' AND node = 2", "possible is wrong"),
        ("UPDATE trees SET query = 'CCC' WHERE strategy = 'h1' AND game = '3x3' AND node = 0", "WRONG"),
        ("UPDATE trees SET answer = '0,3' WHERE strategy = 'optimal' AND node = 1", "does not find it"),
        (
            "DELETE FROM trees WHERE strategy = 'optimal' AND node = (SELECT max(node) FROM trees WHERE strategy = 'optimal')",
            "WRONG",
        ),
        ("UPDATE strategies SET total_numerator = '1' WHERE tie = 'mix'", "another sum"),
        ("UPDATE strategies SET most = most + 1 WHERE strategy = 'h1' AND tie = 'lex'", "the most is another"),
        ("UPDATE histograms SET codes_numerator = '2' WHERE queries = 1", "not of all codes"),
        ("UPDATE first_parts SET codes = codes + 1 WHERE query = 'AAB' AND answer = '1,0'", "its parts are others"),
        ("UPDATE first_queries SET alike = alike + 1 WHERE query = 'AAA'", "not all queries"),
        ("UPDATE first_queries SET shannon = shannon + 1e-6 WHERE query = 'AAA'", "entropy is another"),
        ("UPDATE answer_rows SET answers = '00' || answers[3:] WHERE game = '3x3' AND query = 0", "answers otherwise"),
        ("UPDATE curves SET total_numerator = '70'", "differs"),
    ],
)
def test_what_is_altered_is_seen(altered: Altered, change: str, seen: str) -> None:
    found = altered.faults(change, partial(verify, sample=None))
    assert any(seen in fault.detail for fault in found)


def test_a_tree_that_is_not_the_best_is_seen(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    """The tree of an entropy strategy in the place of the optimal one finds every code, but not soonest."""
    builds = [game_build(GAME), strategy_build(GAME, Optimal()), strategy_build(GAME, Entropy(None))]
    book = made_once(
        tmp_path_factory, "mastermind-two", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    path = tmp_path / "book"
    copytree(book, path)
    with duckdb.connect(path / "mastermind.duckdb") as connection:
        optimal, other = (
            connection.execute("SELECT total FROM strategies WHERE strategy = ?", [word]).fetchone()
            for word in ("optimal", "hinf")
        )
        for table in ("trees", "strategies", "histograms"):
            connection.execute(f"DELETE FROM {table} WHERE strategy = 'optimal'")
            connection.execute(f"UPDATE {table} SET strategy = 'optimal', tie = 'none'")
    assert optimal != other, "choose a game in which they differ"
    assert any("least total" in fault for fault in wrong(path))


@pytest.mark.slow
def test_the_standard_set_is_proved(standard_book: Path) -> None:
    done = run_program("verify", "mastermind", "--book", standard_book)
    assert done.returncode == 0, done.stderr
