"""How tic-tac-toe, Notakto, heaps, Memory and burnt pancakes begin, in a person's words."""

from tafelwerk.play.starts import Start, Starts

_RELATIVES = {
    "three in a row win": "tictactoe",
    "three in a row lose": "tictactoe-misere",
    "both set crosses or noughts, three in a row win": "tictactoe-wild",
    "both set crosses or noughts, three in a row lose": "tictactoe-wild-misere",
}


def _games(**names: str) -> tuple[Start, ...]:
    return tuple(Start(text.replace("_", " "), {"game": name}) for text, name in names.items())


def _against_look_ahead(game: str, side: str) -> tuple[Start, ...]:
    return tuple(
        Start(
            f"sees {depth} {'move' if depth == 1 else 'moves'} ahead",
            {"game": game, "as": side, "against": f"look-ahead:{depth}"},
        )
        for depth in range(1, 5)
    )


STARTS = {
    "tictactoe": Starts(
        "Tic-tac-toe",
        (
            Start("You begin, against perfect play", {"game": "tictactoe", "as": "first"}),
            Start("Perfect play begins", {"game": "tictactoe", "as": "second"}),
            Start("Three in a row lose", {"game": "tictactoe-misere", "as": "first"}),
        ),
        (
            ("You begin", tuple(Start(text, {"game": name, "as": "first"}) for text, name in _RELATIVES.items())),
            (
                "Perfect play begins",
                tuple(Start(text, {"game": name, "as": "second"}) for text, name in _RELATIVES.items()),
            ),
            ("Against an opponent that", _against_look_ahead("tictactoe", "first")),
            ("Against random play", (Start("any move", {"game": "tictactoe", "as": "first", "against": "random"}),)),
        ),
    ),
    "notakto": Starts(
        "Notakto",
        (
            Start("Two boards, you begin", {"game": "notakto-2", "as": "first"}),
            Start("One board, you begin", {"game": "notakto", "as": "first"}),
            Start("Two boards, perfect play begins", {"game": "notakto-2", "as": "second"}),
        ),
    ),
    "nim-passes": Starts(
        "Nim with passes",
        (
            Start("You begin, against perfect play", {"as": "first"}),
            Start("Perfect play begins", {"as": "second"}),
            Start("You begin, against random play", {"as": "first", "against": "random"}),
        ),
    ),
    "grundy": Starts(
        "Games of heaps",
        (
            Start("Split a heap of 12 into unequal parts", {"game": "grundy:12"}),
            Start("Three heaps: 7, 5 and 3", {"game": "grundy:7+5+3"}),
            Start("Take 1, 2 or 3 of 21", {"game": "subtraction:1,2,3:21"}),
        ),
        (
            ("Split into unequal parts", _games(a_heap_of_20="grundy:20")),
            (
                "Take from the heap",
                (
                    Start("1, 2 or 5 of 21", {"game": "subtraction:1,2,5:21"}),
                    Start("2 or 3 of heaps of 15 and 8", {"game": "subtraction:2,3:15+8"}),
                ),
            ),
            (
                "Octal games",
                (
                    Start("Kayles, 12 in a row: take 1 or 2, perhaps split", {"game": "octal:0.77:12"}),
                    Start("Dawson's Kayles, 15 in a row: take 2, perhaps split", {"game": "octal:0.07:15"}),
                    Start("Dawson's chess, 9 in a row", {"game": "octal:0.137:9"}),
                ),
            ),
        ),
    ),
    "memory": Starts(
        "Memory",
        (
            Start("6 pairs, you begin", {"game": "memory:6", "as": "first"}),
            Start("4 pairs, you begin", {"game": "memory:4", "as": "first"}),
            Start("6 pairs, perfect play begins", {"game": "memory:6", "as": "second"}),
        ),
        (
            ("Pairs", tuple(Start(f"{n} pairs", {"game": f"memory:{n}"}) for n in (8, 12))),
            ("Every turn shows a new card", tuple(Start(f"{n} pairs", {"game": f"memory:{n}:forced"}) for n in (6, 8))),
        ),
    ),
    "burnt-pancakes": Starts(
        "Burnt pancakes",
        tuple(Start(f"{n} pancakes", {"game": f"burnt-pancakes-{n}"}) for n in (3, 4, 5)),
        (("More", (Start("6 pancakes", {"game": "burnt-pancakes-6"}),)),),
    ),
}
"""By the game's name in play."""
