"""Heap games: rows of their tasks, what is computed on a miss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive

from tafelwerk.families.minimax import heap_rows
from tafelwerk.families.minimax.answers import Sum
from tafelwerk.families.minimax.builds import Outcomes, Sets, Values
from tafelwerk.families.minimax.heap_rows import values_operations
from tafelwerk.families.minimax.heaps import Octal
from tafelwerk.families.minimax.rules.heaps import GRUNDY, LEAST_STORED, heap_game, octal_game, subtraction_game
from tafelwerk.solvers.minimax.heap_games import grundy_values
from tafelwerk.tables.questions import BUDGET, OverBudgetError

KAYLES = octal_game("0.77")


def test_rows_of_a_game() -> None:
    """Kayles: the period 12 after 70 (Guy and Smith, The G-values of various games, 1956)."""
    rows = Values("octal 0.77", None).run()
    values = rows["grundy"]
    assert set(values["game"]) == {"octal 0.77"}
    assert values["heap"].tolist() == list(range(LEAST_STORED + 1))
    assert values["value"][:167].tolist() == naive.grundy_values(KAYLES, 166)
    assert rows["periods"] == {
        "game": ["octal 0.77"],
        "period": [12],
        "last_exception": [70],
        "checked_to": [166],
        "proved": [True],
    }


def test_as_many_heaps_as_were_asked_for() -> None:
    rows = Values("octal 0.77", 100).run()
    assert len(rows["grundy"]["heap"]) == 101
    assert rows["periods"]["period"] == [None]
    assert rows["periods"]["checked_to"] == [100]
    rows = Values("grundy", 30).run()
    assert rows["grundy"]["value"].tolist() == naive.grundy_values(GRUNDY, 30)
    assert rows["periods"]["game"] == []


def test_values_past_a_proof_are_those_of_the_period() -> None:
    for rules in (KAYLES, octal_game("0.137"), subtraction_game([2, 3, 7])):
        assert heap_rows.heap_values(rules, 5000).tolist() == grundy_values(rules, 5000).tolist()
    assert len(heap_rows.heap_values(KAYLES, 3)) == 4


def test_all_sets_together() -> None:
    rows = Sets(3).run()
    periods = rows["periods"]
    assert [name.removeprefix("subtraction ") for name in periods["game"]] == [
        "1",
        "2",
        "3",
        "1,2",
        "1,3",
        "2,3",
        "1,2,3",
    ]
    # of numbers 1 to k the period is k + 1; of one number s it is 2 s
    assert periods["period"] == [2, 4, 6, 3, 2, 5, 4]
    assert len(rows["grundy"]["heap"]) == 7 * (LEAST_STORED + 1)


def test_rows_under_misere_play() -> None:
    rows = Outcomes("octal 0.77", 12).run()
    wins = naive.Play(misere=True).won
    assert list(rows["heap"]) == list(range(1, 13))
    assert rows["won"] == [wins(((KAYLES, heap),)) for heap in range(1, 13)]
    # the last token is not taken
    assert rows["moves"][:3] == [[], [[1]], [[1]]]
    # two tokens at most are taken, so that one heap of two leaves itself or one
    assert Outcomes("octal 0.33", 2).run()["moves"] == [[], [[1]]]
    assert Outcomes("octal 0.13", 3).run()["moves"] == [[], [], [[1]]]


@given(
    st.sampled_from(["grundy", "octal 0.137", "subtraction 1,3,4"]), st.lists(st.integers(1, 9), min_size=1, max_size=3)
)
def test_what_is_computed_is_what_play_says(name: str, sizes: list[int]) -> None:
    rules = heap_game(name)
    for misere in (False, True):
        found = (heap_rows.misere if misere else heap_rows.heap_sum)(rules, sizes).run()
        played = naive.Play(misere).winning([(rules, size) for size in sizes])
        if isinstance(found, Sum):
            moves = {(move.place, move.left) for move in found.moves}
        else:
            moves = {(0, left) for left in found.moves}
        assert moves == played
        assert len(found.moves) == len(played)
        if played:
            assert found.won


def test_periods_that_are_computed() -> None:
    wanted = heap_rows.heap_period(KAYLES)
    assert wanted.operations <= BUDGET
    assert wanted.run().period == 12
    build = Octal("0.77").build()
    assert build is not None
    assert build.name == "minimax octal 0.77"
    # its proof takes 93,165 heaps, and is not much work
    assert heap_rows.heap_period(octal_game("0.127")).operations <= BUDGET
    # quadratic
    assert heap_rows.heap_period(octal_game("0.06")).operations > BUDGET


def test_what_may_take_long_is_attempted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the estimate is near the budget, steps are counted."""
    long = octal_game("0.14")
    for most, expected in ((2e8, OverBudgetError), (9e8, None)):
        monkeypatch.setattr(heap_rows, "BUDGET", most)
        monkeypatch.setattr(heap_rows, "HOPELESS", 10)
        for rules, heap in ((long, 75_000), (GRUNDY, 100_000)):
            wanted = heap_rows.heap_sum(rules, [heap])
            if expected is None:
                assert wanted.attempt is None
                continue
            assert wanted.operations == most
            assert wanted.attempt is not None
            with pytest.raises(expected):
                wanted.attempt()


