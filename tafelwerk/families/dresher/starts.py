"""How Dresher's game begins, in a person's words."""

from tafelwerk.play.starts import Start, Starts

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
