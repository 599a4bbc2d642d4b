"""A small book of heap games and Memory, made once for all tests."""

from pathlib import Path

import pytest
from sharing import made_once


def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the quick sets of heap games and Memory; only to be read."""
    from tafelwerk.build import runner
    from tafelwerk.build.minimax import heaps, memory

    def make(book: Path) -> None:
        runner.run(book, [*heaps.quick(), *memory.quick()], executor="inline")

    return made_once(tmp_path_factory, "minimax-small", make, "minimax")