def test_an_attempt_that_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    game = octal_game("0.6")
    work = values_operations(game, 3000)
    monkeypatch.setattr(heap_rows, "BUDGET", 0.9 * work)
    for wanted in (heap_rows.heap_sum(game, [3000, 7]), heap_rows.heap_sum(GRUNDY, [3000, 7])):
        assert wanted.attempt is None or wanted.attempt() == wanted.run()
    wanted = heap_rows.heap_sum(game, [3000, 7])
    assert wanted.attempt is not None


def test_a_heap_far_past_the_proof_is_cheap() -> None:
    wanted = heap_rows.heap_sum(KAYLES, [1_000_000, 5])
    assert wanted.operations <= BUDGET
    found = wanted.run()
    assert isinstance(found, Sum)
    # 1,000,000 = 4 and 5 = 5 modulo 12, the former past the exceptions
    assert found.values == (int(grundy_values(KAYLES, 100)[76]), 4)
    assert heap_rows.heap_sum(GRUNDY, [1_000_000]).operations > BUDGET
    assert heap_rows.heap_sum(GRUNDY, [100_000]).operations <= BUDGET


def test_misere_play_that_takes_long_is_not_done_unasked() -> None:
    assert heap_rows.misere(KAYLES, [20, 20]).operations <= BUDGET
    assert Octal("0.77", [20, 20], misere=True).build() is None
    assert heap_rows.misere(KAYLES, [60]).operations > BUDGET
    kept = Octal("0.77", [12], misere=True).build()
    assert kept is not None
    assert kept.name == "minimax octal 0.77 --heap 12 --misere"


@pytest.mark.slow
def test_the_longest_proof_of_the_standard_set() -> None:
    """0.127: period 4 after 46,577 (A. Gangolli and T. Plambeck, A note on periodicity in some octal games, 1989)."""
    found = heap_rows.heap_period(octal_game("0.127")).run()
    assert (found.period, found.last_exception, found.proved) == (4, 46_577, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "heap", "period", "last"), [("0.16", 510_000, 149_459, 105_350), ("0.56", 654_000, 144, 326_639)]
)
def test_published_periods_that_take_more_heaps_than_are_usual(code: str, heap: int, period: int, last: int) -> None:
    """As in the same note, where the first heap from which on all is periodic is given: one more than the last exception."""
    rows = Values(f"octal {code}", heap).run()["periods"]
    assert rows["period"] == [period]
    assert rows["last_exception"] == [last]
    assert rows["proved"] == [True]
