"""A small book of the classic toolbox, made once for all tests."""

from pathlib import Path

import pytest
from sharing import made_once


def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with the quick set and Notakto on one board; only to be read."""
    from tafelwerk.build import runner
    from tafelwerk.build.minimax import quick
    from tafelwerk.build.minimax.builds import game_build

    def make(book: Path) -> None:
        runner.run(book, [*quick(), game_build("notakto")], executor="inline")

    return made_once(tmp_path_factory, "minimax-small", make, "minimax")
