"""Secrets drawn from the codemaker's optimal mixture."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from play.games import said, session

from tafelwerk.families.mastermind.codemaker import code_chances, draw_secret
from tafelwerk.play.deduction import Breaker
from tafelwerk.solvers.mastermind.scoring import mastermind

CHANCES = (0.5, 0.0, 0.3, 0.2)
PLAY = "mastermind play --pegs 3 --colors 3 --secret optimal"

SEEDS = st.integers(0, 10**6)


def begun(line: str) -> Breaker:
    game = session(line)
    assert isinstance(game, Breaker)
    return game


@given(st.lists(st.sampled_from(CHANCES), min_size=2, max_size=9), st.data(), SEEDS)
def test_a_code_that_is_drawn_stays_when_others_are_ruled_out(
    chances: Sequence[float], data: st.DataObject, seed: int
) -> None:
    every = range(len(chances))
    left = data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True))
    found = draw_secret(chances, left, seed)
    assert chances[found] or not any(chances[code] for code in left)
    fewer = data.draw(st.lists(st.sampled_from(left), unique=True))
    assert draw_secret(chances, [*fewer, found], seed) == found


def test_codes_are_drawn_by_their_chances() -> None:
    draws = 4000
    found = Counter(draw_secret(CHANCES, range(4), seed) for seed in range(draws))
    for code, chance in enumerate(CHANCES):
        assert abs(found[code] - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5
    after = Counter(draw_secret(CHANCES, (1, 2, 3), seed) for seed in range(draws))
    assert abs(after[2] - draws * 0.6) <= 5 * (draws * 0.24) ** 0.5


def test_codes_without_a_chance_are_equally_likely_if_no_others_are_left() -> None:
    found = Counter(draw_secret((0.0, 0.0, 1.0), (0, 1), seed) for seed in range(1000))
    assert abs(found[0] - 500) <= 80


def test_codes_of_a_class_have_the_same_chance() -> None:
    problem = mastermind(2, 3)
    chances = code_chances(problem, {"AA": Fraction(1, 12), "AB": Fraction(1, 8)})
    assert [chances[problem.codes.index(code)] for code in ("AA", "CC", "AB", "CA")] == [1 / 12, 1 / 12, 1 / 8, 1 / 8]


def test_a_seed_hides_the_same_code_also_in_a_resumed_game() -> None:
    secrets = set()
    for seed in range(8):
        game = begun(f"{PLAY} --seed {seed}")
        secrets.add(game.code)
        assert begun(f"{PLAY} --seed {seed}").code == game.code
        said(game.take("ABC"))
        assert game.over or begun(game.go_on).code == game.code
    assert len(secrets) > 3


def test_codes_that_are_never_worth_hiding_are_not_drawn() -> None:
    """Of the pocket book: with 4 pegs and 6 colours, codes of one colour."""
    game = begun("mastermind play --secret optimal --seed 1")
    assert isinstance(game.problem.chances, list)  # type: ignore[attr-defined]
    codes = {game.problem.hide((), seed) for seed in range(300)}
    assert len(codes) > 200
    assert not any(len(set(code)) == 1 for code in codes)
