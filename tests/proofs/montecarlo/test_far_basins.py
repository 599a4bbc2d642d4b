"""Basins of many playouts, where neighbouring means differ by less than their errors."""

from pathlib import Path

import pytest

from tafelwerk.build.runner import run
from tafelwerk.families.montecarlo import builds
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules
from tafelwerk.proofs.montecarlo.duel_claims import _basins
from tafelwerk.tables.book import Book

GAME, K_MAX = Subtraction(SubtractionRules((1, 2)), 110), 10**10


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("basins")
    run(folder, [builds.Minima(GAME, K_MAX)], executor="inline")
    return folder


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ("k, k_low, k_high", None),
        ("k, k, k_high", "not certainly higher at k = "),
        ("k, k_low, k_high + 50000", "in the interval"),
    ],
)
def test_the_interval_is_proved(book: Path, monkeypatch: pytest.MonkeyPatch, columns: str, fault: str | None) -> None:
    read = Book.rows

    def changed(self: Book, family: str, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        far = sql.replace("k, k_low, k_high", columns).replace("ORDER BY", "AND k > 1000 ORDER BY")
        return read(self, family, far, *parameters)

    monkeypatch.setattr(Book, "rows", changed)
    curve = (str(GAME), K_MAX)
    with Book(book) as opened:
        texts = [text for text in _basins(opened, {curve}, [curve]) if "k = 9242" in text]
    assert any(fault in text for text in texts) if fault else not texts
