"""What people read of Dresher's game: bars, skylines, trees and proofs as text, on terminals of their width."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.dresher import grown_at
from program import call, on_terminal
from rich.console import Console

from tafelwerk.families.dresher.layouts import HEIGHT, LEVELS, columns, proof_text, skyline
from tafelwerk.families.dresher.plain_text import MOST_ON_SIDE, draw_tree
from tafelwerk.families.dresher.questions import Explain

VALUES = st.lists(st.floats(0, 100), min_size=1, max_size=200).filter(any)


def test_columns() -> None:
    """Few values get several columns each; of many the ends keep theirs."""
    for values, most, shown in (
        ([1.0, 2.0], 7, [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
        ([1.0, 2.0], 100, [1.0] * 4 + [2.0] * 4),
        ([9.0, 1.0, 3.0, 5.0, 7.0, 8.0], 4, [9.0, 2.0, 6.0, 8.0]),
        ([9.0, 1.0, 3.0, 8.0], 3, [9.0, 2.0, 8.0]),
    ):
        assert columns(values, most) == shown


@given(VALUES, st.integers(3, 120), st.booleans())
def test_columns_keep_symmetry_and_range(values: list[float], most: int, odd: bool) -> None:
    both = values[odd:][::-1] + values
    found = columns(both, most)
    assert found == pytest.approx(found[::-1])
    assert (found[0], found[-1]) == (both[0], both[-1])
    assert min(len(both), most) - 1 <= len(found) <= most
    assert min(both) <= min(found) * (1 + 1e-12)
    assert max(found) <= max(both) * (1 + 1e-12)


@given(VALUES)
def test_a_skyline_is_as_high_as_its_values(values: list[float]) -> None:
    lines = skyline(values)
    assert len(lines) == HEIGHT
    assert {len(line) for line in lines} == {len(values)}
    for column, value in enumerate(values):
        height = sum(LEVELS.index(line[column]) for line in lines)
        assert height == max(round(value / max(values) * HEIGHT * 8), value > 0)
        assert [line[column] for line in lines] == sorted((line[column] for line in lines), key=LEVELS.index)
    assert skyline([1.0, 2.0], unicode=False) == [" #"] * (HEIGHT // 2) + ["##"] * (HEIGHT // 2)


def trees(most: int = 40) -> st.SearchStrategy[list[int]]:
    """Depths of any binary search tree."""
    return st.integers(1, most).flatmap(lambda n: st.permutations(range(n))).map(lambda order: [*grown_at(order)])


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
    """Of 127 numbers in seven levels as many as the width has room for, or as are asked for; whole it lies on its side."""
    depths = [7 - (number & -number).bit_length() + 1 for number in range(1, 128)]
    drawing = draw_tree(depths, width=40)
    assert (drawing.levels, drawing.cut) == (2, True)
    assert [line.split() for line in drawing.lines] == [["┌───────64──────┐"], ["┌───32──┐", "┌───96──┐"], ["(31)"] * 4]
    whole = draw_tree(depths, width=40, levels=7)
    assert (len(whole.lines), whole.cut, draw_tree(depths, width=1000).cut) == (127, False, False)


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


def test_numbers_that_take_less_are_named() -> None:
    """Strategies of three numbers that are not optimal: one tree, whose root takes 1 and not 2."""
    two, half = Fraction(2), Fraction(1, 2)
    taken, weights = (two, Fraction(1), two), (half, Fraction(0), half)
    found = replace(Explain(3).solve(), value=two, lower=two, upper=two, taken=taken, weights=weights)
    page = io.StringIO()
    Console(file=page, width=100).print(proof_text(found))
    lines = [line.split() for line in page.getvalue().splitlines()]
    assert ["1,", "3", "2", "2.000000", "the", "value"] in lines
    assert ["2", "1", "1.000000", "1.000000", "less"] in lines
    assert "An optimal hider never picks a number that takes fewer guesses." in page.getvalue()
    assert "The hider picks 1, 3, and for these numbers" in " ".join(page.getvalue().split())


@pytest.mark.parametrize(("words", "columns"), [(("hider", 16), 60), (("searcher", 11), 30), (("explain", 11), 30)])
def test_no_number_is_broken_over_lines(words: tuple[object, ...], columns: int, quick_book: Path) -> None:
    text = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("dresher", *words, columns=columns, book=quick_book))
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    wide = call("dresher", *map(str, words), "--book", quick_book).stdout
    # what is folded is folded between words: numbers of the narrow page stand in the wide one too
    known = set(re.findall(r"[\d./]*\d", wide))
    assert set(re.findall(r"[\d./]*\d", text)) <= known
    # no heading is folded: each table has one line of them, above its rule
    rules = [number for number, line in enumerate(lines) if line.lstrip().startswith("─")]
    headings = [lines[number - 1].split() for number in rules]
    assert {words[0] for words in headings} <= {"number", "tree", "first", "for", "rule"}
    assert len(rules) == sum(line.lstrip().startswith("─") for line in wide.splitlines())


def test_a_bar_keeps_to_its_line(quick_book: Path) -> None:
    for width, count in ((60, 3), (30, 0)):
        text = on_terminal("dresher", "hider", 5, columns=width, book=quick_book)
        bars = [line.split()[0] for line in text.splitlines() if "█" in line]
        assert len(bars) == len(set(bars)) == count
        assert all(first[0].isdigit() for first in bars)


def test_a_cut_tree_says_so_on_a_narrow_terminal(quick_book: Path) -> None:
    text = on_terminal("dresher", "searcher", 16, "--tree", 1, "--levels", 2, columns=40, book=quick_book)
    words = " ".join(re.sub(r"\x1b\[[\d;]*m", "", text).split())
    assert re.search(r"The first 2 of \d levels; \(k\) stands for k more numbers. --levels \d draws all.", words)
