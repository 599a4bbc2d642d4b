"""The games over ranks that the book holds, compiled and solved. The file of a game is imported only when it is needed."""

from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.families.minimax.rules.tictactoe import RULES
from tafelwerk.solvers.minimax.ranked.game import CompiledGame
from tafelwerk.solvers.minimax.ranked.retrograde import Solution, solve_duel, solve_puzzle


def compiled_game(game: RankedGame) -> CompiledGame:
    """A listed game of two players, with compiled moves."""
    if game.name in RULES:
        from tafelwerk.solvers.minimax.ranked.tictactoe import tictactoe

        return tictactoe(game)
    if game.name.startswith("notakto"):
        from tafelwerk.solvers.minimax.ranked.notakto import notakto

        return notakto(game)
    from tafelwerk.solvers.minimax.ranked.nim_passes import NIM_PASSES

    return NIM_PASSES


def solve(game: RankedGame) -> Solution:
    """Solve every position of a listed game or puzzle.

    Raises:
        InputError: a distance is greater than MOST_DISTANCE.
    """
    if not game.is_puzzle:
        return solve_duel(compiled_game(game))
    from tafelwerk.solvers.minimax.ranked.pancakes import pancake_tables

    return solve_puzzle(pancake_tables(len(game.text(game.start).split())), game.start)
