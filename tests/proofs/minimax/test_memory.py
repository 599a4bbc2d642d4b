"""Memory card by card."""

import pytest
from tafelwerk.tables.minimax.memory import OBJECTIVES, RULES

from tafelwerk.proofs.minimax.memory import CardByCard
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.solvers.minimax.memory import solve


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_card_by_card(rule: str, objective: str) -> None:
    """Positions with full pairs and after a pass too, which the book does not hold."""
    game = CardByCard(5, rule, objective)
    table = solve(5, Rule(rule), Objective(objective))
    assert len(game.values) > 50
    for (full, known, fresh, passed, lead), value in game.values.items():
        left = full + known + fresh
        assert str(value) == str(table.value(left, known, full, lead, passed))
        plans = table.actions(left, known, full, lead, passed)
        if left:
            assert game.turns((full, known, fresh, passed, lead)) == {words for plan in plans for words in plan.words}
