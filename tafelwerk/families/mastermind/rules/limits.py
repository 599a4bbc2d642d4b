"""Which games have all their answers stored, and whose optima a second program finds again."""

from fractions import Fraction

from tafelwerk.families.mastermind.rules.games import Game, Pegs, Rules

CURVE_STEP = Fraction(1, 100)
"""Default step between orders of a curve; builds with this step do not name it."""

FEW_CODES, MANY_CODES = (100, 600), (1300, 3100, 4100)
"""Greatest numbers of codes for which a second program finds optimal totals again: for one peg; for two colours; for at most
three, four, and five or more pegs of three or more colours, because with fewer answers a search takes far longer."""

FEW_BOUNDED = 1300
"""Greatest number of codes of a game all of whose lower bounds a second program proves."""

STORED_CELLS = 4_000_000
"""Greatest number of answers of a Mastermind game that are stored; those of words and tables always are."""


def stores_answers(game: Game | Rules | None) -> bool:
    """Whether all answers of a game are stored."""
    return not isinstance(game, Pegs) or game.size[0] * game.size[1] <= STORED_CELLS


def has_bounds_proved_again(game: Game) -> bool:
    """Whether a second program proves the lower bounds of a game's least total."""
    return isinstance(game, Pegs) and game.size[0] <= FEW_BOUNDED


def has_optimum_found_again(game: Game) -> bool:
    """Whether a second program finds the least totals of a game, with equal chances of the codes or an optimal codemaker's."""
    if not isinstance(game, Pegs):
        return False
    few = game.pegs == 1 or game.colors <= 2
    most = FEW_CODES[game.pegs > 1] if few else MANY_CODES[min(max(game.pegs, 3), 5) - 3]
    return game.size[0] <= most
