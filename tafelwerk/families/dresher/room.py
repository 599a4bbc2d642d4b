"""Dresher's guessing game in the museum: what a visitor reads of it, where pages begin it, what was found, and figures."""

from typing import TYPE_CHECKING

from tafelwerk.museum import Finding, Room, Start, Starts
from tafelwerk.plots.figure import Figure

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def _draw_tree() -> "Picture":
    from tafelwerk.plots.pictures import of_depths, tree

    return tree(of_depths((3, 2, 3, 1, 3, 2, 4)))


ROOMS = (
    Room(
        family="dresher",
        name="dresher",
        title="Dresher's guessing game",
        about="Guess my number, and hear whether it is higher or lower; I want you to need many guesses.",
        rules=(
            "The hider picks a whole number from 1 to N. The searcher guesses numbers and hears each time whether"
            " the hidden one is higher or lower, until he guesses it. He pays one for each guess, the last one"
            " included. A searcher who always began in the middle would soon be predictable, so both players choose at random:"
            " the hider mixes numbers, the searcher mixes orders of guessing. The value of the game is the number of guesses on"
            " average if both mix as well as they can.",
        ),
        draw=_draw_tree,
        picture="tafelwerk dresher searcher 11 --tree 1",
        shows=(
            "One of the orders of guessing that the searcher mixes for the numbers 1 to 11: guess 5 first, go left"
            " if the number is lower, right if it is higher."
        ),
        example=(
            "Take the numbers 1 to 5. The hider picks them with the weights 5, 3, 2, 3, 5: the ends most often,"
            " since the searcher finds them late. Against these weights no order of guessing takes fewer than 20/9 ="
            " 2.2222 guesses on average, and whoever begins with 1 or 5 takes 43/18.",
            "The searcher mixes 5 orders, so that every number takes exactly 20/9 guesses. Neither side can do"
            " better: that proves the value. With 11 numbers it is 187/62, and the order drawn here is taken with"
            " chance 29/124.",
        ),
        games=(("dresher", "Guess a number"),),
        asks=(
            ("tafelwerk dresher value 11", "How many guesses does it take?"),
            ("tafelwerk dresher hider 11", "Which number should I hide?"),
            ("tafelwerk dresher searcher 11", "How should I guess?"),
            ("tafelwerk dresher explain 5", "How does one know that this is best?"),
            ("tafelwerk dresher reply --weights 1,1,1,1,1", "What if the hider has no favourite number?"),
            ("tafelwerk dresher few 11", "How should I guess with few orders to learn?"),
            ("tafelwerk dresher matrix 4", "What does each order of guessing cost?"),
        ),
        figures=("dresher-3.1", "dresher-3.3", "dresher-1.3"),
        also=(
            "guessing game",
            "guess the number",
            "guess my number",
            "higher or lower",
            "higher lower",
            "hi-lo",
            "number guessing",
            "johnson",
            "zahlenraten",
        ),
    ),
)

