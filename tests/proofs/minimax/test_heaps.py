"""Heap games by their definition, Memory card by card."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive

from tafelwerk.book import open_book
from tafelwerk.build import runner
from tafelwerk.families.minimax.builds import OctalHeaps
from tafelwerk.families.minimax.rules.heaps import HeapGame, heap_game
from tafelwerk.families.minimax.rules.memory import Card, Objective, Rule
from tafelwerk.proofs.minimax import claims
from tafelwerk.proofs.minimax.heap_proofs import is_proved, misere_row, shortest_period, wrong_values
from tafelwerk.proofs.minimax.memory_proofs import CardByCard
from tafelwerk.solvers.minimax.heap_games import find_period
from tafelwerk.solvers.minimax.memory_game import solve_memory

GAMES = [
    heap_game(name)
    for name in ("grundy", "octal 0.77", "octal 4.003", "octal 0.137", "octal 4.0", "subtraction 2,3", "octal 0.1")
]
games = pytest.mark.parametrize("game", GAMES, ids=str)


@games
def test_the_least_missing_number(game: HeapGame) -> None:
    right = np.array(naive.grundy_values(game, 40), np.uint16)
    every = np.arange(len(right))
    assert wrong_values(game, right, every) == []
    for heap in every.tolist():
        wrong = right.copy()
        wrong[heap] += 1
        # from the smaller heaps on, which are right
        assert len(wrong_values(game, wrong, every[heap : heap + 1])) == 1


@games
def test_all_sums_of_tokens(game: HeapGame) -> None:
    play = naive.Play(misere=True)
    for heap in range(1, 10):
        won, moves = misere_row(game.name, heap, 9)
        assert won == play.won(((game, heap),))
        assert {tuple(left) for left in moves} == {left for _, left in play.winning([(game, heap)])}


def test_a_search_that_stopped_too_early(tmp_path: Path) -> None:
    """That no period was found is right as far as the search went."""
    runner.run(tmp_path, [OctalHeaps("0.77", heap=heap) for heap in (165, 170)], executor="inline")
    with open_book(tmp_path) as book:
        found = {claim.name: list(claim.prove(range(claim.units))) for claim in claims(book) if claim.units}
        rows = book.rows("minimax", "SELECT checked_to, proved FROM minimax.periods ORDER BY checked_to")
    assert rows == [(165, False), (166, True)]
    assert "minimax.periods: heap by heap" in found
    assert not any(found.values())


@given(
    st.sampled_from(["octal 0.77", "octal 4.003", "octal 4.0", "octal 0.007", "subtraction 1,4"]),
    st.lists(st.integers(0, 2), max_size=12),
    st.lists(st.integers(0, 2), min_size=1, max_size=5),
    st.integers(0, 12),
)
def test_the_shortest_period(name: str, start: list[int], cycle: list[int], turns: int) -> None:
    values, game = np.array([0, *start, *cycle * turns], np.uint16), heap_game(name)
    found = find_period(values, game)
    assert shortest_period(game, values) == found.period
    if found.period is not None and found.last_exception is not None:
        assert is_proved(game, values, found.period, found.last_exception, found.checked_to)


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
