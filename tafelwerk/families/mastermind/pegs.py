"""How guesses look, in pictures and in a terminal: coloured pegs and letters, with small pegs or signs as answers.

A black peg: right place; a white one: right colour elsewhere. Every peg has its letter and every tile its sign, and each row is
said in words, so that no colour has to be seen.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tafelwerk.families.mastermind.answers import AnyNext, Parts, Solved
from tafelwerk.families.mastermind.parameters import COLOUR_NAMES, USUAL_COLOURS, written_as
from tafelwerk.families.mastermind.rules import LETTERS, Game, Pegs, colors_of, read_guess
from tafelwerk.plots import style
from tafelwerk.plots.pictures import Picture, add_caption, box, circle, stack_pictures, table, width_of, words
from tafelwerk.spelling import letters
from tafelwerk.texts import StyledText

if TYPE_CHECKING:
    from tafelwerk.families.mastermind.play import Row


def game_picture(
    game: Game,
    history: Sequence[tuple[str, str]],
    guess: str,
    answers: Mapping[str, int],
    title: str,
    known: bool = False,
) -> "Picture":
    """Guesses and answers, the next guess, and a table of its answers.

    Args:
        game: the game.
        history: guesses and their answers.
        guess: the next guess, or the code.
        answers: codes left by answer; empty: no table.
        title: title of the picture.
        known: whether `guess` is the code.
    """
    drawings = [draw_guesses(game, history, guess, known)]
    if answers:
        drawings.append(
            table(("answer", "codes left"), [(answer, f"{codes:,}") for answer, codes in answers.items()], 11)
        )
    read = ("Black: right colour in the right place. White: right colour elsewhere.",) if isinstance(game, Pegs) else ()
    caption = f"{'The code is' if known else 'Next guess:'} {written_as((), game, guess)}."
    below = (caption, *(read if history else ()))
    return add_caption(stack_pictures(drawings, 14), title, *below, scene=drawings[0])


def next_picture(game: Game, history: Sequence[tuple[str, str]], advice: AnyNext) -> "Picture":
    """The next guess after guesses and answers, or the code if only one is left."""
    guess = read_guess(game, advice.guess)
    if isinstance(advice, Solved):
        return game_picture(game, history, guess, {}, f"{game.title}: one code is left", known=True)
    return game_picture(game, history, guess, advice.answers, f"{game.title}: {advice.remaining:,} codes left")


def parts_picture(game: Game, history: Sequence[tuple[str, str]], parts: Parts) -> "Picture":
    """Codes left by each answer to a guess."""
    return game_picture(
        game, history, read_guess(game, parts.guess), parts.parts, f"{game.title}: {parts.remaining:,} codes left"
    )


LOOKS = (
    (style.VERMILION, style.ON_SOFT),
    (style.BLUE, style.ON_FILL),
    (style.GREEN, style.ON_FILL),
    (style.ORANGE, style.ON_SOFT),
    (style.PURPLE, style.ON_SOFT),
    (style.SKY, style.ON_SOFT),
    ("#f0e442", style.ON_SOFT),
    ("#5b3a8c", style.WHITE),
    ("#8c564b", style.WHITE),
    ("#bdbdbd", style.ON_SOFT),
    ("#2b2b2b", style.WHITE),
    ("#c7e9b4", style.ON_SOFT),
)
"""Colours of pegs and of the letters on them; in games of more colours all pegs are white."""

HUES = {
    "red": ("#c62828", style.WHITE),
    "green": (style.GREEN, style.ON_FILL),
    "blue": (style.BLUE, style.ON_FILL),
    "yellow": ("#f0e442", style.ON_SOFT),
    "orange": ("#f28e1c", style.ON_SOFT),
    "white": (style.WHITE, "#2b2b2b"),
    "black": ("#2b2b2b", style.WHITE),
    "brown": ("#7b4a2b", style.WHITE),
    "pink": ("#f4a6c8", style.ON_SOFT),
    "purple": ("#8e44ad", style.WHITE),
    "violet": ("#5b3a8c", style.WHITE),
    "turquoise": ("#40c8c8", style.ON_SOFT),
}
"""Colours of pegs with these names, and of the letters on them."""

SIGNS = {"G": (style.GREEN, style.ON_FILL), "Y": (style.ORANGE, style.ON_SOFT), "-": ("#6b6b6b", style.WHITE)}
"""Wordle's signs."""

