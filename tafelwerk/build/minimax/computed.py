"""Computations of answers that the book does not hold: a function per question, each with its estimate of work.

Imports stand inside the functions: most questions need neither numpy nor kernels.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.build.minimax.explaining import explain
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, HeapGame, octal_game, subtraction_game
from tafelwerk.rules.minimax.memory import Card, MemoryPosition, Objective, Rule
from tafelwerk.rules.minimax.tictactoe import TICTACTOE
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.minimax.answers import Board, Choice, HalfTurn, Heap, Period, Race, Roll, Solution, Sum, Turn
from tafelwerk.tables.minimax.questions import Place, board_answer, half_turn
from tafelwerk.tables.minimax.questions import turn as turn_answer

if TYPE_CHECKING:
    from tafelwerk.rules.minimax.evaluation import Evaluation
    from tafelwerk.rules.puzzles import Grade
    from tafelwerk.tables.minimax.puzzles import Puzzle
    from tafelwerk.tables.minimax.trees import GameTree, Tree

__all__ = ["explain"]
"""Computations that are defined in other files."""

Heaps = Computation[Heap | Sum] | Computation[Period]


def grundy(heaps: Sequence[int], misere: bool) -> Heaps:
    """Heaps of Grundy's game."""
    return _heaps(GRUNDY, heaps, misere)


def octal(code: str, heaps: Sequence[int] | None, misere: bool) -> Heaps:
    """Heaps of an octal game, or its period."""
    return _heaps(octal_game(code), heaps, misere)


def subtraction(set: Sequence[int], heaps: Sequence[int] | None, misere: bool) -> Heaps:
    """Heaps of a subtraction game, or its period."""
    return _heaps(subtraction_game(set), heaps, misere)


def _heaps(game: HeapGame, heaps: Sequence[int] | None, misere: bool) -> Heaps:
    from tafelwerk.build.minimax import heap_rows

    if not heaps:
        return heap_rows.heap_period(game)
    return (heap_rows.misere if misere else heap_rows.heap_sum)(game, heaps)


def memory(
    pairs: int, known: int, rule: str, objective: str, lead: int | None, turned: str | None = None
) -> Computation[Turn | HalfTurn]:
    """A position of Memory."""
    from tafelwerk.build.minimax.builds import best_turns, choice_values, memory_build, turn_operations
    from tafelwerk.solvers.minimax.memory import solve

    position = MemoryPosition(pairs, known, rule, objective, lead or 0)

    def run() -> Turn | HalfTurn:
        table = solve(pairs, Rule(rule), Objective(objective))
        if turned is not None:
            return half_turn(position, turned, choice_values(table, position, Card(turned)))
        return turn_answer(position, table.value(pairs, known, lead=position.lead), best_turns(table, position))

    return Computation(turn_operations(pairs, objective), run, memory_build(pairs, rule, objective))


def tictactoe(board: str) -> Computation[Board]:
    """A board of tic-tac-toe.

    Raises:
        InputError: no play leads to it.
    """
    from tafelwerk.build.minimax.position_rows import positions

    place = Place(TICTACTOE.name, board)
    wanted = positions(TICTACTOE, place.ranks)
    return Computation(wanted.operations, lambda: board_answer(place, wanted.run()), wanted.build)


def solve(game: str, position: str) -> Computation[Solution]:
    """A position of a listed game."""
    from tafelwerk.build.minimax.position_rows import positions

    place = Place(game, position)
    wanted = positions(place.game, place.ranks)
    return Computation(wanted.operations, lambda: place.solution(wanted.run()), wanted.build)


def race(
    length: int, tokens: int, sides: int, own: tuple[int, ...], other: tuple[int, ...], roll: int | None
) -> Computation[Race]:
    """A position of a dice race.

    Raises:
        InputError: there is no such race, or it has too many positions.
    """
    from tafelwerk.rules.minimax.dice_race import DiceRace, movable, moved
    from tafelwerk.solvers.minimax.dice_race import race_operations, solve_race

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
        found, best_moves = (chance, None) if roll is None else (rolls[0].chance, rolls[0].moves)
        return Race(length, tokens, sides, own, other, roll, found, best_moves, rolls)

    return Computation(race_operations(rules), run)


def tree(
    tree: object,
    game: str | None,
    position: str | None,
    alpha_beta: bool,
    order: str | None,
    depth: int | None,
    look_ahead: int | None,
    most: int | None,
    evaluation: "Evaluation | None",
    quiescence: int | None,
    swing: Fraction | None,
) -> "Computation[Tree | GameTree]":
    """A search tree."""
    from tafelwerk.build.minimax.trees import LookAhead, game_tree, written_tree

    if game is None:
        return written_tree(tree, alpha_beta, order, depth, most)
    horizon = None if look_ahead is None else LookAhead(look_ahead, evaluation, swing or Fraction(0), quiescence or 0)
    return game_tree(game, position, alpha_beta, order, depth, horizon, most)


def puzzle(game: str, seed: int, task: str | None, difficulty: "Grade | None") -> "Computation[Puzzle]":
    """A position in which exactly one move wins or saves.

    Raises:
        InputError: when run, if no such puzzle was drawn.
    """
    from tafelwerk.build.minimax.builds import whole_operations
    from tafelwerk.build.minimax.puzzles import made

    return Computation(whole_operations(TICTACTOE), lambda: made(game, seed, task, difficulty))
