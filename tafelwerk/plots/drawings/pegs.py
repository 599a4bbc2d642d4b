"""Mastermind: guesses as coloured pegs, answers as small pegs: black for a right place, white for a right colour elsewhere."""

from collections.abc import Sequence

from tafelwerk.plots.colours import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, SKY, VERMILION
from tafelwerk.plots.pictures import Picture, box, circle, width_of, words
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.rules.mastermind.notation import LETTERS, colors_of

LOOKS = (
    (VERMILION, "white"),
    (BLUE, "white"),
    (GREEN, "white"),
    (ORANGE, INK),
    (PURPLE, INK),
    (SKY, INK),
    ("#f0e442", INK),
    ("#5b3a8c", "white"),
    ("#8c564b", "white"),
    ("#bdbdbd", INK),
    ("#2b2b2b", "white"),
    ("#c7e9b4", INK),
)
"""Colours of pegs and of the letters on them; in games of more colours all pegs are white."""

SIGNS = {"G": (GREEN, "white"), "Y": (ORANGE, INK), "-": ("#9a9a9a", "white")}
"""Wordle's signs."""

_STEP, _RADIUS, _SMALL = 30.0, 12.0, 4.6


def rows(game: Game, history: Sequence[tuple[str, str]], last: str | None = "", known: bool = False) -> Picture:
    """Guesses and their answers, one row each, and a last row for the code.

    Args:
        game: the game.
        history: guesses and answers.
        last: the code or guess in the last row; "" for empty pegs to fill in, None for no such row.
        known: whether the last row is the code, not a guess.
    """
    pegs = game.pegs if isinstance(game, Pegs) else max((len(query) for query, _ in history), default=5)
    label = 24.0
    left = label + pegs * _STEP + 8
    answers = max((width_of(answer, 11) for _, answer in history), default=0)
    width = left + (2.5 * _SMALL * ((pegs + 1) // 2) if isinstance(game, Pegs) else 0) + answers + 12
    parts, y = [], 0.0
    for number, (query, answer) in enumerate(history, 1):
        parts += [words(label - 8, y + _STEP / 2, str(number), 11, MUTED, "end"), _query(game, query, answer, label, y)]
        if isinstance(game, Pegs):
            right, elsewhere = map(int, answer.split(","))
            for place in range(game.pegs):
                across, down = divmod(place, 2)
                x, z = left + 2.5 * _SMALL * across, y + _STEP / 2 + (down - 0.5) * 2.5 * _SMALL
                fill = INK if place < right else "white"
                seen = place < right + elsewhere
                parts.append(
                    circle(x + _SMALL, z, _SMALL if seen else 1.4, fill if seen else MUTED, INK if seen else "none")
                )
        parts.append(words(width, y + _STEP / 2, answer, 11, MUTED, "end"))
        y += _STEP
    if last is not None:
        y += 4
        sign = "=" if known else "?"
        parts += [
            words(label - 8, y + _STEP / 2, sign, 12, INK, "end", bold=True),
            _query(game, last, "", label, y, pegs),
        ]
        y += _STEP
    said = "; ".join(f"{query} answered {answer}" for query, answer in history)
    text = f"Guesses: {said}." if said else "No guess yet."
    return Picture(width, max(y, _STEP), "".join(parts), "Mastermind", text)


def _query(game: Game, query: str, answer: str, x: float, y: float, pegs: int = 0) -> str:
    """A row of pegs, or of letters in boxes; empty if there is no query."""
    middle, parts = y + _STEP / 2, []
    if not isinstance(game, Pegs):
        signs = answer if len(answer) == len(query) and set(answer) <= set(SIGNS) else ""
        for place, letter in enumerate(query or " " * pegs):
            fill, ink = SIGNS[signs[place]] if signs else ("white", INK)
            parts.append(box(x + place * _STEP + 1, y + 2, _STEP - 3, _STEP - 4, fill, MUTED, 3))
            parts.append(words(x + (place + 0.5) * _STEP, middle, letter.upper(), 14, ink, "middle", bold=True))
        return "".join(parts)
    if not query:
        return "".join(circle(x + (place + 0.5) * _STEP, middle, _RADIUS, "white", MUTED) for place in range(pegs))
    for place, color in enumerate(colors_of(game, query)):
        fill, ink = LOOKS[color] if game.colors <= len(LOOKS) else ("white", INK)
        parts.append(circle(x + (place + 0.5) * _STEP, middle, _RADIUS, fill, INK if fill == "white" else "none"))
        name = LETTERS[color] if game.colors <= len(LETTERS) else str(color + 1)
        parts.append(words(x + (place + 0.5) * _STEP, middle, name, 12, ink, "middle", bold=True))
    return "".join(parts)
