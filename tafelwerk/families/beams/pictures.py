"""Beams on pages: the board of a game, where beams are asked for, and that of a puzzle; the sheet: the board and puzzles.

On a board every window has at its end its beam or, in the chosen colour, the beam that can be asked for. A turn on a puzzle is a
field and a colour, such as 7=2; colour 0 empties the field.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin
from typing import Annotated, Any

from tafelwerk.book import Book
from tafelwerk.families.beams.board import picture
from tafelwerk.families.beams.figures import PIECES, at, board_panel, kinds
from tafelwerk.families.beams.play import Beams, BeamsBoard
from tafelwerk.families.beams.questions import Puzzle
from tafelwerk.families.beams.rules import Beam, Variant, answer_text, hit_fields, query_text, read_history, variant_of
from tafelwerk.families.beams.rules import Board as Fields
from tafelwerk.parameters import Parameter
from tafelwerk.play.session import Session
from tafelwerk.plots.pictures import Board, Choice, Panel, Picture, Spot, View, box, circle, of_chart, words
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import INK, MUTED, PAPER, STRIPE, add_title
from tafelwerk.rules.puzzles import Seed

UNIT = 40.0
"""Pixels between the centres of neighbouring fields."""

NUMBER, END, TEXT = 0.7, 1.44, 2.24
"""Where the number of a window, its beam and what is said of it stand, in units from its last field."""

RADIUS, TARGET = 0.36, 0.78
"""Radius of a beam, and side of the place that is clicked, in units."""


WIDEST_PRICED = 440.0
"""Width of a board on which prices do not cover each other; those of a larger one stand in the list alone."""


class Frame:
    """Where the fields and the ends of the windows of a board are drawn.

    Args:
        rules: the board.
        reach: units around the fields.
    """

    def __init__(self, rules: Fields, reach: float) -> None:
        self.rules = rules
        centres = [
            (centre["x"] * UNIT, -centre["y"] * UNIT) for centre in (at(rules, *field) for field in rules.fields)
        ]
        # rows of hexagons lie closer than columns
        reaches = reach * UNIT, (reach if rules.squares else 0.87 * reach) * UNIT
        self._left, self._top = (min(centre[axis] for centre in centres) - reaches[axis] for axis in (0, 1))
        right, bottom = (max(centre[axis] for centre in centres) + reaches[axis] for axis in (0, 1))
        self.width, self.height = right - self._left, bottom - self._top
        self.fields = [(x - self._left, y - self._top) for x, y in centres]
        self._ends = list(kinds(rules))

    def outside(self, window: int, by: float) -> tuple[float, float]:
        """A place on a window's line, by that many units beyond its last field."""
        dx, dy = self._ends[window].step
        fields = (self.rules.fields[field] for field in self.rules.windows[window])
        end = max(fields, key=lambda point: point[0] * dx + point[1] * dy)
        point = at(self.rules, end[0] + dx * by, end[1] + dy * by)
        return point["x"] * UNIT - self._left, -point["y"] * UNIT - self._top

    def field(self, number: int, fill: str, edge: str, width: float = 1) -> str:
        """The shape of a field."""
        x, y = self.fields[number]
        if self.rules.squares:
            side = 0.94 * UNIT
            return box(x - side / 2, y - side / 2, side, side, fill, edge, 3).replace(
                "/>", f' stroke-width="{width:g}"/>'
            )
        radius = 0.94 * UNIT / 3**0.5
        corners = " ".join(
            f"{x + radius * sin(pi * turn / 3):.2f},{y + radius * cos(pi * turn / 3):.2f}" for turn in range(6)
        )
        return f'<polygon points="{corners}" fill="{fill}" stroke="{edge}" stroke-width="{width:g}"/>'

    def beam(self, window: int, colour: int, text: str, edge: str = "none") -> str:
        """A beam that was asked for, and its answer."""
        fill, ink = PIECES[colour]
        across, down = self.outside(window, END)
        return (
            circle(across, down, RADIUS * UNIT, fill, edge, 3)
            + words(across, down, str(colour + 1), 14, ink, "middle", bold=True)
            + words(*self.outside(window, TEXT), text, 13, INK, "middle", bold=True)
        )


