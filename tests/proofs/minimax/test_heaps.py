"""Heaps that were searched too little, Memory card by card; the books of test_planted.py show all else."""

from pathlib import Path

import pytest

from tafelwerk.book import open_book
from tafelwerk.build import runner
from tafelwerk.families.minimax.builds import OctalHeaps
from tafelwerk.families.minimax.rules.chance_games import Card, Objective, Rule
from tafelwerk.proofs.minimax import claims
from tafelwerk.proofs.minimax.memory_proofs import CardByCard
from tafelwerk.solvers.minimax.chance_games import solve_memory


def test_a_search_that_stopped_too_early(tmp_path: Path) -> None:
    """That no period was found is right as far as the search went."""
    runner.run(tmp_path, [OctalHeaps("0.77", heap=heap) for heap in (165, 170)], executor="inline")
    with open_book(tmp_path) as book:
        found = {claim.name: list(claim.prove(range(claim.units))) for claim in claims(book) if claim.units}
        rows = book.rows("minimax", "SELECT checked_to, proved FROM minimax.periods ORDER BY checked_to")
    assert rows == [(165, False), (166, True)]
    assert "minimax.periods: heap by heap" in found
    assert not any(found.values())


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("objective", Objective)
def test_card_by_card(rule: Rule, objective: Objective) -> None:
    """Positions with full pairs and after a pass too, which the book does not hold."""
    game, table = CardByCard(5, rule, objective), solve_memory(5, rule, objective)
    assert len(game.values) > 50
    for (full, known, fresh, passed, lead), value in game.values.items():
        left = full + known + fresh
        assert str(value) == str(table.value(left, known, full, lead, passed))
        where, state = (left, known, full, lead, passed), (full, known, fresh, passed, lead)
        solved = {"none": table.first_values(*where)}
        solved |= {str(card): table.second_values(left, known, card, full, lead, passed) for card in Card}
        for turned, choices in solved.items():
            values = {str(choice): str(value) for choice, value in choices.items()}
            assert values == {choice: str(value) for choice, value in game.choices(state, turned).items()}
        plans = table.actions(*where)
        if left:
            assert game.turns(state) == [words for plan in plans for words in plan.words]
