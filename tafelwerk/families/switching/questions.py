"""The questions about the switching game."""

from tafelwerk.families.switching.agents import Duel, Refute, Winrate
from tafelwerk.families.switching.explanation import Explain
from tafelwerk.families.switching.moves import Move
from tafelwerk.families.switching.other_graphs import Dual, Solve
from tafelwerk.families.switching.puzzle import Puzzle
from tafelwerk.tables.questions import Asks, Questions


class SwitchingQuestions(Questions):
    """The questions, as `book.switching` has them."""

    solve = Asks(Solve)
    dual = Asks(Dual)
    explain = Asks(Explain)
    winrate = Asks(Winrate)
    duel = Asks(Duel)
    refute = Asks(Refute)
    move = Asks(Move)
    puzzle = Asks(Puzzle)
