"""Stored games to learn from and classifiers are proved anew; what is falsified in them is found."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import copytree

import duckdb
import numpy as np
import pytest
from skat_books import PLAYOUTS, TRIALS, learnt_book

from tafelwerk.build.runner import run
from tafelwerk.build.skat.learning import derived, learnt_spans, playout_builds, trial_builds
from tafelwerk.build.skat.model_proof import _off_logistic, _off_squares, model_checks
from tafelwerk.build.skat.models import RIDGE
from tafelwerk.build.skat.proof import verify
from tafelwerk.build.skat.tasks import Playouts
from tafelwerk.build.skat.trial_proof import trial_checks
from tafelwerk.build.skat.trials import trial_in_doubt, trials_of
from tafelwerk.solvers.skat.trials import Trial
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.checks import Check

DRAWN, SOLVED = "skat.trials: drawn again", "skat.trials: retrograde values"
PLAYED, AGAIN = "skat.playouts: drawn again", "skat.playouts: played again"
FITTED, COUNTED = "skat.models: slopes vanish", "skat.validations: counted again"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return learnt_book(tmp_path_factory)


@cache
def _trials(seed: int, first: int, last: int) -> list[tuple[int, Trial]]:
    return list(trials_of(seed, first, last))


@pytest.fixture(autouse=True, scope="module")
def _drawn_once() -> Iterator[None]:
    """What random deals lead to is found once for all the proofs below."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tafelwerk.build.skat.trial_proof.trials_of", _trials)
        patch.setattr("tafelwerk.build.skat.trial_proof.trial_in_doubt", cache(trial_in_doubt))
        yield


def checked(book: Path, sample: int = 1) -> dict[str, Check]:
    with open_book(book) as opened:
        return {check.name: check for check in (*trial_checks(opened, sample), *model_checks(opened, sample))}


def test_a_real_book_passes(book: Path) -> None:
    found = checked(book, 2)
    assert all(check.ok for check in found.values()), found
    with open_book(book) as opened:
        trials, playouts = (opened.one("skat", f"SELECT count(*) FROM skat.{name}") for name in ("trials", "playouts"))
    assert trials is not None
    assert playouts is not None
    assert {name: check.detail for name, check in found.items()} == {
        DRAWN: f"{trials[0]} trials of {TRIALS} deals",
        SOLVED: f"2 of {trials[0]} trials proved",
        PLAYED: f"{playouts[0]} playouts of {PLAYOUTS} deals",
        AGAIN: f"2 of {playouts[0]} playouts",
        FITTED: "38 of 54 classifiers proved",
        COUNTED: "38 of 54 classifiers",
    }


def test_every_classifier_can_be_proved(book: Path) -> None:
    with open_book(book) as opened:
        found = list(model_checks(opened, 18))
    assert [check.ok for check in found] == [True, True]
    assert found[0].detail == "54 of 54 classifiers proved"


