"""Figures of Dresher's guessing game, 3.1 to 3.6 under the numbers of their source, and two more.

Source: M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, chapter 3.
"""

from tafelwerk.plots.dresher import course, hider, value
from tafelwerk.plots.figure import Figure

_ALL = (
    Figure("dresher-3.1", "The hider's strategies, N <= 40, as a picture", hider.picture_few),
    Figure("dresher-3.2", "The hider's strategies, N <= 40, as profiles", hider.profiles),
    Figure("dresher-3.3", "The hider's strategies as far as the book goes, N <= 300", hider.picture_many),
    Figure("dresher-3.4", "The hider's strategy, N = 253 (else 126)", hider.single),
    Figure("dresher-3.5", "Rounds and simplex iterations over N", course.effort),
    Figure("dresher-3.6", "N = 100: the bounds on the value from round to round", course.bounds),
    Figure("dresher-value", "Value, log2 N and L(N)", value.value),
    Figure("dresher-conjectures", "Which of Johnson's suppositions hold, for each N", value.conjectures),
)

FIGURES: dict[str, Figure] = {figure.name: figure for figure in _ALL}
"""Every figure of the family by its name."""
