"""Trees as text: small ones as they look, larger ones by what a drawing must keep."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.dresher.plain_text import MOST_ON_SIDE, draw_tree


@st.composite
def trees(draw_from: st.DrawFn, most: int = 40) -> list[int]:
    """Depths of any binary search tree."""
    depths = [0] * draw_from(st.integers(1, most))
    intervals = [(1, len(depths), 1)]
    while intervals:
        first, last, depth = intervals.pop()
        if first <= last:
            root = draw_from(st.integers(first, last))
            depths[root - 1] = depth
            intervals += [(first, root - 1, depth + 1), (root + 1, last, depth + 1)]
    return depths


def test_small_trees() -> None:
    """Those of tests/shown are upright; too wide they lie on their side; some terminals have no signs for lines."""
    for width, unicode, lines in (
        (80, True, ("┌─2───┐", "1   ┌─4", "    3")),
        (80, False, (".-2---.", "1   .-4", "    3")),
        (3, True, ("┌─ 1", "2", "│  ┌─ 3", "└─ 4")),
        (3, False, (".- 1", "2", "|  .- 3", "`- 4")),
    ):
        drawing = draw_tree([2, 1, 3, 2], width=width, unicode=unicode)
        assert (drawing.lines, drawing.levels, drawing.cut) == (lines, 3, False)


def test_the_top_of_a_large_tree() -> None:
    depths = [0] * 127
    for step in range(7):
        for number in range(2**step, 128, 2 ** (step + 1)):
            depths[number - 1] = 7 - step
    drawing = draw_tree(depths, width=40)
    assert (drawing.levels, drawing.cut) == (2, True)
    assert [line.split() for line in drawing.lines] == [["┌───────64──────┐"], ["┌───32──┐", "┌───96──┐"], ["(31)"] * 4]
    assert draw_tree(depths, width=40, levels=1).lines == (" ┌───64──┐", "(63)    (63)")
    whole = draw_tree(depths, width=40, levels=7)
    assert (len(whole.lines), whole.cut) == (127, False)
    assert draw_tree(depths, width=1000).cut is False


@given(trees())
def test_upright_every_number_has_its_line_and_its_columns(depths: list[int]) -> None:
    drawing = draw_tree(depths, width=1000)
    found = {}
    for level, line in enumerate(drawing.lines, start=1):
        for label in re.finditer(r"\d+", line):
            found[int(label[0])] = (level, label.start(), label.end())
    assert [found[number][0] for number in range(1, len(depths) + 1)] == depths
    assert all(left[2] <= right[1] for left, right in pairwise([found[number] for number in sorted(found)]))
    # every number below the root hangs from a corner
    assert sum(line.count("┌") + line.count("┐") for line in drawing.lines) == len(depths) - 1
    for number, (level, start, end) in found.items():
        if level > 1:
            assert set(drawing.lines[level - 2][start:end]) & set("┌┐"), number


@given(trees())
def test_on_its_side_every_number_has_a_line(depths: list[int]) -> None:
    drawing = draw_tree(depths, width=0)
    labels = [re.search(r"\d+", line) for line in drawing.lines]
    assert [int(label[0]) for label in labels if label] == list(range(1, len(depths) + 1))
    assert [label.start() // 3 + 1 for label in labels if label] == depths


@given(trees(most=MOST_ON_SIDE + 40), st.integers(1, 6))
def test_a_cut_tree_accounts_for_every_number(depths: list[int], levels: int) -> None:
    drawing = draw_tree(depths, width=1000, levels=levels)
    text = "\n".join(drawing.lines)
    hidden = sum(int(count) for count in re.findall(r"\((\d+)\)", text))
    shown = {int(number) for number in re.findall(r"(?<![\d(])\d+(?![\d)])", text)}
    assert shown == {number for number, depth in enumerate(depths, start=1) if depth <= levels}
    assert hidden == len(depths) - len(shown)
    assert drawing.cut == (hidden > 0)
