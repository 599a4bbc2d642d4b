"""Classifiers of hands: their fits, the weights that ship, and what a book keeps of them."""

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from books import PLAYOUTS, TRIALS
from numpy.typing import NDArray

from tafelwerk.book import Book, open_book
from tafelwerk.build.catalogue import derived_builds
from tafelwerk.build.runner import run
from tafelwerk.families.skat import classifiers, questions
from tafelwerk.families.skat.builds import Trials
from tafelwerk.families.skat.classifiers import RIDGE, least_squares, logistic_fit
from tafelwerk.families.skat.rules.cards import Game, read_seat
from tafelwerk.solvers.skat.hand_chances import KINDS, OWN, Chances

SHIPPED = files("tafelwerk.families.skat") / "weights.json"

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
    weights = logistic_fit(values, won)
    chances = 1 / (1 + np.exp(-values @ weights))
    slope = values.T @ (won - chances) - RIDGE * weights * (np.arange(5) > 0)
    # weights are rounded to six decimals
    assert np.abs(slope).max() < 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_residues_of_least_squares_are_orthogonal_to_the_features_and_alike_features_weigh_alike(seed: int) -> None:
    values, won = _games(seed, 100, 6)
    values = np.hstack([values, values[:, 1:2]])
    weights = least_squares(values, won)
    assert np.abs(values.T @ (won - values @ weights)).max() < 1e-3
    assert weights[1] == weights[-1]


def test_features_that_never_occur_have_no_weight() -> None:
    values, won = _games(9, 80, 4)
    values[:, 2] = 0
    assert logistic_fit(values, won)[2] == least_squares(values, won)[2] == 0


def test_what_a_book_is_fitted_to(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        later = list(derived_builds(opened, ("skat", "dresher")))
    assert [build.name for build in later] == [f"skat --trials {TRIALS} --playouts {PLAYOUTS} --seed 1: models"]


def test_what_the_book_keeps(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        found = questions.Models().probe(opened)
        checked = found.validations
        held_back = (
            "SELECT game, declarer, count(*), sum(won::INTEGER) FROM skat.trials WHERE number // 3 % 5 = 4 GROUP BY ALL"
        )
        counts = {row[:2]: row[2:] for row in opened.rows("skat", held_back)}
    assert (found.deals, found.played) == (TRIALS, PLAYOUTS)
    assert len(found.weights) == len(checked) == 3 * 6 * 3
    for one in (one for one in checked if one.model != "hidden"):
        games, won = counts.get((one.game, one.declarer), (0, 0))
        assert one.games == games
        assert one.true_positives + one.false_negatives == won
        assert (one.loss is None) == (games == 0)
    for one_of in found.weights:
        model, game, named = one_of.model, one_of.game, one_of.features
        assert next(iter(named)) == "one"
        if model == "open":
            assert tuple(named) == OWN[KINDS[Game(game)]]
    open_ = {one.game: one.features for one in found.weights if (one.model, one.declarer) == ("open", "forehand")}
    assert open_["clubs"] == open_["hearts"]


def test_nothing_to_fit_to(tmp_path: Path) -> None:
    with Book(tmp_path) as opened:
        assert not list(derived_builds(opened, ("skat",)))
    run(tmp_path, list(Trials(15).sections()), executor="inline")
    with Book(tmp_path) as opened:
        assert not list(derived_builds(opened, ("skat",)))


def test_weights_are_written_as_they_ship(skat_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make weights` writes has the features by name and is read as it was fitted, to four digits."""
    assert classifiers.main([str(skat_book), str(tmp_path / "weights.json")]) == 0
    shipped, by_file = json.loads(SHIPPED.read_text(encoding="utf-8")), classifiers.shipped_weights()
    assert Chances(by_file)
    monkeypatch.setattr(classifiers, "files", lambda package: tmp_path)
    found = classifiers.shipped_weights.__wrapped__()
    assert found != by_file
    with open_book(skat_book) as opened:
        stored = questions.Models().probe(opened).weights
    for one in stored:
        if one.model != "thesis":
            kind, rounded = KINDS[Game(one.game)], tuple(float(f"{weight:.4g}") for weight in one.features.values())
            assert getattr(found, one.model)[kind, read_seat(one.declarer)] == rounded
            assert list(one.features) == list(shipped[one.model][kind][one.declarer])


def test_weights_of_a_book_without_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert classifiers.main([str(tmp_path), str(tmp_path / "weights.json")]) == 3
    assert "models of hands" in capsys.readouterr().err
    assert not (tmp_path / "weights.json").exists()
