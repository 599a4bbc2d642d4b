"""The root model under the strategies of greatest entropy."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import root as naive

from tafelwerk.errors import InputError
from tafelwerk.proofs.search.root import EvenQueries
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.search import root_entropy
from tafelwerk.solvers.search.root import budget, root_search
from tafelwerk.solvers.search.root_entropy import root_play

ORDERS = [None, *map(Fraction, ("0", "1/50", "1/2", "1", "11/10", "4/3", "3/2", "199/100", "2", "5/2", "7"))]
MOST = 300 if INTERPRETED else 3000
compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_equals_the_entropy_of_every_query(alpha: Alpha) -> None:
    play = root_play(110, alpha)
    assert play.totals.tolist() == naive.entropy_totals(alpha, 110)
    for m in range(2, 111):
        query = play.query(m)
        parts = tuple(size for size, count in query.small for _ in range(count))
        assert (query.rest, parts) == naive.entropy_query(alpha, m)


@given(alpha=st.fractions(0, 3, max_denominator=40))
@example(alpha=Fraction(1))
@settings(max_examples=25)
def test_equals_every_even_query(alpha: Fraction) -> None:
    play, plain = root_play(700, alpha), EvenQueries(alpha, 700)
    assert play.totals[1:].tolist() == [plain.total(m) for m in range(1, 701)]


@pytest.mark.parametrize("alpha", [Fraction(1, 3), Fraction(1), Fraction(3, 2)], ids=str)
def test_where_doubles_tell_nothing_exact_comparisons_do(alpha: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = root_play(250, alpha)
    monkeypatch.setattr(root_entropy, "TOLERANCE", 1.0)
    compared = root_play(250, alpha)
    assert np.array_equal(compared.totals, expected.totals)
    assert np.array_equal(compared.removed, expected.removed)


def test_ties_go_to_fewest_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No ties are known; were all entropies equal, every query would have one small part."""
    monkeypatch.setattr(root_entropy, "TOLERANCE", 1.0)
    monkeypatch.setattr(root_entropy, "greatest", lambda alpha, parts: list(range(len(parts))))
    play = root_play(60, Fraction(1))
    assert play.totals.tolist() == root_play(60, None).totals.tolist()
    assert play.ties == tuple(m for m in range(2, 61) if budget(m) > 3)


@pytest.mark.parametrize("most", [MOST, pytest.param(1_000_000, marks=[compiled, pytest.mark.slow])])
@pytest.mark.parametrize("alpha", ["1", "3/2", "1/2", "4/3"])
def test_no_ties_at_the_usual_orders(alpha: str, most: int) -> None:
    assert root_play(most, Fraction(alpha)).ties == ()


@pytest.mark.parametrize("alpha", ORDERS, ids=str)
def test_nothing_beats_perfect_play(alpha: Alpha) -> None:
    assert (root_play(MOST, alpha).totals >= root_search(MOST).totals).all()


def test_from_order_two_on_one_part_is_split_off() -> None:
    for alpha in (Fraction(2), Fraction(9, 4), Fraction(10), None):
        play = root_play(MOST, alpha)
        assert all(play.removed[m] == budget(m) - 1 for m in range(2, MOST + 1))


def test_order_one_is_not_the_best_of_a_thousand() -> None:
    """Section 4.6.1: with 1000 codes the best order is near 1.35, and from about 1.6 on all are H_inf."""
    totals = {i / 50: int(root_play(1000, Fraction(i, 50)).totals[1000]) for i in range(50, 101)}
    best = min(totals.values())
    assert [alpha for alpha, total in totals.items() if total == best] == [1.32, 1.4]
    assert all(total <= best + 4 for alpha, total in totals.items() if 1.32 <= alpha <= 1.4)
    infinite = int(root_play(1000, None).totals[1000])
    assert [alpha for alpha, total in totals.items() if total == infinite] == [i / 50 for i in range(79, 101)]
    assert totals[1.0] > totals[1.5] > best


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: root_play(0, None), "not with 0"),
        (lambda: root_play(1_000_001, Fraction(1)), "not with 1,000,001"),
        (lambda: root_play(5, Fraction(-1, 2)), "not -1/2"),
        (lambda: root_play(5, None).query(1), "not for 1"),
    ],
)
def test_says_what_was_wrong(call, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=said):
        call()
