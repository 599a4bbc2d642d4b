"""Histories as text and back, what is wrong with a text, and which beams contradict each other."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import (
    VARIANTS,
    Beam,
    History,
    Variant,
    answer_text,
    checked_history,
    contradiction,
    explain_contradiction,
    fields_of,
    make_board,
    query_text,
    read_answer,
    read_history,
    read_query,
    write_history,
)

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
