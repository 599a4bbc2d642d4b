"""Look-ups of classifiers of hands, and books without them."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from books import PLAYOUTS, TRIALS, alter_file, copy_family

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.skat import questions
from tafelwerk.families.skat.answers import Models
from tafelwerk.families.skat.rules.cards import Game, Seat


def weights_of(found: Models) -> dict[tuple[str, str, str], Mapping[str, float]]:
    return {(one.model, one.game, one.declarer): one.features for one in found.weights}


def test_weights_and_validations(skat_book: Path) -> None:
    with open_book(skat_book) as opened:
        found = questions.Models().probe(opened)
        features = opened.rows("skat", "SELECT model, game, declarer, place, feature, weight FROM skat.models")
    assert (found.deals, found.played) == (TRIALS, PLAYOUTS)
    weights = weights_of(found)
    keys = {(model, game.value, seat.word) for model in ("thesis", "open", "hidden") for game in Game for seat in Seat}
    assert set(weights) == {(one.model, one.game, one.declarer) for one in found.validations} == keys
    assert sum(map(len, weights.values())) == len(features)
    for model, game, declarer, place, feature, weight in features:
        assert list(weights[model, game, declarer].items())[place] == (feature, weight)
    assert all((one.loss is None) == (one.games == 0) for one in found.validations)


@pytest.mark.parametrize(
    ("deals", "played", "first"), [(TRIALS + 1, 1, True), (TRIALS, PLAYOUTS + 1, True), (TRIALS - 1, TRIALS - 1, False)]
)
def test_those_fitted_to_most_deals_count(
    deals: int, played: int, first: bool, skat_book: Path, tmp_path: Path
) -> None:
    copy = copy_family(skat_book, "skat", tmp_path)
    others = f"SELECT * REPLACE ({deals} AS deals, {played} AS played, 2 * weight AS weight) FROM models"
    alter_file(copy / "skat.duckdb", f"INSERT INTO models {others} WHERE model = 'open'")
    with open_book(copy) as opened, open_book(skat_book) as before:
        found, old = questions.Models().probe(opened), questions.Models().probe(before)
    assert (found.deals, found.played) == ((deals, played) if first else (TRIALS, PLAYOUTS))
    key = ("open", "grand", "forehand")
    factor = 2 if first else 1
    assert weights_of(found)[key] == {name: factor * weight for name, weight in weights_of(old)[key].items()}


def test_a_book_without_them(tmp_path: Path) -> None:
    with open_book(tmp_path) as opened, pytest.raises(MissingTableError, match="tafelwerk build skat --trials 3000"):
        questions.Models().probe(opened)
