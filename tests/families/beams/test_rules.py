"""Rules of Beams: the board against its definition, field by field; histories as text and back; strategies by their words."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.families.beams.rules import (
    APPROXIMATIONS,
    TIES,
    VARIANTS,
    Approximate,
    Beam,
    Entropy,
    Hexagon,
    History,
    Improved,
    Shape,
    Square,
    contradiction,
    explain_contradiction,
    fields_of,
    is_connected,
    make_board,
    parse_strategy,
    stored_strategy,
    variant,
    variant_of,
)
from tafelwerk.rules.deduction import Optimal

SQUARES = [Square(4, 4), Square(3, 5, "directions"), Square(2, 6, corners=False), Square(5, 3, "directions", False)]


@pytest.mark.parametrize("shape", [2, 3, 4, 5, Hexagon((4, 4, 3)), Hexagon((2, 3, 4)), *SQUARES], ids=str)
def test_boards_equal_the_definition(shape: Shape) -> None:
    """Jena dissertation, table 4.8: 18, 36 and 60 fields, 15, 21 and 27 diagonals."""
    board = make_board(shape)
    fields = range(len(board.fields))
    assert list(board.fields) == naive.cells(shape)
    assert board.all.bit_count() == len(fields)
    assert [list(window) for window in board.windows] == naive.lines(shape)
    assert [fields_of(line) for line in board.diagonals] == [sorted(line) for line in naive.lines(shape)]
    for place, cell in enumerate(board.fields):
        near = [other for other, at in enumerate(board.fields) if naive.touch(shape, cell, at)]
        assert fields_of(board.neighbours[place]) == near
        if isinstance(shape, int):
            assert (board.edge >> place & 1 == 1) == naive.on_edge(shape, [place])
            assert sum(line >> place & 1 for line in board.diagonals) == 3
            assert (len(fields), len(board.diagonals)) == (3 * shape * (shape - 1), 6 * shape - 3)
    if not isinstance(shape, int):
        assert sorted(field for window in board.windows[: board.rows] for field in window) == list(fields)


def test_variants_fill_their_boards() -> None:
    """The only convex hexagon of 30 fields with every side at least 3 has rows of 4, 5, 6, 6, 5, 4 fields and 19 diagonals."""
    for name, rules in VARIANTS.items():
        assert rules.colours * rules.size == len(rules.board.fields)
        assert variant_of(name).name == variant(name) == name
    board = VARIANTS["hex30"].board
    assert [len(window) for window in board.windows[:6]] == [4, 5, 6, 6, 5, 4]
    assert len(board.windows) == 19


@given(st.integers(2, 5), st.data())
def test_sets_hang_together_as_one_can_walk(side: int, data: st.DataObject) -> None:
    board = make_board(side)
    fields = data.draw(st.sets(st.integers(0, len(board.fields) - 1), min_size=1, max_size=12))
    mask = sum(1 << field for field in fields)
    assert fields_of(mask) == sorted(fields)
    assert is_connected(mask, board.neighbours) == naive.hangs_together(side, fields)


STANDARD = VARIANTS["6c6p"]


@given(st.lists(st.frozensets(st.integers(0, 5)), max_size=6))
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({3}), frozenset({0, 2})])
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})])
@example([frozenset({0}), frozenset(), frozenset({1})])
@example([frozenset({0, 1}), frozenset({0}), frozenset({0}), frozenset({1})])
def test_least_explanation(allowed: list[frozenset[int]]) -> None:
    """Of the codes that each of some beams leaves."""
    history = [Beam(0, place, 0) for place in range(len(allowed))]

    def any_left(beams: History) -> bool:
        return bool(frozenset(range(6)).intersection(*(allowed[beam.diagonal] for beam in beams)))

    places = contradiction(history, any_left)
    sentence = explain_contradiction(history, STANDARD, any_left)
    if any_left(history):
        assert places is None
        assert sentence is None
        return
    assert places is not None
    assert sentence is not None
    assert list(places) == sorted(set(places))
    assert any_left(history[: places[-1]])
    assert not any_left(history[: places[-1] + 1])
    assert not any_left([history[place] for place in places])
    for place in places:
        assert any_left([history[other] for other in places if other != place])
    earlier = range(places[-1] + 1)
    least = next(n for n in range(1, 8) if any(not any_left([history[i] for i in c]) for c in combinations(earlier, n)))
    assert len(places) == least if least <= 2 else len(places) >= least
    if least == 2:
        last = history[places[-1]]
        assert places[0] == next(place for place in earlier if not any_left([history[place], last]))
    assert sentence.startswith(f"beam {places[-1] + 1}, {str(history[places[-1]])!r}, ")
    for place in places:
        assert repr(str(history[place])) in sentence


ORDERS = (("h0", Fraction(0)), ("h0.5", Fraction(1, 2)), ("h4/3", Fraction(4, 3)), ("hinf", None))
RULED = (
    *(Entropy(alpha, tie) for _, alpha in ORDERS for tie in TIES),
    *(Approximate(kind, tie) for kind in APPROXIMATIONS for tie in TIES[:2]),
)


def test_strategies_have_one_name_each() -> None:
    for one in [Optimal(), Improved(), *RULED]:
        assert parse_strategy(str(one)) == stored_strategy(one.name, one.tie) == one
        assert one.options == f"--strategy {one}"
        assert ("--tie" in str(one)) == (one.tie not in ("none", "lex-c"))
        assert one.title == (one.name if one.tie == "none" else f"{one.name}, ties {one.tie}")
    aims = (Optimal(max_depth=5), Optimal(least_depth=True), Optimal(shallowest=True), Improved(shallowest=True))
    for one in aims:
        assert parse_strategy(str(one)) == stored_strategy(one.name, "none") == one
