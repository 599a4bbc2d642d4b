"""How races and subtraction games against Monte-Carlo agents begin, in a person's words."""

from collections.abc import Mapping

from tafelwerk.play.starts import Start, Starts

_AGENTS = {
    "10 playouts per move": "mc:10",
    "50 playouts per move": "mc:50",
    "1,000 playouts per move": "mc:1000",
    "endless playouts": "mc:inf",
    "perfect play": "perfect",
    "random play": "random",
}

_WATCHED = {
    "10 playouts against 20": ("mc:10", "mc:20"),
    "100 playouts against 200": ("mc:100", "mc:200"),
    "1,000 playouts against 2,000": ("mc:1000", "mc:2000"),
    "endless playouts against perfect play": ("mc:inf", "perfect"),
    "endless playouts against random play": ("mc:inf", "random"),
}


def _starts(title: str, heading: str, others: Mapping[str, Mapping[str, str]]) -> Starts:
    """The starts of a game; `others`: fields of its relatives, by what they are."""
    return Starts(
        title,
        (
            Start("You begin, against 200 playouts per move", {"as": "first", "against": "mc:200"}),
            Start("200 playouts per move begin, you answer", {"as": "second", "against": "mc:200"}),
            Start("Watch 200 playouts against 400", {"watch": "1", "against": "mc:200"}),
        ),
        (
            ("You begin, against", [Start(text, {"as": "first", "against": agent}) for text, agent in _AGENTS.items()]),
            (
                "Watch",
                [
                    Start(text, {"watch": "1", "against": one, "rival": other})
                    for text, (one, other) in _WATCHED.items()
                ],
            ),
            (heading, [Start(text, fields) for text, fields in others.items()]),
        ),
    )


STARTS = {
    "dsc": _starts(
        "The crash race",
        "Other races",
        {
            "a lane of 7": {"game": "dsc 7"},
            "a lane of 12": {"game": "dsc 12"},
            "a lane of 25": {"game": "dsc 25"},
            "a lane each, so that nobody crashes": {"game": "dsr 10"},
            "two runners each, five steps": {"game": "esr 5 2 1"},
            "three runners each, two must come home": {"game": "esr 3 3 2"},
        },
    ),
    "subtraction": _starts(
        "Subtraction games",
        "Other rules",
        {
            "take 1 or 2 of 14": {"game": "subtraction 14"},
            "take 1, 2 or 3 of 21": {"game": "subtraction 21", "moves": "1,2,3"},
            "take 2 or 3 of 20": {"game": "subtraction 20", "moves": "2,3"},
            "take 3, 5 or 11 of 40, and lose if that is too much": {
                "game": "subtraction 40",
                "moves": "3,5,11",
                "overshoot": "loses",
            },
        },
    ),
}
"""By the game's name in play."""
