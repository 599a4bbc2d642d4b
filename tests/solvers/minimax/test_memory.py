"""Memory: Zwick and Paterson, and laws. tests/proofs/minimax compares every position with play card by card."""

from functools import cache

from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.solvers.minimax.memory_game import MemoryTable, solve_memory

PAIRS = {Objective.GAIN: 20, Objective.WIN: 8}


@cache
def table(rule: Rule, objective: Objective = Objective.GAIN, pairs: int | None = None) -> MemoryTable:
    return solve_memory(PAIRS[objective] if pairs is None else pairs, rule, objective)


def test_form_of_zwick_and_paterson() -> None:
    """With passes: pass if n + k is odd and k at least 2 (n + 1) / 3; else, with k above 0, a known second card if n + k is
    even or n, k is 6, 1; else two unseen cards.
    """
    other = []
    for pairs in range(1, PAIRS[Objective.GAIN] + 1):
        for known in range(pairs):
            odd = (pairs + known) % 2 == 1
            if known and odd and 3 * known >= 2 * (pairs + 1):
                form = "pass"
            elif known and (not odd or (pairs, known) == (6, 1)):
                form = "unseen then known"
            else:
                form = "unseen then unseen"
            words = {word for plan in table(Rule.PASS).actions(pairs, known) for word in plan.words}
            assert form in words
            # with nothing else to show, the order of a known and an unseen card is of no account
            if words - ({"known then unseen"} if known == 1 else set()) != {form}:
                other.append((pairs, known, words))
    assert other == [(4, 3, {"unseen then unseen", "pass"})]