def board(value: BeamsBoard, view: View, session: Session) -> Board:
    """The board of a game, with the windows that can be asked for the chosen colour."""
    game: Any = getattr(session, "game", session)
    rules, history = value.board, game.history
    legal = [turn for turn in (session.legal if view.has_turns and not session.over else ()) if "@" in turn]
    numbers = range(1, 0 if view.has_turns else game.problem.rules.colours + 1)
    colours = sorted({turn.partition("@")[0] for turn in legal}, key=int) or list(map(str, numbers))
    colour = view.chosen if view.chosen in colours else next(iter(colours), "")
    answers = {query.partition("@")[2]: (query, answer) for query, answer in history if "@" in query}
    known_costs = bool(legal) and bool(view.spot(legal[0], 0, 0, 0, 0).worth)
    reach = TEXT + 0.6 if known_costs or answers or value.next_query else END + 0.6 if legal else 1.2
    frame = Frame(rules, reach)
    parts, spots = [], []
    next_window = rules.windows[value.next_query[1]] if value.next_query else ()
    for number, (x, y) in enumerate(frame.fields):
        known = value.known[number] if value.known else 0
        guessed = value.guessed[number] if value.guessed and not known else 0
        fill, ink = PIECES[known - 1] if known else (STRIPE, INK)
        edge = INK if number in next_window else PIECES[guessed - 1][0] if guessed else MUTED
        parts.append(frame.field(number, fill, edge, 3 if number in next_window or guessed else 1))
        if known or guessed:
            parts.append(words(x, y, str(known or guessed), 15, ink, "middle", bold=True))
        if number in next_window:
            position = str(next_window.index(number) + 1)
            parts.append(
                words(x, y - 0.34 * UNIT, position, 9, ink, "middle")
                if known
                else words(x, y, position, 14, MUTED, "middle")
            )
    for window in range(len(rules.windows)):
        parts.append(words(*frame.outside(window, NUMBER), str(window + 1), 11, INK, "middle", bold=True))
        beam, turn = answers.get(str(window + 1)), query_text(int(colour or 1) - 1, window)
        if beam:
            parts.append(frame.beam(window, int(beam[0].partition("@")[0]) - 1, beam[1]))
        elif value.next_query is not None and value.next_query[1] == window:
            parts.append(frame.beam(window, value.next_query[0], "?", INK))
        elif turn in legal:
            (across, down), size = frame.outside(window, END), TARGET * UNIT
            made = view.spot(turn, across - size / 2, down - size / 2, size, size)
            fill, ink = PIECES[int(colour) - 1]
            parts.append(circle(across, down, RADIUS * UNIT, fill))
            parts.append(words(across, down, colour, 14, ink, "middle", bold=True))
            if made.price and frame.width <= WIDEST_PRICED:
                # away from the middle of the board, so that it stands beside its own beam
                dx, dy = across - frame.width / 2, down - frame.height / 2
                x, y = across + dx * UNIT / hypot(dx, dy), down + 0.8 * dy * UNIT / hypot(dx, dy)
                parts.append(words(x, y, made.price, 11, INK, "middle", bold=made.tone == "good"))
            spots.append(replace(made, price=""))
    beams_text = "; ".join(f"{query}: {answer}" for query, answer in history)
    seen = f"Colours of the fields, 0 for unknown: {''.join(map(str, value.known))}." if any(value.known) else ""
    choices = tuple(
        Choice(choice, f"colour {choice}", *PIECES[int(choice) - 1], is_chosen=choice == colour)
        for choice in colours
        if len(colours) > 1
    )
    if next_window:
        window = value.next_query[1] + 1 if value.next_query else 0
        beams_text = f"{beams_text or 'none'}. The places of {rules.noun} {window} are numbered"
    text = f"Beams so far: {beams_text or 'none'}. {seen}".strip()
    return Board(
        Picture(frame.width, frame.height, "".join(parts), text=text),
        tuple(spots),
        _codes(game.problem, history) if known_costs else (),
        choices,
    )


def draw_turn(session: Any, turn: str) -> tuple[str, float]:
    """A query as a beam and the number of its window, as markup, and its width; nothing for a guess."""
    colour, _, window = turn.partition("@")
    if not window:
        return "", 0.0
    fill, ink = PIECES[int(colour) - 1]
    beam = circle(15, 15, 11, fill) + words(15, 15, colour, 14, ink, "middle", bold=True)
    return beam + words(32, 15, window, 16, INK, bold=True), 58.0


