"""Rules of Beams: the board against its definition, field by field; histories as text and back; strategies by their words."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import (
    APPROXIMATIONS,
    STORED,
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
    Variant,
    answer_text,
    checked_history,
    contradiction,
    explain_contradiction,
    fields_of,
    is_connected,
    make_board,
    parse_strategy,
    query_text,
    read_answer,
    read_history,
    read_query,
    stored_strategy,
    strategy,
    variant,
    variant_of,
    write_history,
)
from tafelwerk.rules.deduction import Optimal


def test_equals_the_definition() -> None:
    """Fields and diagonals: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    for side, fields, diagonals in [(2, 6, 9), (3, 18, 15), (4, 36, 21), (5, 60, 27)]:
        board = make_board(side)
        assert len(board.fields) == fields
        assert board.all.bit_count() == fields
        assert len(board.diagonals) == diagonals
        assert list(board.fields) == naive.cells(side)
        assert [fields_of(line) for line in board.diagonals] == naive.lines(side)
        for place, cell in enumerate(board.fields):
            near = [i for i, other in enumerate(board.fields) if naive.steps(cell, other) == 1]
            assert fields_of(board.neighbours[place]) == near
            assert (board.edge >> place & 1 == 1) == naive.on_edge(side, [place])


def test_every_field_lies_on_three_diagonals() -> None:
    for side in [3, 4, 5]:
        board = make_board(side)
        lengths = [line.bit_count() for line in board.diagonals]
        # from edge to edge, the middle one without the centre
        one_direction = [
            *range(side, 2 * side - 1),
            2 * side - 2,
            *range(2 * side - 2, side - 1, -1),
        ]
        assert lengths == one_direction * 3
        for field in range(len(board.fields)):
            assert sum(line >> field & 1 for line in board.diagonals) == 3


def test_diagonals_of_side_three() -> None:
    diagonals = [set(fields_of(line)) for line in make_board(3).diagonals]
    assert diagonals[1] == {3, 4, 5, 6}
    assert {3, 8, 12, 16} in diagonals
    assert {8, 4, 5, 6} not in diagonals


def test_diagonals_are_straight() -> None:
    """The fields of a diagonal, in their order, are each a step further on in one direction; the centre is leapt over."""
    for side in (2, 3, 4, 5):
        board = make_board(side)
        for direction, step in enumerate([(1, 0), (0, 1), (1, -1)]):
            for line in board.diagonals[direction * (2 * side - 1) : (direction + 1) * (2 * side - 1)]:
                along = [board.fields[field] for field in fields_of(line)]
                for (q, r), (next_q, next_r) in pairwise(along):
                    steps = {(next_q - q, next_r - r), (q - next_q, r - next_r)}
                    middle = (q + next_q, r + next_r) == (0, 0)
                    assert (step[0] * (1 + middle), step[1] * (1 + middle)) in steps


def test_variants_fill_their_boards() -> None:
    for rules in VARIANTS.values():
        assert rules.colours * rules.size == len(rules.board.fields)
        if isinstance(rules.shape, int):
            assert rules.name == f"{rules.colours}c{rules.size}p"


SQUARES = [Square(4, 4), Square(3, 5, "directions"), Square(2, 6, corners=False), Square(5, 3, "directions", False)]


@pytest.mark.parametrize("shape", [Hexagon((4, 4, 3)), Hexagon((2, 3, 4)), *SQUARES], ids=str)
def test_other_boards_equal_the_definition(shape: Shape) -> None:
    board = make_board(shape)
    assert list(board.fields) == naive.cells(shape)
    assert [list(window) for window in board.windows] == naive.lines(shape)
    assert [fields_of(line) for line in board.diagonals] == [sorted(line) for line in naive.lines(shape)]
    for place, cell in enumerate(board.fields):
        near = [other for other, at in enumerate(board.fields) if naive.touch(shape, cell, at)]
        assert fields_of(board.neighbours[place]) == near
    assert sorted(field for window in board.windows[: board.rows] for field in window) == list(range(len(board.fields)))


def test_the_hexagon_of_thirty_fields() -> None:
    """The only convex hexagon of 30 fields with every side at least 3 has rows of 4, 5, 6, 6, 5, 4 fields and 19 diagonals."""
    board = VARIANTS["hex30"].board
    assert [len(window) for window in board.windows[:6]] == [4, 5, 6, 6, 5, 4]
    assert len(board.windows) == 19


def test_windows_of_squares() -> None:
    for name, windows in [
        ("square30", 22),
        ("square36", 24),
        ("square30-directions", 31),
        ("square36-directions", 34),
        ("4x4c4", 16),
    ]:
        assert len(variant_of(name).board.windows) == windows


def test_a_window_counts_from_its_own_side() -> None:
    windows = variant_of("square36").board.windows
    assert windows[0] == (0, 1, 2, 3, 4, 5)
    assert windows[12] == (5, 4, 3, 2, 1, 0)
    assert windows[7] == (1, 7, 13, 19, 25, 31)
    assert windows[19] == (31, 25, 19, 13, 7, 1)


def test_names_of_variants_are_read_back() -> None:
    for name in [*STORED, "4x4c4", "3x4c3-directions", "2x8c4"]:
        assert variant_of(name).name == variant(name) == name


@given(st.integers(2, 5), st.data())
def test_sets_hang_together_as_one_can_walk(side: int, data: st.DataObject) -> None:
    board = make_board(side)
    fields = data.draw(st.sets(st.integers(0, len(board.fields) - 1), min_size=1, max_size=12))
    mask = sum(1 << field for field in fields)
    assert fields_of(mask) == sorted(fields)
    assert is_connected(mask, board.neighbours) == naive.hangs_together(side, fields)


