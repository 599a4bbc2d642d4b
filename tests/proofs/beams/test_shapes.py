"""Pieces counted by the cells of rows, against those that are listed one by one."""

import pytest
from naive import beams as naive

from tafelwerk.proofs.beams.shapes import placed_counts, shapes_again
from tafelwerk.solvers.beams.rules.pieces import shapes


@pytest.mark.parametrize("side", [2, 3, 4])
@pytest.mark.parametrize("size", range(1, 8))
def test_as_many_as_are_listed(size: int, side: int) -> None:
    assert shapes_again(size, side) == shapes(size, side)


@pytest.mark.slow
def test_those_of_the_expert_game() -> None:
    assert shapes_again(10, 5) == 361_648


def test_every_set_of_cells_of_a_small_rhombus() -> None:
    """All subsets of three rows of four cells."""
    cells = [(q, r) for r in range(3) for q in range(4)]
    counts = [[0] * 4 for _ in range(13)]
    for chosen in range(1, 1 << 12):
        some = [cell for place, cell in enumerate(cells) if chosen >> place & 1]
        if together(some):
            for rows in range(max(r for _, r in some) + 1, 4):
                counts[len(some)][rows] += 1
    for size in range(1, 13):
        assert placed_counts(size, 4, 3) == counts[size]


def together(some: list[tuple[int, int]]) -> bool:
    reached, missing = [some[0]], set(some[1:])
    for cell in reached:
        near = {other for other in missing if naive.steps(cell, other) == 1}
        missing -= near
        reached += near
    return not missing
