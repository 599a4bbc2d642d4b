"""Ways to begin a game: boards, sides and relatives of each game, as links on the page where it begins."""

from collections.abc import Mapping, Sequence

from tafelwerk.families.beams.rules.board import VARIANTS

Start = tuple[str, Sequence[tuple[str, Mapping[str, str]]]]
"""What is chosen, and the links: their text, and the fields that they fill in."""


def _beams() -> list[Start]:
    return [
        ("Break a code", [(name, {"variant": name}) for name in VARIANTS]),
        ("Hide a code", [(name, {"variant": name, "as": "maker"}) for name in VARIANTS]),
        ("Several players", [(f"{number} players", {"players": str(number)}) for number in range(2, 6)]),
    ]


def _switching() -> list[Start]:
    return [
        (
            f"You are {side.capitalize()}, against {other}",
            [(f"order {order}", {"order": str(order), "as": side, "against": other}) for order in range(3, 7)],
        )
        for other in ("heuristic", "perfect")
        for side in ("cut", "short")
    ]


def _named(title: str, *names: str) -> Start:
    return title, [(name, {"game": name}) for name in names]


_TICTACTOE = ("tictactoe", "tictactoe-misere", "tictactoe-wild", "tictactoe-wild-misere")

STARTS: Mapping[str, Sequence[Start]] = {
    "beams": _beams(),
    "switching": _switching(),
    "tictactoe": [
        _named("You begin", *_TICTACTOE),
        ("You are second", [(name, {"game": name, "as": "second"}) for name in _TICTACTOE]),
    ],
    "notakto": [_named("Boards", "notakto", "notakto-2")],
    "grundy": [
        _named("Split heaps", "grundy:12", "grundy:20", "grundy:7+5+3"),
        _named("Octal games", "octal:0.77:12", "octal:0.07:15", "octal:0.137:9"),
        _named("Subtraction games", "subtraction:1,2,3:21", "subtraction:1,2,5:21", "subtraction:2,3:15+8"),
    ],
    "memory": [
        _named("Pairs", "memory:4", "memory:6", "memory:8", "memory:12"),
        _named("One new card per turn", "memory:6:forced", "memory:8:forced"),
    ],
    "burnt-pancakes": [_named("Pancakes", *(f"burnt-pancakes-{count}" for count in range(3, 7)))],
}
"""By game; other games begin by the button alone."""
