"""Beams: the fields, and at the end of every window its beam or, one dot per colour, the beams that can be asked for."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from tafelwerk.play.beams import BeamsBoard
from tafelwerk.play.deduction import Breaker, Deducing
from tafelwerk.play.session import Session
from tafelwerk.plots.beams.board import PIECES, at, kinds
from tafelwerk.plots.colours import INK, MUTED
from tafelwerk.plots.pictures import box, circle, words
from tafelwerk.rules.beams.history import query_text
from tafelwerk.web.boards import Board, Spot

UNIT = 40.0
"""Pixels between the centres of neighbouring fields."""

FIRST, STEP, RADIUS = 1.08, 0.42, 0.17
"""Where the dots of a window begin, from one to the next, and their radius, in units."""


def board(values: Sequence[BeamsBoard], spot: Callable[..., Spot], session: Session) -> Board:
    """The board of a game."""
    assert isinstance(session, Deducing)
    value, rules = values[0], values[0].board
    legal = frozenset(session.legal) if isinstance(session, Breaker) and not session.over else frozenset()
    answers = {query.partition("@")[2]: (query, answer) for query, answer in session.history if "@" in query}
    colours = 1 + max((int(turn.partition("@")[0]) for turn in legal if "@" in turn), default=5) - 1
    centres = [(place["x"] * UNIT, -place["y"] * UNIT) for place in (at(rules, *field) for field in rules.fields)]
    reach = (FIRST + STEP * colours + 0.4) * UNIT
    left, top = (min(centre[axis] for centre in centres) - reach for axis in (0, 1))
    right, bottom = (max(centre[axis] for centre in centres) + reach for axis in (0, 1))
    places = [(x - left, y - top) for x, y in centres]
    ends = list(kinds(rules))
    parts, spots = [], []
    for number, (x, y) in enumerate(places):
        known = value.known[number] if value.known else 0
        guessed = value.guessed[number] if value.guessed and not known else 0
        fill = PIECES[known - 1][0] if known else "#eef1f4"
        edge = PIECES[guessed - 1][0] if guessed else MUTED
        parts.append(_field(rules.squares, x, y, fill, edge))
        if known or guessed:
            parts.append(words(x, y, str(known or guessed), 14, "white" if known else INK, "middle", bold=True))
    for window, line in enumerate(rules.windows):
        dx, dy = ends[window].step
        end = max((rules.fields[field] for field in line), key=lambda place, x=dx, y=dy: place[0] * x + place[1] * y)  # type: ignore[misc]

        def outside(by: float, end: tuple[int, int] = end, dx: int = dx, dy: int = dy) -> tuple[float, float]:
            place = at(rules, end[0] + dx * by, end[1] + dy * by)
            return place["x"] * UNIT - left, -place["y"] * UNIT - top

        parts.append(words(*outside(0.68), str(window + 1), 10, INK, "middle", bold=True))
        asked = answers.get(str(window + 1))
        chosen = value.asked is not None and value.asked[1] == window
        if asked or chosen:
            colour = int(asked[0].partition("@")[0]) - 1 if asked else value.asked[0] if value.asked else 0
            across, down = outside(1.15)
            parts.append(
                circle(across, down, 0.26 * UNIT, PIECES[colour][0], INK if chosen and not asked else "none", 2)
            )
            parts.append(words(across, down, str(colour + 1), 11, "white", "middle", bold=True))
            text = asked[1] if asked else "?"
            parts.append(words(*outside(1.65), text, 12, INK, "middle"))
            continue
        for colour in range(colours):
            turn = query_text(colour, window)
            if turn in legal:
                (across, down), size = outside(FIRST + STEP * colour), 1.2 * RADIUS * UNIT
                parts.append(circle(across, down, RADIUS * UNIT, PIECES[colour][0]))
                spots.append(spot(turn, across - size, down - size, 2 * size, 2 * size))
    said = "; ".join(f"{query}: {answer}" for query, answer in session.history)
    seen = f"Colours of the fields, 0 for unknown: {''.join(map(str, value.known))}." if any(value.known) else ""
    return Board(
        right - left, bottom - top, "".join(parts), f"Beams so far: {said or 'none'}. {seen}".strip(), tuple(spots)
    )


def _field(is_square: bool, x: float, y: float, fill: str, edge: str) -> str:
    if is_square:
        side = 0.94 * UNIT
        return box(x - side / 2, y - side / 2, side, side, fill, edge, 3)
    radius = 0.94 * UNIT / 3**0.5
    corners = " ".join(
        f"{x + radius * sin(pi * turn / 3):.2f},{y + radius * cos(pi * turn / 3):.2f}" for turn in range(6)
    )
    return f'<polygon points="{corners}" fill="{fill}" stroke="{edge}"/>'
