"""The questions, as `book.minimax` has them."""

from tafelwerk.families.minimax.chance_games import Memory, Race
from tafelwerk.families.minimax.explanation import Explain
from tafelwerk.families.minimax.heaps import Grundy, Nim, Octal, Subtraction
from tafelwerk.families.minimax.positions import Puzzle, Solve, Tictactoe
from tafelwerk.families.minimax.trees import Tree
from tafelwerk.tables.questions import Asks, Questions


class MinimaxQuestions(Questions):
    """The questions, as `book.minimax` has them."""

    explain = Asks(Explain)
    nim = Asks(Nim)
    grundy = Asks(Grundy)
    octal = Asks(Octal)
    subtraction = Asks(Subtraction)
    puzzle = Asks(Puzzle)
    memory = Asks(Memory)
    tictactoe = Asks(Tictactoe)
    solve = Asks(Solve)
    race = Asks(Race)
    tree = Asks(Tree)
