"""How Mastermind begins, in a person's words."""

from tafelwerk.play.starts import Start, Starts

_STANDARD = {"pegs": "4", "colors": "6"}

STARTS = {
    "mastermind": Starts(
        "Mastermind",
        (
            Start("Find a code: 4 pegs of 6 colours", {**_STANDARD, "as": "breaker"}),
            Start("A small one: 3 pegs of 4 colours", {"pegs": "3", "colors": "4", "as": "breaker"}),
            Start("Think of a code, and let the program find it", {**_STANDARD, "as": "maker"}),
        ),
        (
            (
                "Find a code",
                (
                    Start("4 pegs of 5 colours", {"pegs": "4", "colors": "5", "as": "breaker"}),
                    Start("2 pegs of 9 colours", {"pegs": "2", "colors": "9", "as": "breaker"}),
                    Start("4 pegs of 6 colours, all different", {**_STANDARD, "distinct": "1", "as": "breaker"}),
                ),
            ),
            (
                "Let the program find yours",
                (
                    Start("3 pegs of 4 colours", {"pegs": "3", "colors": "4", "as": "maker"}),
                    Start("4 pegs of 6 colours, all different", {**_STANDARD, "distinct": "1", "as": "maker"}),
                ),
            ),
        ),
    ),
    "wordle": Starts("Words", ()),
}
"""By the game's name in play; words begin with a list of the book."""
