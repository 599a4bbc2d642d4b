"""Heap games by their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax import heaps as solver
from tafelwerk.solvers.minimax.misere import LARGEST_TOTAL
from tafelwerk.solvers.minimax.octal import octal_game
from tafelwerk.solvers.minimax.subtraction import subtraction_game
from tafelwerk.tables.minimax import rules


@pytest.mark.parametrize(
    ("code", "name", "digits"),
    [
        ("0.77", "octal 0.77", (0, 7, 7)),
        (" .770 ", "octal 0.77", (0, 7, 7)),
        ("4", "octal 4.0", (4,)),
        ("4.", "octal 4.0", (4,)),
        ("4.007", "octal 4.007", (4, 0, 0, 7)),
    ],
)
def test_a_code_has_one_name(code: str, name: str, digits: tuple[int, ...]) -> None:
    found = rules.octal_rules(code)
    assert (found.name, found.digits, found.equal_parts) == (name, digits, True)
    assert rules.rules_of(name) == found


@given(st.text(alphabet="01234567.4 8a-", max_size=7))
def test_the_solvers_take_the_same_codes(code: str) -> None:
    try:
        theirs = octal_game(code)
    except InputError:
        with pytest.raises(InputError):
            rules.octal_rules(code)
    else:
        ours = rules.octal_rules(code)
        assert (ours.name, ours.digits) == (theirs.name, theirs.digits)


@given(st.lists(st.integers(-1, 9), max_size=5))
def test_the_solvers_take_the_same_sets(numbers: list[int]) -> None:
    try:
        theirs = subtraction_game(numbers)
    except InputError:
        for words in (numbers, ",".join(map(str, numbers))):
            with pytest.raises(InputError):
                rules.subtraction_rules(words)
    else:
        ours = rules.subtraction_rules(numbers)
        assert (ours.name, ours.digits) == (theirs.name, theirs.digits)
        assert rules.subtraction_rules(" , ".join(map(str, numbers))) == ours == rules.rules_of(ours.name)


def test_limits_are_those_of_the_solvers() -> None:
    assert (rules.MOST_TAKEN, rules.LARGEST_HEAP) == (solver.MOST_TAKEN, solver.LARGEST_HEAP)
    assert rules.LARGEST_MISERE == LARGEST_TOTAL
    assert (rules.NOTHING_LEFT, rules.ONE_LEFT, rules.TWO_LEFT) == (1, 2, 4)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", "'' is no code of an octal game"),
        ("0.8", "each 0 to 7, such as 0.77"),
        ("kayles", "'kayles' is no code"),
        ("44.7", "one digit before the point"),
        ("1.7", "begins with 1"),
        ("0.0", "nobody could ever move"),
        ("0." + "7" * 5000, "it may have 100"),
    ],
)
def test_what_is_no_code(code: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        rules.octal_rules(code)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ("", "this one is empty"),
        (" , ", "this one is empty"),
        ("1,,2", "'' cannot stand"),
        ("0", "'0' cannot stand in a subtraction set: a number from 1 to 4096"),
        ("1,5000", "'5000' cannot stand"),
        ("3,1,3", "3 stands twice in the subtraction set '3,1,3'"),
    ],
)
def test_what_is_no_set(taken: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        rules.subtraction_rules(taken)
    assert told in str(caught.value)


@pytest.mark.parametrize("name", ["", "nim", "grundy 5", "octal", "subtraction"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(InputError):
        rules.rules_of(name)


def test_what_a_move_may_leave() -> None:
    kayles = rules.octal_rules("0.77")
    assert [kayles.taken(kind) for kind in (1, 2, 4)] == [[1, 2]] * 3
    assert (kayles.most_taken, kayles.breaks, kayles.has_provable_period) == (2, True, True)
    assert rules.GRUNDY.taken(4) == [0]
    assert not rules.GRUNDY.has_provable_period
    assert rules.subtraction_rules([2, 5]).breaks is False


@pytest.mark.parametrize("heaps", [[], [0], [3, -1], [True], [2.0], [rules.LARGEST_HEAP + 1]])
def test_what_is_no_heap(heaps: list[object]) -> None:
    for check in (rules.checked_heaps, rules.checked_misere):
        with pytest.raises(InputError):
            check(heaps)  # type: ignore[arg-type]


def test_misere_play_has_its_limit() -> None:
    assert rules.checked_misere([30, 30]) == (30, 30)
    with pytest.raises(InputError, match="up to 60 tokens together, not 61"):
        rules.checked_misere([30, 31])
