"""Explanations of positions that the book does not hold: what a position is worth, and why."""

from tafelwerk.rules.minimax.games import HEAP_GAMES, ranked_game
from tafelwerk.rules.minimax.memory import Card, Objective, Rule
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.minimax.explained import (
    MEMORY,
    AnyExplanation,
    HeapExplanation,
    MemoryExplanation,
    RankedExplanation,
    heap_explanation,
    heaps_of,
    memory_explanation,
    memory_of,
    ranked_explanation,
)

MOVE_OPERATIONS = 2e4
"""Work per move of a heap, including the search for a refutation."""


def explain(game: str, position: str, rule: str, objective: str, lead: int | None) -> Computation[AnyExplanation]:
    """A position of a listed game, of heaps or of Memory.

    Raises:
        InputError: the text is not a position of the game.
    """
    if game == MEMORY:
        return _memory(position, rule, objective, lead)
    if game.partition(":")[0] in HEAP_GAMES:
        return _heaps(game, position)
    from tafelwerk.build.minimax.position_rows import positions

    ranked = ranked_game(game)
    wanted = positions(ranked, [ranked.rank(position)])

    def run() -> RankedExplanation:
        return ranked_explanation(ranked, position, lambda ranks: positions(ranked, ranks).run())

    return Computation(wanted.operations, run, wanted.build)


def _heaps(game: str, position: str) -> Computation[AnyExplanation]:
    from tafelwerk.build.minimax.heap_estimates import values_operations
    from tafelwerk.build.minimax.heap_rows import heap_values

    played, heaps = heaps_of(game, position)

    def run() -> HeapExplanation:
        return heap_explanation(played, heaps, heap_values(played, max(heaps)).tolist())

    # a heap h that may be split has some h^2 / 4 moves, and the search for a refutation tries about as many
    options = sum(heap * (1 + heap * played.breaks / 4) for heap in {*heaps})
    return Computation(values_operations(played, max(heaps)) + MOVE_OPERATIONS * options, run)


def _memory(position: str, rule: str, objective: str, lead: int | None) -> Computation[AnyExplanation]:
    from tafelwerk.build.minimax.builds import choice_values, memory_build, turn_operations
    from tafelwerk.solvers.minimax.memory import solve

    found = memory_of(position, rule, objective, lead)

    def run() -> MemoryExplanation:
        table = solve(found.pairs, Rule(rule), Objective(objective))
        choices = {str(card or "none"): choice_values(table, found, card) for card in (None, *Card)}
        return memory_explanation(found, choices)

    return Computation(turn_operations(found.pairs, objective), run, memory_build(found.pairs, rule, objective))