STEP = 30.0
"""Side of the square of a peg or a letter."""

_RADIUS, _SMALL = 12.0, 4.6

KEY = 2.5 * _SMALL
"""From a small peg of an answer to the next."""


def draw_guesses(game: Game, history: Sequence[tuple[str, str]], last: str | None = "", known: bool = False) -> Picture:
    """Guesses and their answers, one row each, and a last row for the code.

    Args:
        game: the game.
        history: guesses and answers.
        last: the code or guess in the last row; "" for empty pegs to fill in, None for no such row.
        known: whether the last row is the code, not a guess.
    """
    pegs = game.pegs if isinstance(game, Pegs) else max((len(letters(query)) for query, _ in history), default=5)
    label = 24.0
    left = label + pegs * STEP + 8
    answers = max((width_of(answer, 11) for _, answer in history), default=0)
    width = left + (KEY * ((pegs + 1) // 2) if isinstance(game, Pegs) else 0) + answers + 12
    parts, y = [], 0.0
    for number, (query, answer) in enumerate(history, 1):
        parts += [
            words(label - 8, y + STEP / 2, str(number), 11, style.MUTED, "end"),
            _query(game, query, answer, label, y),
        ]
        if isinstance(game, Pegs):
            right, elsewhere = map(int, answer.split(","))
            parts.append(key_pegs(right, elsewhere, game.pegs, left, y))
        parts.append(words(width, y + STEP / 2, answer, 11, style.MUTED, "end"))
        y += STEP
    if last is not None:
        y += 4
        sign = "=" if known else "?"
        parts += [
            words(label - 8, y + STEP / 2, sign, 12, style.INK, "end", bold=True),
            _query(game, last, "", label, y, pegs),
        ]
        y += STEP
    entries = "; ".join(f"{written_as((), game, query)} answered {answer}" for query, answer in history)
    text = f"Guesses: {entries}." if entries else "No guess yet."
    return Picture(width, max(y, STEP), "".join(parts), "Mastermind", text)


def peg(game: Pegs, color: int, x: float, y: float) -> str:
    """A peg with its letter, in a square with this corner.

    Args:
        game: the game.
        color: number of the colour, from 0; -1 for a place to be filled.
        x, y: the upper left corner of the square.
    """
    middle = x + STEP / 2, y + STEP / 2
    if color < 0:
        return circle(*middle, _RADIUS, style.PAPER, style.MUTED)
    fill, ink = look_of(game, color)
    name = peg_name(game, color)
    ring = style.INK if fill == style.PAPER else style.MUTED if fill in (style.WHITE, "#2b2b2b") else "none"
    size = 12 if len(name) < 3 else 9
    return circle(*middle, _RADIUS, fill, ring) + words(*middle, name, size, ink, "middle", bold=True)


def look_of(game: Pegs, color: int) -> tuple[str, str]:
    """Colours of a peg and of the letter on it: those that the palette's name or initial says, white paper for unusual ones."""
    if not game.palette:
        return LOOKS[color] if game.colors <= len(LOOKS) else (style.PAPER, style.INK)
    name = game.palette[color].casefold()
    hue = USUAL_COLOURS.get(name.upper()) or COLOUR_NAMES.get(name)
    return HUES[hue] if hue else (style.PAPER, style.INK)


def peg_name(game: Pegs, color: int) -> str:
    """The letter of a peg; of a palette whose colours share initials, as many letters as tell this one apart, at most three."""
    if not game.palette:
        return LETTERS[color] if game.colors <= len(LETTERS) else str(color + 1)
    name, others = game.palette[color], [*game.palette[:color], *game.palette[color + 1 :]]
    for length in (1, 2):
        start = name[:length].casefold()
        if not any(other.casefold().startswith(start) for other in others):
            return name[:length].capitalize()
    return name[:3].capitalize()


def tile(letter: str, sign: str, x: float, y: float, written: bool = False) -> str:
    """A letter in a box with the colour of its sign.

    Args:
        letter: the letter; a blank for a place to be filled.
        sign: one of SIGNS, or "".
        x, y: the upper left corner of its square.
        written: whether the sign stands below the letter, too.
    """
    fill, ink = SIGNS[sign] if sign else (style.PAPER, style.INK)
    svg = box(x + 1, y + 2, STEP - 3, STEP - 4, fill, style.MUTED, 3)
    if not (written and sign):
        return svg + words(x + STEP / 2, y + STEP / 2, letter.upper(), 14, ink, "middle", bold=True)
    svg += words(x + STEP / 2, y + STEP / 2 - 3, letter.upper(), 13, ink, "middle", bold=True)
    return svg + words(x + STEP - 5, y + STEP - 7, sign, 8, ink, "end", bold=True)


def key_pegs(right: int, elsewhere: int, pegs: int, x: float, y: float) -> str:
    """Small pegs of an answer in two rows, in a row of pegs with this corner: black, then white, then dots for the others."""
    parts = []
    for index in range(pegs):
        across, down = divmod(index, 2)
        middle = x + KEY * across + _SMALL, y + STEP / 2 + (down - 0.5) * KEY
        seen = index < right + elsewhere
        fill = style.ON_SOFT if index < right else style.WHITE if seen else style.MUTED
        parts.append(circle(*middle, _SMALL if seen else 1.4, fill, style.INK if seen else "none"))
    return "".join(parts)


def _query(game: Game, query: str, answer: str, x: float, y: float, pegs: int = 0) -> str:
    """A row of pegs, or of letters in boxes; empty if there is no query."""
    if not isinstance(game, Pegs):
        signs = signs_of(query, answer)
        word = letters(query) or " " * pegs
        signed = enumerate(zip(word, signs or [""] * len(word), strict=True))
        return "".join(tile(letter, sign, x + index * STEP, y) for index, (letter, sign) in signed)
    colors = colors_of(game, query) if query else [-1] * pegs
    return "".join(peg(game, color, x + index * STEP, y) for index, color in enumerate(colors))


def signs_of(query: str, answer: str) -> str:
    """The signs of an answer, one per letter of the query; "" for an answer of another kind."""
    return answer if len(answer) == len(letters(query)) and set(answer) <= set(SIGNS) else ""


TERMINAL_PEGS = (
    "bold white on red",
    "bold white on blue",
    "bold black on green",
    "bold black on yellow",
    "bold white on magenta",
    "bold black on cyan",
    "bold black on white",
    "bold white on dark_orange3",
    "bold white on grey37",
    "bold white on purple4",
    "bold black on pale_green1",
    "bold black on light_pink1",
)
"""Colours of pegs; games of more colours are shown as text."""

TERMINAL_SIGNS = {"G": "bold white on green", "Y": "bold black on yellow", "-": "bold white on grey37"}
"""Wordle's signs."""


def draw_row(row: "Row") -> StyledText | str:
    """A line of a game: a query, with its answer once there is one; as text where the terminal has no colours."""
    from tafelwerk.commands.output import console

    label = written_as((), row.game, row.query)
    if console().color_system is None:
        return f"{row.number:>2}. {label}  {row.answer}".rstrip()

    game, query, answer = row.game, row.query, row.answer
    line = StyledText(f"{row.number:>2}. ")
    if isinstance(game, Pegs) and game.colors <= len(TERMINAL_PEGS):
        for color in colors_of(game, query):
            fill, ink = look_of(game, color)
            look = f"bold {ink} on {fill}" if game.palette else TERMINAL_PEGS[color]
            line.append(f" {peg_name(game, color)} ", look).append(" ")
        if answer:
            right, elsewhere = map(int, answer.split(","))
            line.append(" ").append("●" * right, "bold red").append("○" * elsewhere, "bold")
            line.append("·" * (game.pegs - right - elsewhere), "dim")
    elif answer and len(answer) == len(letters(query)) and set(answer) <= set(TERMINAL_SIGNS):
        for letter, sign in zip(letters(query), answer, strict=True):
            line.append(f" {letter.upper()} ", TERMINAL_SIGNS[sign])
    else:
        line.append(query, "bold")
    return line.append(f"  {answer}") if answer else line
