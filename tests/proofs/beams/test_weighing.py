"""Least weighted costs by the second program: against brute force on tiny boards, and against the solver's on 18 fields."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from beams_games import compiled
from naive import beams as naive
from naive.beams_choosing import least_cost

from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.rules import Variant
from tafelwerk.proofs.beams import codemaker_choice
from tafelwerk.proofs.beams.beams_rules import GAMES, Game, codes
from tafelwerk.proofs.beams.codemaker_choice import LeastWeightedCost
from tafelwerk.solvers.beams.weighted_replies import Replies

TINY = (Game(3, 2, 2), Game(2, 3, 2))


@pytest.mark.parametrize("game", TINY, ids=str)
def test_least_costs_equal_brute_force(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With sets of any size searched by the kernel, and by the loop around it."""
    of, _ = codemaker_choice._classes(game)
    variant, draw = Variant("tiny", game.colours, game.size, game.side), Random(str(game))
    by_text = {"".join(str(1 + colour) for colour in code): code for code in naive.codes(variant)}
    texts = [codemaker_choice._text(game, code) for code in codes(game)]
    for most in (0, 1, 1000):
        by_class = [draw.randint(min(most, 1), most) if draw.random() < 0.8 else 0 for _ in range(max(of) + 1)]
        weights = [by_class[place] for place in of]
        chances = {by_text[text]: Fraction(weight) for text, weight in zip(texts, weights, strict=True)}
        least = least_cost(chances, naive.lines(variant.shape))
        for small in (1, 2, 48):
            monkeypatch.setattr(codemaker_choice, "SMALL", small)
            assert LeastWeightedCost(game, weights).at_least(int(least) + 1) == least
            assert LeastWeightedCost(game, weights).at_least(int(least)) == least
            assert LeastWeightedCost(game, weights).at_least(int(least) // 2) == int(least) // 2


@compiled
def test_least_costs_equal_the_solver_s() -> None:
    game, draw = GAMES["3c6p"], Random(2)
    of, first = codemaker_choice._classes(game)
    by_class = [draw.choice([0, 1, draw.randint(1, 40)]) for _ in first]
    reply = Replies(problem_of("3c6p")).reply(by_class, None)
    assert reply is not None
    least = int(np.dot(by_class, reply.column))
    assert LeastWeightedCost(game, [by_class[place] for place in of]).at_least(least + 1) == least


def test_weights_beyond_the_range_of_numbers() -> None:
    with pytest.raises(ValueError, match="too large"):
        LeastWeightedCost(TINY[0], [1 << 59] * len(codes(TINY[0])))
