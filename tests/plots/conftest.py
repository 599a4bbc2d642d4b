"""One book for the figures of all families."""

import pytest

from tafelwerk.book import Book


@pytest.fixture(scope="session")
def book(figure_book: Book) -> Book:
    return figure_book


@pytest.fixture(scope="session")
def scant(scant_figure_book: Book) -> Book:
    return scant_figure_book
