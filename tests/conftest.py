"""What every test may lean on."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from sharing import made_once, shared

from tafelwerk.fingerprint import use_kernel_cache


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out unless a marker expression was given."""
    if config.getoption("-m"):
        return
    skip = pytest.mark.skip(reason="slow: run with -m slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def _compiling_in_turns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """While one worker compiles a kernel, those that want it too wait, and take it from the cache."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    use_kernel_cache()
    from numba.core.dispatcher import Dispatcher

    folder = shared(tmp_path_factory) / "turns"
    folder.mkdir(exist_ok=True)
    turns: dict[str, FileLock] = {}
    compile_now = Dispatcher.compile

    def compile_in_turn(kernel: Any, signature: Any) -> Any:
        function = kernel.py_func
        name = f"{function.__module__}.{function.__qualname__}"
        if not name.startswith("tafelwerk."):
            return compile_now(kernel, signature)
        # kernels call each other without recursion, so that no two workers wait for each other
        with turns.setdefault(name, FileLock(folder / name)):
            return compile_now(kernel, signature)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", compile_in_turn)
        yield


@pytest.fixture(scope="session")
def quick_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the quick set; only to be read."""
    from tafelwerk.build import catalogue, runner

    def make(book: Path) -> None:
        for family in catalogue.FAMILIES:
            runner.run(book, list(catalogue.module(family).quick()), executor="inline")
        _derive(book)

    return made_once(tmp_path_factory, "quick", make)


def _derive(book: Path) -> None:
    """Add what is built from rows of the book, as the command line does."""
    from tafelwerk.build import catalogue, runner
    from tafelwerk.tables.book import Book

    with Book(book) as opened:
        later = list(catalogue.derived(opened, catalogue.FAMILIES))
    runner.run(book, later, executor="inline")


@pytest.fixture(scope="session")
def standard_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the standard set of every family, for slow tests; only to be read."""
    from tafelwerk.build import catalogue, runner

    def make(book: Path) -> None:
        for family in catalogue.FAMILIES:
            runner.run(book, list(catalogue.module(family).standard()))
        _derive(book)

    return made_once(tmp_path_factory, "standard", make)