FINDINGS = (
    Finding(
        room="dresher",
        name="johnson",
        title="One of Johnson's conjectures fails",
        question="Are the hider's chances as simple as they look?",
        query=(
            "SELECT count(*) FILTER (NOT double_rule) AS against, count(*) AS games, min(n) FILTER (NOT double_rule)"
            " AS first FROM dresher.conjectures WHERE n >= 5 HAVING against > 0"
        ),
        sentence=(
            "In Dresher's game the hider's chance of the number 1 was conjectured to be twice that of 2; in"
            " {against} of the {games} stored games with five numbers or more it is not, for the first time with"
            " {first}."
        ),
        command="tafelwerk dresher explain 5",
        story=(
            "Johnson worked out the first cases in 1964, and saw simple rules in them: the hider picks 1 as often as"
            " 2 and 3 together, never any number more often than 1, and 1 twice as often as 2.",
            "The figure has a line for each rule and a place for each N, blue where the rule holds. The first two"
            " rules hold in every game. The third fails in whole runs of games, around every power of two, and holds"
            " in between.",
            "The games in the table are settled exactly: each row comes with both strategies, and simple arithmetic"
            " shows that neither can be improved. For the rules that held so far this is no proof. That they hold for"
            " all N is still a conjecture.",
        ),
        figure="dresher-conjectures",
    ),
    Finding(
        room="dresher",
        name="plateaus",
        title="Simple play is best, and then it is not",
        question="Is there a simple way to hide a number?",
        query=(
            "SELECT p.first, p.last, g.simple, g.games FROM dresher.plateaus p, (SELECT count(*) FILTER (bound_met)"
            " AS simple, count(*) AS games FROM dresher.games) g WHERE p.first = 38 AND p.last = 52"
        ),
        sentence=(
            "From {first} to {last} numbers the hider need only pick both ends twice as often as each other number;"
            " that is best play in {simple} of the {games} stored games."
        ),
        command="tafelwerk dresher value 45",
        story=(
            "The simplest strategy of the hider is this: all numbers are equally likely, except that 1 and N are"
            " picked twice as often. It guarantees a number of guesses that a formula gives, written L(N). Is it"
            " best?",
            "The figure shows the true value and the formula, and below it the difference. In the shaded runs the"
            " two are equal to the last digit. Between them, around the powers of two, the hider can do better, by"
            " less than a tenth of a guess, but only with complicated weights: they run to many digits.",
            "That the formula is a lower bound for every N is proved, and so is that it cannot be reached just below"
            " a power of two. Where exactly the runs begin and end is known from computation only.",
        ),
        figure="dresher-value",
    ),
)


STARTS = {
    "dresher": Starts(
        "Dresher's game",
        (
            Start("Guess a number from 1 to 20", {"n": "20", "as": "searcher"}),
            Start("A small one: 1 to 7", {"n": "7", "as": "searcher"}),
            Start("Keep a number from 1 to 20 in mind", {"n": "20", "as": "hider"}),
        ),
        (
            ("Guess", tuple(Start(f"1 to {n}", {"n": str(n), "as": "searcher"}) for n in (3, 11, 40))),
            ("Hide", tuple(Start(f"1 to {n}", {"n": str(n), "as": "hider"}) for n in (3, 7, 11, 40))),
        ),
        (("play/dresher/proof", "Why the value is what it is, line by line"),),
    )
}
"""By the game's name in play."""

FIGURES = (
    Figure(
        "dresher-1.3",
        "All search trees of 4 numbers, each beside its mirror image",
        "dresher.search_trees",
        has_rows=False,
    ),
    Figure(
        "dresher-3.1",
        "The hider's strategies, N <= 40, as a picture",
        "dresher.picture_few",
        build="tafelwerk build dresher --from 1 --to 40",
    ),
    Figure(
        "dresher-3.2",
        "The hider's strategies, N <= 40, as profiles",
        "dresher.profiles",
        build="tafelwerk build dresher --from 1 --to 40",
    ),
    Figure(
        "dresher-3.3",
        "The hider's strategies for all N from 1 that the book holds, up to 300",
        "dresher.picture_many",
    ),
    Figure("dresher-3.4", "The hider's strategy in one game: N = 253, or 126 if the book lacks it", "dresher.single"),
    Figure("dresher-3.5", "Rounds and simplex iterations over N", "dresher.effort"),
    Figure("dresher-3.6", "N = 100: bounds on the value by round", "dresher.bounds"),
    Figure("dresher-conjectures", "Johnson's conjectures: which hold for each N", "dresher.conjectures"),
    Figure("dresher-evenly", "What it costs the hider to pick evenly, over N", "dresher.even_hider"),
    Figure("dresher-times", "Seconds per game over N", "dresher.seconds"),
    Figure("dresher-value", "Value, log2 N and L(N)", "dresher.value"),
)
