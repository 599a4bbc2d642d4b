"""The questions of the family: agents against each other in `duels`, positions in `positions`, errors and biases in `heaps`."""

from tafelwerk.families.montecarlo.duels import Basins, Curve, Duel, FirstOverHalf, Match, Simulate, Ties
from tafelwerk.families.montecarlo.heaps import Asymmetry, Bias, Blunder, Errors, Limits
from tafelwerk.families.montecarlo.positions import Choice, Explain, Law, Perfect, Random, Size
from tafelwerk.tables.questions import Asks, Questions

__all__ = ["Basins", "Limits", "MontecarloQuestions"]


class MontecarloQuestions(Questions):
    """The questions, as `book.montecarlo` has them."""

    random = Asks(Random)
    perfect = Asks(Perfect)
    blunder = Asks(Blunder)
    errors = Asks(Errors)
    limits = Asks(Limits)
    asymmetry = Asks(Asymmetry)
    bias = Asks(Bias)
    choice = Asks(Choice)
    law = Asks(Law)
    size = Asks(Size)
    duel = Asks(Duel)
    curve = Asks(Curve)
    ties = Asks(Ties)
    basins = Asks(Basins)
    first_over_half = Asks(FirstOverHalf)
    explain = Asks(Explain)
    simulate = Asks(Simulate)
    match = Asks(Match)
