"""Classifiers of hands: fits by SQL against numpy alone, and what a book keeps of them."""

from pathlib import Path

import duckdb
import numpy as np
import pytest
from numpy.typing import NDArray
from skat_books import PLAYOUTS, TRIALS

from tafelwerk.build.catalogue import derived
from tafelwerk.build.runner import run
from tafelwerk.build.skat.learning import trial_builds
from tafelwerk.build.skat.models import RIDGE, _least_squares, _logistic_fit
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.solvers.skat.features import KINDS, OWN, features
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.skat.models import get_validations, get_weights

Vector = NDArray[np.float64]


def _games(seed: int, rows: int, columns: int) -> tuple[Vector, NDArray[np.bool_]]:
    random = np.random.default_rng(seed)
    values = random.integers(0, 3, (rows, columns)).astype(float)
    values[:, 0] = 1
    chances = 1 / (1 + np.exp(-(values @ random.normal(size=columns) - 1)))
    return values, random.random(rows) < chances


@pytest.mark.parametrize("seed", range(4))
def test_logistic_fit_is_where_the_slope_vanishes(seed: int) -> None:
    values, won = _games(seed, 300, 5)
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        weights = _logistic_fit(connection, values, won)
    chances = 1 / (1 + np.exp(-values @ weights))
    slope = values.T @ (won - chances) - RIDGE * weights * (np.arange(5) > 0)
    # weights are rounded to six decimals
    assert np.abs(slope).max() < 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_least_squares(seed: int) -> None:
    values, won = _games(seed, 100, 6)
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        weights = _least_squares(connection, values, won)
    assert np.allclose(weights, np.linalg.lstsq(values, won.astype(float), rcond=None)[0], atol=1e-5)


def test_features_that_never_occur_have_no_weight() -> None:
    values, won = _games(9, 80, 4)
    values[:, 2] = 0
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        assert _logistic_fit(connection, values, won)[2] == 0
        assert _least_squares(connection, values, won)[2] == 0


def test_what_a_book_is_fitted_to(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        later = list(derived(opened, ("skat", "dresher")))
    assert [build.name for build in later] == [f"skat --trials {TRIALS} --playouts {PLAYOUTS} --seed 1: models"]


def test_what_the_book_keeps(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        found = get_weights(opened)
        assert found is not None
        checked = get_validations(opened, found.seed, found.deals, found.played)
        held_back = (
            "SELECT game, declarer, count(*), sum(won::INTEGER) FROM skat.trials WHERE number // 3 % 5 = 4 GROUP BY ALL"
        )
        counts = {row[:2]: row[2:] for row in opened.rows("skat", held_back)}
    assert (found.deals, found.played) == (TRIALS, PLAYOUTS)
    assert len(found.weights) == len(checked) == 3 * 6 * 3
    for one in checked:
        if one.model == "hidden":
            continue
        games, won = counts.get((one.game, one.declarer), (0, 0))
        assert one.games == games
        assert one.true_positives + one.false_negatives == won
        assert (one.loss is None) == (games == 0)
    for (model, game, _), weights in found.weights.items():
        assert next(iter(weights)) == "one"
        if model == "open":
            assert tuple(weights) == OWN[KINDS[Game(game)]]
    assert found.weights["open", "clubs", "forehand"] == found.weights["open", "hearts", "forehand"]


def test_validation_counts_again(skat_book: Path) -> None:
    """The counts of model open, from the rows and weights alone."""
    looked = 0
    with open_book(skat_book) as opened:
        found = get_weights(opened)
        assert found is not None
        checked = {(one.model, one.game, one.declarer): one for one in get_validations(opened, 1, TRIALS, PLAYOUTS)}
        for game in (Game.CLUBS, Game.GRAND, Game.NULL):
            for seat in Seat:
                rows = opened.rows(
                    "skat",
                    "SELECT hand, skat, won FROM skat.trials WHERE game = ? AND declarer = ? AND number // 3 % 5 = 4",
                    game.value,
                    seat.word,
                )
                hands, skats = (np.array([row[place] for row in rows], np.int64) for place in (0, 1))
                weights = np.array(list(found.weights["open", game.value, seat.word].values()))
                told = features(game, hands, skats) @ weights >= 0
                won = np.array([row[2] for row in rows], bool)
                one = checked["open", game.value, seat.word]
                assert (told & won).sum() == one.true_positives
                assert (told & ~won).sum() == one.false_positives
                looked += len(rows)
    assert looked > 10


def test_nothing_to_fit_to(tmp_path: Path) -> None:
    with Book(tmp_path) as opened:
        assert not list(derived(opened, ("skat",)))
    run(tmp_path, list(trial_builds(15)), executor="inline")
    with Book(tmp_path) as opened:
        assert not list(derived(opened, ("skat",)))