def test_nothing_to_check(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


def test_a_part_of_every_check_of_the_family(book: Path) -> None:
    with open_book(book) as opened:
        assert {DRAWN, SOLVED, PLAYED, AGAIN, FITTED, COUNTED} <= {check.name for check in verify(opened, 0)}


OPEN = "model = 'open' AND game = 'grand' AND declarer = 'rearhand'"


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (f"UPDATE trials SET {change} WHERE number = 7", DRAWN)
        for change in ("declarer = 'rearhand'", "deal = deal + 1", "hand = skat", "skat = hand")
    ]
    + [
        (f"UPDATE trials SET number = number + {TRIALS} WHERE number < 3", DRAWN),
        ("UPDATE trials SET seed = 2 WHERE number = 7", DRAWN),
        ("DELETE FROM trials WHERE number = 7", DRAWN),
        ("DELETE FROM trials", DRAWN),
        ("UPDATE trials SET won = NOT won", SOLVED),
        ("UPDATE trials SET deal = 18446744073709551615", SOLVED),
        ("UPDATE playouts SET number = number + 15 WHERE number < 9", PLAYED),
        ("UPDATE playouts SET worlds = 7", PLAYED),
        ("UPDATE playouts SET game = 'null' WHERE game <> 'null'", PLAYED),
        ("UPDATE playouts SET won = NOT won WHERE points IS NOT NULL", PLAYED),
        ("UPDATE playouts SET points = points + 61 WHERE points < 61", PLAYED),
        ("DELETE FROM playouts", PLAYED),
        ("UPDATE playouts SET points = points - 1 WHERE points <> 61", AGAIN),
        ("UPDATE playouts SET won = NOT won", AGAIN),
        ("UPDATE models SET feature = 'jacks' WHERE place = 0 AND model = 'hidden'", FITTED),
        ("UPDATE models SET place = place + 1 WHERE model = 'thesis' AND game = 'null'", FITTED),
        ("UPDATE models SET deals = 30", FITTED),
        ("UPDATE models SET model = 'other' WHERE model = 'open'", FITTED),
        ("UPDATE models SET weight = weight + 0.01 WHERE model = 'thesis'", FITTED),
        (f"UPDATE models SET weight = weight + 0.001 WHERE {OPEN} AND place = 0", FITTED),
        (f"UPDATE models SET weight = weight + 0.001 WHERE {OPEN} AND place = 20", FITTED),
        ("UPDATE models SET weight = -weight WHERE model = 'hidden' AND game = 'spades'", FITTED),
        (f"DELETE FROM models WHERE {OPEN}", FITTED),
        ("DELETE FROM trials", FITTED),
        ("UPDATE validations SET true_positives = true_positives + 1 WHERE model = 'hidden'", COUNTED),
        (f"UPDATE validations SET true_negatives = true_negatives + 1 WHERE {OPEN}", COUNTED),
        ("UPDATE validations SET loss = loss + 0.001 WHERE model = 'open'", COUNTED),
        ("UPDATE validations SET loss = 0.5 WHERE loss IS NULL AND model <> 'thesis'", COUNTED),
        ("UPDATE validations SET loss = NULL", COUNTED),
        (f"DELETE FROM validations WHERE {OPEN}", COUNTED),
        ("DELETE FROM validations", COUNTED),
    ],
)
def test_lies_are_found(lie: str, found: str, book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    with duckdb.connect(str(copy / "skat.duckdb")) as connection:
        (changed,) = connection.execute(lie).fetchone() or (0,)
    assert changed
    sample = 0 if found in (DRAWN, PLAYED) else 1  # those two look at all rows
    with open_book(copy) as opened:
        checks = trial_checks if found in (DRAWN, SOLVED, PLAYED, AGAIN) else model_checks
        assert not next(check for check in checks(opened, sample) if check.name == found).ok


@pytest.mark.parametrize("seed", range(3))
def test_slopes_vanish_nowhere_else(seed: int) -> None:
    """Weights found by small steps hold, and no longer once one of them is off by what its fifth digit makes."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 3, (60, 4)).astype(float)
    values[:, 0] = 1
    won = random.random(60) < 0.5
    weights = np.zeros(4)
    for _ in range(20_000):
        chances = 1 / (1 + np.exp(-values @ weights))
        weights += 0.01 * (values.T @ (won - chances) - RIDGE * weights * (0, 1, 1, 1))
    squares = np.linalg.lstsq(values, won.astype(float), rcond=None)[0]
    for off, right in ((_off_logistic, weights.round(6)), (_off_squares, squares.round(6))):
        assert off(values, won, right) is None
        for place in range(4):
            lie = right.copy()
            lie[place] += 1e-4
            assert off(values, won, lie) is not None


def test_games_that_all_end_alike() -> None:
    values = np.array([[1.0, 2.0], [1.0, 0.0]])
    for won in (np.array([True, True]), np.array([False, False])):
        assert _off_logistic(values, won, np.array([3.0, 0.0])) is not None
    # without games nothing moves a weight
    assert _off_logistic(np.zeros((0, 2)), np.zeros(0, bool), np.zeros(2)) is None


def test_features_that_never_occur() -> None:
    values, won = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([True, False])
    assert _off_squares(values, won, np.array([0.5, 0.0])) is None
    assert _off_squares(values, won, np.array([0.5, 1.0])) is not None


@pytest.mark.slow
def test_two_seeds_have_classifiers_of_their_own(tmp_path: Path, book: Path) -> None:
    copy = tmp_path / "book"
    copytree(book, copy)
    hasty = (replace(build, tasks=(Playouts(2, 0, PLAYOUTS - 1, worlds=1),)) for build in playout_builds(PLAYOUTS, 2))
    run(copy, [*trial_builds(PLAYOUTS, 2), *hasty], executor="inline")
    with Book(copy) as opened:
        assert sorted(learnt_spans(opened)) == [(what, seed) for what in ("played out", "solved") for seed in (1, 2)]
        later = tuple(derived(opened))
    assert [build.parameters["seed"] for build in later] == [1, 2]
    run(copy, later, executor="inline")
    with Book(copy) as opened:
        checks = list(model_checks(opened, 1))
    assert checks
    assert all(check.ok for check in checks)