def test_says_which_sides_there_are() -> None:
    for side in [-1, 0, 1, 6]:
        with pytest.raises(InputError, match=f"2 to 5 fields, not {side}"):
            make_board(side)


STANDARD = VARIANTS["6c6p"]


@st.composite
def histories(draw: st.DrawFn) -> tuple[Variant, tuple[Beam, ...]]:
    """Any beams on diagonals that differ."""
    variant = draw(st.sampled_from(list(VARIANTS.values())))
    diagonals = make_board(variant.shape).diagonals
    asked = draw(st.lists(st.integers(0, len(diagonals) - 1), unique=True, max_size=8))
    return variant, tuple(
        Beam(
            draw(st.integers(0, variant.colours - 1)),
            diagonal,
            draw(st.integers(0, (1 << diagonals[diagonal].bit_count()) - 1)),
        )
        for diagonal in asked
    )


def test_reads_what_is_written() -> None:
    assert read_history("1@17 2,4; 2@3 -", STANDARD) == ((0, 16, 0b1010), (1, 2, 0))
    assert read_history("", STANDARD) == read_history(" ; ;", STANDARD) == ()
    assert read_history(" 6@21  1 , 2,4;;", STANDARD) == (Beam(5, 20, 0b1011),)
    assert write_history(((0, 16, 0b1010), (1, 2, 0))) == "1@17 2,4; 2@3 -"  # type: ignore[arg-type]
    assert write_history(()) == ""
    assert str(Beam(1, 2, 5)) == "2@3 1,3"
    assert query_text(1, 2) == "2@3"
    assert read_query("2@3", STANDARD) == (1, 2)


@given(histories())
def test_there_and_back(game: tuple[Variant, tuple[Beam, ...]]) -> None:
    variant, history = game
    assert read_history(write_history(history), variant) == history
    assert checked_history(history, variant.colours, len(make_board(variant.shape).diagonals)) == history


@given(st.integers(0, 14), st.integers(0, 15))
def test_places_are_counted_from_the_smaller_field(diagonal: int, hits: int) -> None:
    board = make_board(3)
    line = fields_of(board.diagonals[diagonal])
    hits &= (1 << len(line)) - 1
    hit = [line.index(field) + 1 for field in line if hits >> line.index(field) & 1]
    assert answer_text(hits) == (",".join(map(str, hit)) or "-")
    assert read_answer(answer_text(hits), diagonal, board) == hits


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ([(6, 0, 0)], "colour 6 at place 1; it is 0 to 5"),
        ([(0, 0, 0), (0, -1, 0)], "diagonal -1 at place 2; it is 0 to 20"),
        ([(0, 0, 256)], "hits 256 at place 1"),
        ([(0, 0, -1)], "hits -1"),
    ],
)
def test_says_which_numbers_do_not_exist(history: Sequence[Beam], said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked_history(history, 6, 21)


@st.composite
def codes_of_beams(draw: st.DrawFn) -> list[frozenset[int]]:
    """The codes that each of some beams leaves."""
    return draw(st.lists(st.frozensets(st.integers(0, 5)), max_size=6))


@given(codes_of_beams())
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({3}), frozenset({0, 2})])
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})])
@example([frozenset({0}), frozenset(), frozenset({1})])
@example([frozenset({0, 1}), frozenset({0}), frozenset({0}), frozenset({1})])
def test_least_explanation(allowed: list[frozenset[int]]) -> None:
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


def test_sentences() -> None:
    history = read_history("1@1 -; 2@2 1; 3@3 2", STANDARD)

    def explained(*left: set[int]) -> str | None:
        allowed = dict(zip(history, left, strict=True))
        return explain_contradiction(
            history, STANDARD, lambda beams: bool({1, 2, 3}.intersection(*map(allowed.__getitem__, beams)))
        )

    assert explained({1}, {1}, {1, 2}) is None
    assert explained({1}, set(), {1}) == (
        "beam 2, '2@2 1', is impossible: no piece of 6c6p that fits into a code gives that answer"
    )
    assert explained({1}, {1, 2}, {2}) == "beam 3, '3@3 2', leaves no code: it contradicts '1@1 -'"
    assert explained({1, 2}, {2, 3}, {1, 3}) == (
        "beam 3, '3@3 2', leaves no code: it contradicts '1@1 -' and '2@2 1' taken together"
    )


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


def test_the_least_colour_is_the_default() -> None:
    for word, alpha in ORDERS:
        assert strategy(word) == Entropy(alpha, "lex-c")


def test_strategies_that_cannot_be() -> None:
    for word, tie in [
        ("h-1", None),
        ("x", None),
        ("h1", "lex"),
        ("optimal", "lex-c"),
        ("improved", "mix"),
        ("u", "mix"),
        ("h-prime", "lex"),
        ("h'", None),
    ]:
        with pytest.raises(InputError, match=r"--strategy must be|--tie"):
            strategy(word, tie)


def test_names_that_the_tables_do_not_have() -> None:
    for name, tie in [("h1.0", "lex-c"), ("h1", "none"), ("improved", "lex-c")]:
        with pytest.raises(InputError, match=r"no strategy is named|no tie rule"):
            stored_strategy(name, tie)


def test_variants_by_their_names() -> None:
    assert [variant(name) for name in VARIANTS] == list(VARIANTS)
    with pytest.raises(InputError, match=r"3c6p, .*, square30 or square36, or a board of squares such as 4x4c4"):
        variant("6c6")
