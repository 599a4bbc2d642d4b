"""One book for the figures of all families."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from figure_books import RACE_K, scant_book, whole_book

from tafelwerk.book import Book, open_book
from tafelwerk.families.montecarlo.figures import races


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory, skat_book: Path) -> Iterator[Book]:
    path = whole_book(tmp_path_factory, skat_book)
    with pytest.MonkeyPatch.context() as patch, open_book(path, pocket=False) as opened:
        patch.setattr(races, "K_MAX", RACE_K)
        yield opened


@pytest.fixture(scope="session")
def scant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with open_book(scant_book(tmp_path_factory), pocket=False) as opened:
        yield opened