def _codes(problem: Beams, history: tuple[tuple[str, str], ...]) -> tuple[Panel, ...]:
    """The codes that are left, where they are few."""
    title, _, codes = problem.first_codes(history).partition(": ")
    if not codes:
        return ()
    return (Panel("Codes left", (f"{title}:",), columns=("code",), rows=tuple((code,) for code in codes.split(", "))),)


def outline(variant: str) -> Picture:
    """The empty board of a variant."""
    rules = variant_of(variant)
    frame = Frame(rules.board, 0.6)
    fields = "".join(frame.field(number, STRIPE, MUTED, 1.5) for number in range(len(frame.fields)))
    return Picture(frame.width, frame.height, fields, text=f"{len(frame.fields)} fields")


def draw_puzzle(
    rules: Variant,
    history: Sequence[Beam],
    colours: Sequence[int],
    givens: Sequence[int],
    chosen: str,
    wrong: Sequence[str],
) -> Board:
    """The board; with a chosen colour every field that is not given is a turn."""
    frame = Frame(rules.board, TEXT + 0.6)
    parts, spots, size = [], [], 0.94 * UNIT
    for number, (x, y) in enumerate(frame.fields):
        fill, ink = PIECES[colours[number] - 1] if colours[number] else (PAPER, INK)
        parts.append(frame.field(number, fill, INK if givens[number] else MUTED, 2.5 if givens[number] else 1))
        if colours[number]:
            parts.append(words(x, y, str(colours[number]), 15, ink, "middle", bold=True))
        if chosen and not givens[number]:
            colour = "0" if str(colours[number]) == chosen else chosen
            label = f"field {number + 1}, {f'colour {colours[number]}' if colours[number] else 'empty'}"
            label += f": {'make it empty' if colour == '0' else f'give it colour {colour}'}"
            tone = "bad" if str(number + 1) in wrong else ""
            turn = f"{number + 1}={colour}"
            spots.append(Spot(turn, x - size / 2, y - size / 2, size, size, label, "×" if tone else "", tone))
    parts += [
        words(*frame.outside(window, NUMBER), str(window + 1), 11, INK, "middle", bold=True)
        for window in range(len(rules.board.windows))
    ]
    parts += [frame.beam(beam.diagonal, beam.colour, answer_text(beam.hits)) for beam in history]
    choices = tuple(
        Choice(str(number), f"colour {number}", *PIECES[number - 1], is_chosen=str(number) == chosen)
        for number in range(1, rules.colours + 1)
        if chosen
    )
    text = f"Beams: {'; '.join(map(str, history))}. Colours of the fields, 0 for empty: {''.join(map(str, colours))}."
    return Board(Picture(frame.width, frame.height, "".join(parts), text=text), tuple(spots), choices=choices)


BOARDS = {BeamsBoard: board}
TURNS = {Beams: draw_turn}


PUZZLES = 3


def sheet_pages(
    book: Book,
    line: str,
    variant: Annotated[str, Parameter("V", "Variant, as in `tafelwerk beams next`. Default: 3c6p.")] = "3c6p",
    seed: Seed | None = None,
) -> list[Picture]:
    """The board with its numbers, and puzzles.

    Example: tafelwerk sheet beams --variant 4c6p
    """
    rules = variant_of(variant)
    board = rules.board
    numbered = of_chart(
        add_title(board_panel(board), ""), f"Beams {variant}", f"The board, fields and {board.noun}s by number."
    )
    blocks = [Block(numbered, f"The board: fields and {board.noun}s by number")]
    assert seed is not None, "drawn where none is given"
    for number in range(seed, seed + PUZZLES):
        puzzle = book.ask(Puzzle(variant, number), compute=True)
        history = tuple(read_history(puzzle.history, rules))
        drawing = picture(variant, hit_fields(board, history), history, "")
        blocks.append(Block(drawing, f"Puzzle {number}: {puzzle.beams} beams, {puzzle.grade}"))
    below = (
        f"{rules.colours} colours are hidden, each on {rules.size} connected fields. A beam asks for one colour along one "
        f"{board.noun} and tells the places that have it; its colour and the places are shown at its end.",
        "In each puzzle exactly one filling of the board gives these answers. Solutions: tafelwerk beams puzzle "
        f"--variant {variant} --seed N --solution.",
    )
    return set_on_pages(f"Beams {variant}", below, blocks, 2, line)
