"""How Beams begins, in a person's words; the boards have pictures."""

from tafelwerk.families.beams.rules import VARIANTS
from tafelwerk.play.starts import Start, Starts


def _board_text(name: str) -> str:
    """What a variant is: its fields and its pieces."""
    variant = VARIANTS[name]
    fields = f"{len(variant.board.fields)} {'squares' if variant.board.squares else 'hexagons'}"
    return f"{fields}, {variant.colours} colours on {variant.size} fields each"


def _boards(**fields: str) -> tuple[Start, ...]:
    return tuple(Start(_board_text(name), {"variant": name, **fields}, name) for name in VARIANTS)


STARTS = {
    "beams": Starts(
        "Beams",
        (
            Start("Find the colours on the small board", {"variant": "3c6p", "as": "breaker"}),
            Start("Hide colours, and let the program find them", {"variant": "3c6p", "as": "maker"}),
            Start("Each asks the other: the lower score wins", {"variant": "3c6p", "players": "2"}),
        ),
        (
            ("Find the colours", _boards()),
            ("Hide the colours", _boards(**{"as": "maker"})),
            ("Several players", tuple(Start(f"{n} players", {"players": str(n)}) for n in range(3, 6))),
        ),
        (
            ("play/beams/today", "The puzzle of the day"),
            ("play/beams/puzzle", "Another puzzle"),
            ("play/beams/sheet", "A sheet of puzzles to print"),
        ),
    )
}
"""By the game's name in play."""
