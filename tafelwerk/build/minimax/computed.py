"""What the book does not hold of this family, computed: a function per question, each with its estimate of work.

What they import is imported when they are called: most questions need neither numpy nor kernels.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tafelwerk.build.computation import Computation
from tafelwerk.errors import InputError
from tafelwerk.tables.minimax.answers import (
    Board,
    Choice,
    Heap,
    Period,
    Race,
    Roll,
    Solution,
    Sum,
    Turn,
)
from tafelwerk.tables.minimax.memory import MemoryPosition
from tafelwerk.tables.minimax.questions import Place, Playable, Ranked, board_answer
from tafelwerk.tables.minimax.questions import turn as turn_answer
from tafelwerk.tables.minimax.rules import GRUNDY, Rules, octal_rules, subtraction_rules

if TYPE_CHECKING:
    from tafelwerk.tables.minimax.trees import GameTree, Tree


def grundy(heaps: Sequence[int], misere: bool) -> Computation[Heap | Sum]:
    """Heaps of Grundy's game."""
    return _heaps(GRUNDY, heaps, misere)


def octal(code: str, heaps: Sequence[int] | None, misere: bool) -> Computation[Heap | Sum] | Computation[Period]:
    """Heaps of an octal game, or its period."""
    return _heaps_or_period(octal_rules(code), heaps, misere)


def subtraction(
    set: Sequence[int], heaps: Sequence[int] | None, misere: bool
) -> Computation[Heap | Sum] | Computation[Period]:
    """Heaps of a subtraction game, or its period."""
    return _heaps_or_period(subtraction_rules(set), heaps, misere)


def _heaps_or_period(
    rules: Rules, heaps: Sequence[int] | None, misere: bool
) -> Computation[Heap | Sum] | Computation[Period]:
    from tafelwerk.build.minimax.heap_rows import heap_period

    return _heaps(rules, heaps, misere) if heaps else heap_period(rules)


def _heaps(rules: Rules, heaps: Sequence[int], misere: bool) -> Computation[Heap | Sum]:
    from tafelwerk.build.minimax.heap_rows import heap_sum
    from tafelwerk.build.minimax.heap_rows import misere as under_misere

    return (under_misere if misere else heap_sum)(rules, heaps)


def memory(pairs: int, known: int, rule: str, objective: str, lead: int | None) -> Computation[Turn]:
    """A position of Memory."""
    from tafelwerk.build.minimax.memory import memory_build, turn_operations
    from tafelwerk.build.minimax.memory_rows import turn_of
    from tafelwerk.solvers.minimax.memory import Objective, Rule, solve

    position = MemoryPosition(pairs, known, rule, objective, lead or 0)

    def run() -> Turn:
        return turn_answer(position, *turn_of(solve(pairs, Rule(rule), Objective(objective)), position))

    return Computation(turn_operations(pairs, objective), run, memory_build(pairs, rule, objective))


def tictactoe(board: str) -> Computation[Board]:
    """A board of tic-tac-toe.

    Raises:
        InputError: no play leads to it.
    """
    from tafelwerk.build.minimax.position_rows import positions
    from tafelwerk.solvers.minimax.tictactoe import board_rank, check_board

    rank = board_rank(check_board(board))
    wanted = positions("tictactoe", (rank,))
    return Computation(wanted.operations, lambda: board_answer(board, wanted.run()[rank]), wanted.build)


def solve(game: Ranked, position: str) -> Computation[Solution]:
    """A position of a listed game."""
    from tafelwerk.build.minimax.position_rows import positions

    place = Place(game, position)
    wanted = positions(game.name, place.ranks)
    return Computation(wanted.operations, lambda: place.solution(wanted.run()), wanted.build)


def race(
    length: int, tokens: int, sides: int, own: tuple[int, ...], other: tuple[int, ...], roll: int | None
) -> Computation[Race]:
    """A position of a dice race.

    Raises:
        InputError: there is no such race, or it has too many positions.
    """
    from tafelwerk.solvers.minimax.dice_race import DiceRace, movable, moved, race_operations, solve_race

    rules = DiceRace(length, tokens, sides)

    def run() -> Race:
        table = solve_race(rules)
        chance, is_over = table.chance(own, other), not (any(own) and any(other))
        if roll is not None and is_over:
            raise InputError("--roll: the race is over, a player has all tokens home")
        rolls = []
        for rolled in [roll] if roll is not None else range(1, sides + 1) if not is_over else []:
            best, moves = table.choices(own, other, rolled)
            choices = [Choice(token, 1 - table.chance(other, moved(own, token, rolled))) for token in movable(own)]
            rolls.append(Roll(rolled, best, moves, choices))
        if roll is None:
            return Race(length, tokens, sides, own, other, None, chance, None, rolls)
        return Race(length, tokens, sides, own, other, roll, rolls[0].chance, rolls[0].moves, rolls)

    return Computation(race_operations(rules), run)


def tree(
    tree: object,
    game: Playable | None,
    position: str | None,
    alpha_beta: bool,
    order: str | None,
    depth: int | None,
    look_ahead: int | None,
    most: int | None,
) -> "Computation[Tree | GameTree]":
    """A search tree."""
    from tafelwerk.build.minimax.trees import game_tree, written_tree

    if game is None:
        return written_tree(tree, alpha_beta, order, depth, most)
    return game_tree(game, position, alpha_beta, order, depth, look_ahead, most)
