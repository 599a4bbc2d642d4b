"""What the figures of the classic toolbox show beyond tests/plots/contents.txt."""

from pathlib import Path

import pytest
from figures import draw_from, heading

from tafelwerk.errors import MissingTableError
from tafelwerk.families.minimax.builds import GamePositions, OctalHeaps


def test_heaps_that_are_too_few_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingTableError, match=r"build minimax octal 0\.07"):
        draw_from(tmp_path, "minimax-grundy", OctalHeaps("0.77", heap=170))


def test_pancakes_of_one_size(tmp_path: Path) -> None:
    document = draw_from(tmp_path, "minimax-pancakes", GamePositions("burnt-pancakes-2"))
    assert heading(document).startswith("2 burnt pancakes take up to 4 flips; one stack needs as many")
    assert "fewer," not in heading(document)
