"""What the figures of Dresher's game show beyond tests/plots/contents.txt."""

from pathlib import Path

from figure_books import game, hider, write_dresher
from figures import draw_from, heading, records

from tafelwerk.families.dresher.figures.games import depth, pairs


def test_a_smaller_game_where_the_printed_one_is_not_stored(tmp_path: Path) -> None:
    document = draw_from(write_dresher(tmp_path, games=[game(126)], hider=hider(126)), "dresher-3.4")
    assert len(records(document, "left", "v")) == 127
    assert heading(document).startswith("Hider, N = 126:")


def test_all_trees_in_pairs(tmp_path: Path) -> None:
    """As many trees as Catalan numbers say, each in order and once, its mirror image behind it."""
    for n, catalan in ((1, 1), (2, 2), (3, 5), (4, 14), (5, 42)):
        shown = [tree for pair in pairs(n) for tree in pair]
        assert len({tuple(sorted(tree.items())) for tree in shown}) == len(shown) == catalan
        assert sum(len(pair) == 1 for pair in pairs(n)) == {1: 1, 3: 1, 5: 2}.get(n, 0)
        for pair in pairs(n):
            depths = [[depth(tree, number) for number in range(1, n + 1)] for tree in pair]
            assert depths[0] == depths[-1][::-1]
    document = draw_from(tmp_path, "dresher-1.3")
    assert heading(document).startswith("4 numbers: 14 search trees")
    assert len(records(document, "x2")) == 14 * 3
