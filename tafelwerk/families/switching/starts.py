"""How Bridg-It begins, in a person's words."""

from tafelwerk.play.starts import Start, Starts

_RIVALS = {"heuristic": "Shannon's heuristic", "perfect": "perfect play"}


def _start(text: str, order: int, side: str, rival: str) -> Start:
    return Start(text, {"order": str(order), "as": side, "against": rival})


STARTS = {
    "switching": Starts(
        "Bridg-It",
        (
            _start("Cut the board against Shannon's heuristic", 4, "cut", "heuristic"),
            _start("Join top and bottom against Shannon's heuristic", 4, "short", "heuristic"),
            _start("A small board against perfect play", 3, "cut", "perfect"),
        ),
        tuple(
            (
                f"You are {side.capitalize()}, against {name}",
                tuple(_start(f"order {n}", n, side, rival) for n in range(3, 7)),
            )
            for rival, name in _RIVALS.items()
            for side in ("cut", "short")
        ),
    )
}
"""By the game's name in play."""
