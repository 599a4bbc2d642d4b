"""3c6p where the breaker may finish early: a second program against the first, and what a certificate must have."""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from marks import compiled

from research.early_finish.certificate import faults_of
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.rows import _nodes
from tafelwerk.proofs.beams import beams_rules, least_totals
from tafelwerk.proofs.beams.strategy_costs import code_classes, least_cost
from tafelwerk.solvers.beams import search_tables
from tafelwerk.solvers.beams.weighted_replies import Replies

pytestmark = compiled


@pytest.fixture(scope="module")
def replies() -> Replies:
    return Replies(problem_of("3c6p"), early=True)


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_least_costs_are_those_of_the_first_program(seed: int, replies: Replies) -> None:
    """Against chances that differ by a factor of a thousand, so that fillings are laid early; some classes have none."""
    draw, costs = Random(seed), []
    weights = [draw.choice((0, 1, 30, 1000)) for _ in replies.sizes]
    each = [weights[k] for k in code_classes("3c6p", early=True).of.tolist()]
    for own in (replies, Replies(problem_of("3c6p"))):
        found = own.reply(weights, None)
        assert found is not None
        costs.append(sum(weight * total for weight, total in zip(weights, found.column, strict=True)))
        for limit in (costs[-1], costs[-1] + 1):
            proved = least_cost("3c6p", each, limit, early=own is replies)
            assert proved == costs[-1] if costs[-1] < limit else proved >= limit
    assert costs[0] < costs[1], "finishing early saves something"


def test_no_filling_is_nearer_to_codes_than_the_bounds_say() -> None:
    """The n codes that are nearest to a filling have more wrong fields together than either program's bound for n codes."""
    game, problem, draw = beams_rules.GAMES["3c6p"], problem_of("3c6p"), np.random.default_rng(5)
    masks = np.array(beams_rules.pieces(game))[beams_rules.codes(game)]
    coloured = (masks[:, :, None] >> np.arange(game.fields) & 1).argmax(axis=1)
    bounds = (
        least_totals.least_rests(game, early=True)[0],
        search_tables.least_rests(problem.pieces, problem.patterns, 8, len(masks), early=True)[0],
    )
    for code in draw.choice(coloured, 300):
        near = coloured[draw.choice(np.argsort((coloured != code).sum(axis=1))[1:12])]
        filling = code.copy()
        # towards a near code: fields whose exchange makes both right, as many as are half the way
        for first, second in combinations(np.flatnonzero(code != near), 2):
            if filling[first] == near[second] and filling[second] == near[first] and draw.random() < 0.5:
                filling[[first, second]] = filling[[second, first]]
        wrong = np.sort((coloured != filling).sum(axis=1)).cumsum()
        assert all((bound[1:] <= wrong).all() for bound in bounds)


def test_a_certificate_is_checked_from_both_sides(replies: Replies) -> None:
    """A value is proved where both mixtures attain it, and each fault has its sentence."""
    game = code_classes("3c6p", early=True)
    found = replies.reply([1] * len(game.first), None)
    assert found is not None
    worst = max(Fraction(total, size) for total, size in zip(found.column, replies.sizes, strict=True))
    uniform = dict.fromkeys(game.first, "1/1860")
    answer = {"value": "7334/1860", "codemaker": uniform, "mixture": [{"chance": "1", "tree": _nodes(found.tree)}]}
    assert list(faults_of(answer)) == [
        f"the breaker's mixture has chances that sum to 1, and takes {worst} for some code, not 3667/930"
    ]
    lower, upper = faults_of(answer | {"value": str(worst)}), faults_of(answer | {"value": "7333/1860"})
    assert [text.split(" is ")[0] for text in lower] == ["the least mean against the codemaker"]
    assert next(upper) == "the least mean against the codemaker is not 7333/1860, but 3667/930 or more"
    unjust = answer | {"codemaker": uniform | {game.first[0]: "2/1860"}}
    assert next(faults_of(unjust)) == "the codemaker's chances do not sum to 1"
    assert next(faults_of(answer | {"codemaker": {}})) == "the classes are not those of the variant"
    short = answer | {"mixture": [{"chance": "1", "tree": _nodes(found.tree)[:-1]}]}
    assert any("never found" in text for text in faults_of(short))
