"""What can be asked about Mastermind, Bulls and Cows, word lists and tables of answers.

A stored answer is found without numpy and numba: what computes is imported by the methods that compute.
"""

from tafelwerk.families.mastermind.advice import Explain, Next, Parts
from tafelwerk.families.mastermind.codemaker import Adversary
from tafelwerk.families.mastermind.costs import Bound, Compare, Curve, Gamma, Summary
from tafelwerk.families.mastermind.puzzles import Puzzle
from tafelwerk.tables.questions import Asks, Questions


class MastermindQuestions(Questions):
    """The questions, as `book.mastermind` has them."""

    adversary = Asks(Adversary)
    explain = Asks(Explain)
    summary = Asks(Summary)
    compare = Asks(Compare)
    next = Asks(Next)
    parts = Asks(Parts)
    bound = Asks(Bound)
    gamma = Asks(Gamma)
    curve = Asks(Curve)
    puzzle = Asks(Puzzle)
