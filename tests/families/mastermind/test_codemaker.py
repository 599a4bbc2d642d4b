"""Secrets drawn from the codemaker's optimal mixture."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.mastermind.codemaker import code_chances, draw_secret
from tafelwerk.solvers.mastermind.scoring import mastermind

CHANCES = (0.5, 0.0, 0.3, 0.2)


@given(st.lists(st.sampled_from(CHANCES), min_size=2, max_size=9), st.data(), st.integers(0, 10**6))
def test_a_code_that_is_drawn_stays_when_others_are_ruled_out(
    chances: Sequence[float], data: st.DataObject, seed: int
) -> None:
    every = range(len(chances))
    left = data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True))
    secret = draw_secret(chances, left, seed)
    assert chances[secret] or not any(chances[code] for code in left)
    fewer = data.draw(st.lists(st.sampled_from(left), unique=True))
    assert draw_secret(chances, [*fewer, secret], seed) == secret


def test_codes_are_drawn_by_their_chances() -> None:
    """Those left by their chances among themselves; all alike if none of them has a chance."""
    draws = 2000
    for chances, left, expected in (
        (CHANCES, range(4), CHANCES),
        (CHANCES, (1, 2, 3), (0, 0, 0.6, 0.4)),
        ((0.0, 0.0, 1.0), (0, 1), (0.5, 0.5, 0)),
    ):
        counts = Counter(draw_secret(chances, left, seed) for seed in range(draws))
        for code, chance in enumerate(expected):
            assert abs(counts[code] - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5


def test_codes_of_a_class_have_the_same_chance() -> None:
    problem = mastermind(2, 3)
    chances = code_chances(problem, {"AA": Fraction(1, 12), "AB": Fraction(1, 8)})
    assert [chances[problem.codes.index(code)] for code in ("AA", "CC", "AB", "CA")] == [1 / 12, 1 / 12, 1 / 8, 1 / 8]
