"""How the crash race and subtraction games begin, in a person's words."""

from tafelwerk.play.starts import Start, Starts

_RIVALS = {"200 random games per move": "mc:200", "5 random games per move": "mc:5", "perfect play": "perfect"}


def _starts(title: str) -> Starts:
    ready = tuple(
        Start(f"You begin, against {text}", {"as": "first", "against": name}) for text, name in _RIVALS.items()
    )
    more = tuple(Start(text, {"as": "second", "against": name}) for text, name in _RIVALS.items())
    watch = (Start("200 against 400 random games per move", {"watch": "1"}),)
    return Starts(title, ready, (("The opponent begins", more), ("Watch two programs", watch)))


STARTS = {"dsc": _starts("Crash race"), "subtraction": _starts("Take tokens")}
"""By the game's name in play."""
