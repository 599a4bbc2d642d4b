"""What every test may lean on."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out unless a marker expression was given."""
    if config.getoption("-m"):
        return
    skip = pytest.mark.skip(reason="slow: run with -m slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def quick_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the quick set."""
    from tafelwerk.build import catalogue, runner

    book = tmp_path_factory.mktemp("quick") / "book"
    for family in catalogue.FAMILIES:
        runner.run(book, list(catalogue.module(family).quick()), executor="inline")
    return book


@pytest.fixture(scope="session")
def standard_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the standard set of every family; for slow tests."""
    from tafelwerk.build import catalogue, runner

    book = tmp_path_factory.mktemp("standard") / "book"
    for family in catalogue.FAMILIES:
        runner.run(book, list(catalogue.module(family).standard()))
    return book
