"""Classifiers of hands: the weights that ship, and which fits of a book are shown; the fits themselves are proved."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from books import PLAYOUTS, TRIALS, alter_file, copy_family

from tafelwerk.book import Book, open_book
from tafelwerk.build.catalogue import derived_builds
from tafelwerk.build.runner import run
from tafelwerk.families.skat import classifiers, questions
from tafelwerk.families.skat.builds import Trials
from tafelwerk.families.skat.rules.cards import Game, read_seat
from tafelwerk.solvers.skat.hand_chances import KINDS, Chances

SHIPPED = files("tafelwerk.families.skat") / "weights.json"


def test_what_a_book_is_fitted_to(skat_book: Path, tmp_path: Path) -> None:
    """To deals that are played out."""
    with open_book(skat_book) as opened:
        later = list(derived_builds(opened, ("skat", "dresher")))
    assert [build.name for build in later] == [f"skat --trials {TRIALS} --playouts {PLAYOUTS} --seed 1: models"]
    run(tmp_path, list(Trials(3).sections()), executor="inline")
    with Book(tmp_path) as opened:
        assert not list(derived_builds(opened, ("skat",)))


def test_weights_are_written_as_they_ship(skat_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make weights` writes has the features by name and is read as it was fitted, to four digits."""
    assert classifiers.main([str(skat_book), str(tmp_path / "weights.json")]) == 0
    shipped, by_file = json.loads(SHIPPED.read_text(encoding="utf-8")), classifiers.shipped_weights()
    assert Chances(by_file)
    monkeypatch.setattr(classifiers, "files", lambda package: tmp_path)
    written = classifiers.shipped_weights.__wrapped__()
    assert written != by_file
    with open_book(skat_book) as opened:
        stored = questions.Models().probe(opened).weights
    for one in stored:
        if one.model != "thesis":
            kind, rounded = KINDS[Game(one.game)], tuple(float(f"{weight:.4g}") for weight in one.features.values())
            assert getattr(written, one.model)[kind, read_seat(one.declarer)] == rounded
            assert list(one.features) == list(shipped[one.model][kind][one.declarer])


def test_weights_of_a_book_without_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert classifiers.main([str(tmp_path), str(tmp_path / "weights.json")]) == 3
    assert "models of hands" in capsys.readouterr().err
    assert not (tmp_path / "weights.json").exists()


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
        shown, old = questions.Models().probe(opened), questions.Models().probe(before)
    assert (shown.deals, shown.played) == ((deals, played) if first else (TRIALS, PLAYOUTS))
    sums = [sum(sum(one.features.values()) for one in each.weights if one.model == "open") for each in (shown, old)]
    assert sums[0] == pytest.approx((2 if first else 1) * sums[1])
