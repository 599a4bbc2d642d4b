"""Figures of double-dummy Skat: outcomes of random deals, what hands win, and what each step of the ladder spends."""

from tafelwerk.plots.figure import Figure
from tafelwerk.plots.skat import hands, ladder, outcomes

_ALL = (
    Figure("skat-points", "The declarer's points on random deals", outcomes.points),
    Figure("skat-jacks", "The chance to win by game and jacks", outcomes.jacks),
    Figure("skat-hands", "The chance to win by trumps and aces", hands.hands),
    Figure(
        "skat-ladder-nodes", "Positions that each step of the ladder looks at, against the step before", ladder.nodes
    ),
    Figure("skat-ladder-times", "Time that each step of the ladder takes, against the step before", ladder.times),
)

FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
"""Every figure of the family by its name."""
