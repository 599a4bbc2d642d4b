"""Figures of Dresher's guessing game: 1.3 and 3.1 to 3.6 under the numbers of their source, and others.

Source: M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, chapters 1 and 3.
"""

from tafelwerk.plots.figure import Figure

FIGURES = (
    Figure(
        "dresher-1.3",
        "All search trees of 4 numbers, each beside its mirror image",
        "dresher.games.search_trees",
        has_rows=False,
    ),
    Figure(
        "dresher-3.1",
        "The hider's strategies, N <= 40, as a picture",
        "dresher.games.picture_few",
        build="tafelwerk build dresher --from 1 --to 40",
    ),
    Figure(
        "dresher-3.2",
        "The hider's strategies, N <= 40, as profiles",
        "dresher.games.profiles",
        build="tafelwerk build dresher --from 1 --to 40",
    ),
    Figure(
        "dresher-3.3",
        "The hider's strategies for all N from 1 that the book holds, up to 300",
        "dresher.games.picture_many",
    ),
    Figure(
        "dresher-3.4", "The hider's strategy in one game: N = 253, or 126 if the book lacks it", "dresher.games.single"
    ),
    Figure("dresher-3.5", "Rounds and simplex iterations over N", "dresher.games.effort"),
    Figure("dresher-3.6", "N = 100: bounds on the value by round", "dresher.games.bounds"),
    Figure("dresher-conjectures", "Johnson's conjectures: which hold for each N", "dresher.games.conjectures"),
    Figure("dresher-evenly", "What it costs the hider to pick evenly, over N", "dresher.games.even_hider"),
    Figure("dresher-times", "Seconds per game over N", "dresher.games.seconds"),
    Figure("dresher-value", "Value, log2 N and L(N)", "dresher.games.value"),
)
