"""Beams: the fields, and at the end of every window its beam or, in the chosen colour, the beam that can be asked for."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

from tafelwerk.families.beams.figures.board import PIECES, at, kinds
from tafelwerk.families.beams.play import Beams, BeamsBoard
from tafelwerk.families.beams.rules.board import Board as Fields
from tafelwerk.families.beams.rules.history import query_text
from tafelwerk.play.deduction import Deducing
from tafelwerk.play.session import Session
from tafelwerk.plots.colours import INK, MUTED
from tafelwerk.plots.pictures import box, circle, words
from tafelwerk.web.boards import Board, Choice, Panel, Spot
from tafelwerk.wording import counted

UNIT = 40.0
"""Pixels between the centres of neighbouring fields."""

NUMBER, END, TEXT = 0.72, 1.28, 2.15
"""Where the number of a window, its beam and what is said of it stand, in units from its last field."""

RADIUS, TARGET = 0.36, 0.94
"""Radius of a beam, and side of the place that is clicked, in units."""

MOST_ROWS = 30
"""Queries that are listed with their prices."""


class Frame:
    """Where the fields and the ends of the windows of a board are drawn.

    Args:
        rules: the board.
        reach: units around the fields.
    """

    def __init__(self, rules: Fields, reach: float) -> None:
        self.rules = rules
        centres = [(place["x"] * UNIT, -place["y"] * UNIT) for place in (at(rules, *field) for field in rules.fields)]
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
        end = max(fields, key=lambda place: place[0] * dx + place[1] * dy)
        place = at(self.rules, end[0] + dx * by, end[1] + dy * by)
        return place["x"] * UNIT - self._left, -place["y"] * UNIT - self._top

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


def board(values: Sequence[BeamsBoard], spot: Callable[..., Spot], session: Session, chosen: str) -> Board:
    """The board of a game, with the windows that can be asked for the chosen colour."""
    game: Any = getattr(session, "game", session)
    value, rules, history = values[0], values[0].board, game.history
    legal = [turn for turn in (() if session.over else session.legal) if "@" in turn]
    colours = sorted({turn.partition("@")[0] for turn in legal}, key=int)
    colour = chosen if chosen in colours else next(iter(colours), "")
    answers = {query.partition("@")[2]: (query, answer) for query, answer in history if "@" in query}
    known_costs = bool(legal) and bool(spot(legal[0], 0, 0, 0, 0).tone)
    reach = TEXT + 0.6 if known_costs or answers or value.asked else END + 0.6 if legal else 1.2
    frame = Frame(rules, reach)
    parts, spots = [], []
    asked_of = rules.windows[value.asked[1]] if value.asked else ()
    for number, (x, y) in enumerate(frame.fields):
        known = value.known[number] if value.known else 0
        guessed = value.guessed[number] if value.guessed and not known else 0
        fill, ink = PIECES[known - 1] if known else ("#eef1f4", INK)
        edge = INK if number in asked_of else PIECES[guessed - 1][0] if guessed else MUTED
        parts.append(frame.field(number, fill, edge, 3 if number in asked_of or guessed else 1))
        if known or guessed:
            parts.append(words(x, y, str(known or guessed), 15, ink, "middle", bold=True))
        if number in asked_of:
            place = str(asked_of.index(number) + 1)
            parts.append(
                words(x, y - 0.34 * UNIT, place, 9, ink, "middle") if known else words(x, y, place, 14, MUTED, "middle")
            )
    for window in range(len(rules.windows)):
        parts.append(words(*frame.outside(window, NUMBER), str(window + 1), 11, INK, "middle", bold=True))
        asked, turn = answers.get(str(window + 1)), query_text(int(colour or 1) - 1, window)
        if asked:
            parts.append(frame.beam(window, int(asked[0].partition("@")[0]) - 1, asked[1]))
        elif value.asked is not None and value.asked[1] == window:
            parts.append(frame.beam(window, value.asked[0], "?", INK))
        elif turn in legal:
            (across, down), size = frame.outside(window, END), TARGET * UNIT
            made = spot(turn, across - size / 2, down - size / 2, size, size)
            parts.append(circle(across, down, RADIUS * UNIT, PIECES[int(colour) - 1][0]))
            if made.price:
                parts.append(
                    words(*frame.outside(window, TEXT), made.price, 11, INK, "middle", bold=made.tone == "good")
                )
            spots.append(replace(made, price=""))
    said = "; ".join(f"{query}: {answer}" for query, answer in history)
    seen = f"Colours of the fields, 0 for unknown: {''.join(map(str, value.known))}." if any(value.known) else ""
    choices = tuple(
        Choice(one, f"colour {one}", *PIECES[int(one) - 1], is_chosen=one == colour)
        for one in colours
        if len(colours) > 1
    )
    if asked_of:
        said = f"{said or 'none'}. The places of {rules.noun} {value.asked[1] + 1 if value.asked else 0} are numbered"
    return Board(
        frame.width,
        frame.height,
        "".join(parts),
        f"Beams so far: {said or 'none'}. {seen}".strip(),
        tuple(spots),
        _panels(game.problem, history) if known_costs else (),
        choices,
    )


def _panels(problem: Beams, history: tuple[tuple[str, str], ...]) -> tuple[Panel, ...]:
    """The best queries, and the codes that are left."""
    found = sorted(problem.spread(history).items(), key=lambda one: (one[1][0], one[0]))
    rows = tuple((query, f"{float(mean):,.1f}", str(count)) for query, (mean, count) in found[:MOST_ROWS] if count > 1)
    prices = Panel(
        "Queries",
        (
            f"{problem.left_text(history)} left. The number at a {problem.noun}: codes left on average after a query there, in "
            "the chosen colour.",
        ),
        columns=("query", "codes left on average", "answers"),
        rows=rows,
    )
    title, _, codes = problem.listed(history).partition(": ")
    if not codes:
        return (prices,)
    return prices, Panel("Codes", (f"{title}:",), columns=("code",), rows=tuple((code,) for code in codes.split(", ")))


def costs(problem: Beams, session: Session) -> dict[str, tuple[str, str, str]]:
    """What queries leave, in words, as a sign and as a tone; those of a maker have no price."""
    game: Any = getattr(session, "game", session)
    is_maker = isinstance(game, Deducing) and game.role
    # estimates of all queries take long
    if is_maker or not problem.left(game.history).exact or problem.guesses(game.history):
        return {}
    found = problem.spread(game.history)
    least = min((mean for mean, _ in found.values()), default=0)
    told = {}
    for query, (mean, count) in found.items():
        words = f"{float(mean):,.1f} codes left on average, {counted(count, 'answer')}"
        tone = "bad" if count == 1 else "good" if mean == least else "fair"
        told[query] = words, short(float(mean)), tone
    return told


def short(number: float) -> str:
    """A number in at most five signs."""
    for sign, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= 0.9995 * size:
            return f"{number / size:.3g}{sign}"
    return f"{number:.3g}"
