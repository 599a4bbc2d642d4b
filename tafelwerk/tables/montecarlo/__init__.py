"""The Monte-Carlo family in the book. Games and agents, how they are written and keyed: `tafelwerk.rules.montecarlo`.

questions   duel, curve, first_over_half, basins: agents against each other
            random, perfect: play from a game's start
            blunder, errors, asymmetry: where MC(inf) errs, also with biased playouts
            bias: random play with biased playouts
            simulate: games of two agents, played out
            limits: where random play goes as the heap grows
choices     choice, law: what MC(k) plays in one position; size: how large a race is
explained   explain: why MC(k) plays what it plays
answers     what each of them answers
"""

from tafelwerk.rules.montecarlo import FAMILY, Dsc, Dsr, Esr, Kind, Subtraction, SubtractionRules
from tafelwerk.tables.montecarlo.answers import Limits

__all__ = ["FAMILY", "Dsc", "Dsr", "Esr", "Kind", "Limits", "Subtraction", "SubtractionRules"]
