"""The Monte-Carlo family in the book. Notation and keys of games and agents: `tafelwerk.rules.montecarlo`.

questions   duel, curve, first_over_half, basins: agents against each other
            random, perfect: play from a game's start
            simulate: simulated games of two agents
            limits: limits of random play as the heap grows
blunders    blunder, errors, asymmetry: errors of MC(inf), also with biased playouts; bias: random play with biased playouts
choices     choice, law: distribution of MC(k)'s move in one position; size: number of positions of a race
explained   explain: why MC(k) chooses its move
answers     answers to these questions
"""

from tafelwerk.rules.montecarlo import FAMILY, Dsc, Dsr, Esr, Kind, Subtraction, SubtractionRules
from tafelwerk.tables.montecarlo.answers import Limits

__all__ = ["FAMILY", "Dsc", "Dsr", "Esr", "Kind", "Limits", "Subtraction", "SubtractionRules"]
