"""Figures of Beams: the boards, positions of games, codes and pieces on them; costs of strategies, by code and by the order of
the entropy, for the orders that the book holds.

Fields and windows are numbered as in queries and tables, see `families.beams.rules`; on hexagons windows are called diagonals.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games. In 4.7, 4.9 and A.1 the beams are the
source's, codes and piece are not, and no rows of the book are needed. 4.13 is a simulation of 5000 games there; here all codes
are counted, as in 4.11, 4.12 and 4.17.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import cos as cos_of
from math import radians, sqrt
from math import sin as sin_of
from typing import Any, NamedTuple

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.beams import questions
from tafelwerk.families.beams.answers import Spent, summary_of
from tafelwerk.families.beams.look_ups import get_curve, get_spent, recorded_spent
from tafelwerk.families.beams.rules import LISTED, TIES, Board, Entropy, Improved, Square, variant_of
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.rules.deduction import Optimal, order_name, read_order

UNIT = 46
"""Pixels between the centres of neighbouring fields."""

GAP = 0.97
"""Size of a drawn field relative to one without gaps to its neighbours."""

HEXAGON = f"M0,-1L{sqrt(3) / 2:.6f},-0.5L{sqrt(3) / 2:.6f},0.5L0,1L{-sqrt(3) / 2:.6f},0.5L{-sqrt(3) / 2:.6f},-0.5Z"
"""Shape of a field, one corner up."""

PIECES = (
    (style.VERMILION, style.ON_FILL),
    (style.BLUE, style.ON_FILL),
    (style.GREEN, style.ON_FILL),
    (style.BROWN, style.ON_FILL),
    (style.PURPLE, style.ON_SOFT),
    (style.SKY, style.ON_SOFT),
)
"""Fill of each colour of codes, and the colour of text on it, colour 1 first."""

_STRAIGHT = 0.55, 0.8, 1.08, 1.72, 2.12
_FALLING = 0.55, 0.75, 1.0, 2.0, 2.4
_RISING = 0.55, 0.75, 1.5, 2.5, 2.9
"""Distances from the last field of a line to the ends of its tick, its number, the colour asked for and the places hit. On
squares, the numbers of rising diagonals lie between those of columns and of falling diagonals."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How windows of one direction are drawn.

    Attributes:
        step: step towards the labelled end.
        colour: of the numbers.
        turn: clockwise rotation of text along the line, in degrees.
        align: alignment of text that is not rotated.
        distances: see `_STRAIGHT`.
    """

    step: tuple[int, int]
    colour: str
    turn: int
    align: str
    distances: tuple[float, float, float, float, float] = _STRAIGHT


# each direction of a hexagon has its labels on its own pair of sides, so that no two labels overlap
_HEXAGONAL = (
    Kind((-1, 0), style.BLUE, 0, "right"),
    Kind((0, 1), style.VERMILION, 60, "center"),
    Kind((1, -1), style.GREEN, -60, "center"),
)
_LEFT, _TOP = Kind((-1, 0), style.BLUE, 0, "right"), Kind((0, -1), style.VERMILION, -90, "center")
_SIDES = (_LEFT, _TOP, Kind((1, 0), style.BLUE, 0, "left"), Kind((0, 1), style.VERMILION, 90, "center"))
_DIRECTIONS = (
    _LEFT,
    _TOP,
    Kind((1, 1), style.GREEN, 45, "center", _FALLING),
    Kind((1, -1), style.PURPLE, -45, "center", _RISING),
)

_LETTER = 0.15
"""Upper estimate of the width of a character of the places hit."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is known of a hidden code.

    Attributes:
        board: the board.
        known: by field, its colour from 1, or 0.
        history: the beams: colour and window from 1, and the places hit.
        next_query: colour and window of the next query, from 1, or None.
        guessed: by field, its colour in a guess, from 1; drawn where none is known. Empty: no guess.
    """

    board: Board
    known: tuple[int, ...]
    history: Sequence[tuple[int, int, str]] = ()
    next_query: tuple[int, int] | None = None
    guessed: tuple[int, ...] = ()


def at(board: Board, x: float, y: float) -> dict[str, float]:
    """Coordinates of a field, in distances between neighbours, y upwards."""
    if board.squares:
        return {"x": round(x, 5), "y": round(-y, 5)}
    return {"x": round(x + y / 2, 5), "y": round(-y * sqrt(3) / 2, 5)}


def _fields(
    board: Board, known: Sequence[int] | None, next_window: int | None, guessed: Sequence[int] = ()
) -> list[Record]:
    """The fields with their numbers or, in a position, filled with known colours, and in a pale shade with guessed ones."""
    records = []
    for number, cell in enumerate(board.fields):
        colour = known[number] if known else 0
        guess = guessed[number] if guessed and not colour else 0
        fill, ink = (
            PIECES[colour - 1] if colour else (style.pale(PIECES[guess - 1][0]) if guess else style.FIELD, style.INK)
        )
        on_line = next_window is not None and number in board.windows[next_window - 1]
        look = {
            "fill": fill,
            "ink": ink,
            "bold": "bold" if colour else "normal",
            "stroke": style.INK if on_line else style.OUTLINE,
        }
        text = (f"{guess}?" if guess else str(colour or "")) if known else str(number)
        records.append(at(board, *cell) | look | {"text": text, "width": 3 if on_line else 1, "number": number})
    # framed fields on top
    return sorted(records, key=lambda field: field["width"])


def kinds(board: Board) -> Iterator[Kind]:
    """The style of each window."""
    if isinstance(board.shape, Square):
        rows, columns = board.shape.rows, board.shape.columns
        sides = board.shape.windows == "sides"
        counts = (rows, columns, rows, columns) if sides else (rows, columns, rows + columns - 1, rows + columns - 1)
        for kind, count in zip(_SIDES if sides else _DIRECTIONS, counts, strict=True):
            yield from (kind,) * count
        return
    for window in board.windows:
        (q, r), (other, another) = (board.fields[field] for field in window[:2])
        yield _HEXAGONAL[0 if r == another else 1 if q == other else 2]


def _ends(board: Board) -> list[Record]:
    """The number of each window, beyond one end of its line, and a tick from there to the field at that end."""
    ends = []
    for number, (window, kind) in enumerate(zip(board.windows, kinds(board), strict=True), start=1):
        dx, dy = kind.step
        x, y = max((board.fields[field] for field in window), key=lambda place: place[0] * dx + place[1] * dy)
        near, far, text, chip, hits = (at(board, x + dx * by, y + dy * by) for by in kind.distances)
        ends.append(
            text
            | {"text": str(number), "colour": kind.colour, "turn": kind.turn, "align": kind.align}
            | {f"{axis}1": value for axis, value in near.items()}
            | {f"{axis}2": value for axis, value in far.items()}
            | {f"chip_{axis}": value for axis, value in chip.items()}
            | {f"hits_{axis}": value for axis, value in hits.items()}
        )
    return ends


def _beams(ends: list[Record], position: Position) -> list[Record]:
    """Colours that were, or are, asked for on windows, beyond their numbers."""
    beams = list(position.history)
    if position.next_query is not None:
        beams.append((*position.next_query, "?"))
    records = []
    for colour, diagonal, hits in beams:
        fill, ink = PIECES[colour - 1]
        end = ends[diagonal - 1]
        # a single character is not rotated
        turn = end["turn"] if len(hits) > 1 else 0
        align = "left" if turn else end["align"]
        records.append(
            {name: end[name] for name in ("chip_x", "chip_y", "hits_x", "hits_y", "turn")}
            | {
                "angle": turn,
                "align": align,
                "asked": str(colour),
                "hits": hits.replace("-", "–"),
                "fill": fill,
                "ink": ink,
            }
        )
    return records


def _reach(ends: list[Record], beams: list[Record]) -> tuple[float, float, float, float]:
    """Bounds of the picture: left, right, bottom, top."""
    x = [end["x"] + side * 0.4 for end in ends for side in (-1, 1)]
    y = [end["y"] + side * 0.3 for end in ends for side in (-1, 1)]
    for beam in beams:
        length = 0.1 + _LETTER * len(beam["hits"])
        turn = radians(beam["turn"])
        cos, sin = cos_of(turn) * (-1.0 if beam["align"] == "right" else 1.0), -sin_of(turn)
        x += [beam["hits_x"], beam["hits_x"] + cos * length]
        y += [beam["hits_y"], beam["hits_y"] + sin * length]
    return min(x), max(x), min(y), max(y)


def board_panel(board: Board, position: Position | None = None) -> Layer:
    """The board with numbered fields, or a position on it."""
    ends = _ends(board)
    beams = [] if position is None else _beams(ends, position)
    left, right, bottom, top = _reach(ends, beams)
    across = alt.Scale(domain=[left, right], nice=False)
    upwards = alt.Scale(domain=[bottom, top], nice=False)

    def on(x: str, y: str) -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=upwards)}

    def own(**names: str) -> dict[str, Any]:
        kinds = {"fill": alt.Fill, "stroke": alt.Stroke, "color": alt.Color, "strokeWidth": alt.StrokeWidth}
        return {channel: kinds[channel](name, scale=None, legend=None) for channel, name in names.items()}

    # Vega draws a shape in a square whose side is the square root of its size; a corner is 1 / sqrt(3) from the centre
    shape = {"shape": HEXAGON, "size": (2 * UNIT / sqrt(3) * GAP) ** 2}
    if board.squares:
        shape = {"shape": "square", "size": (UNIT * GAP) ** 2}
    cell: dict[str, Any] = {**shape, "opacity": 1}
    known = None if position is None else position.known
    next_window = None if position is None or position.next_query is None else position.next_query[1]
    guessed = () if position is None else position.guessed
    tooltip = style.hints(number="field") if known is None else style.hints(number="field", text="colour")
    fields = style.chart(_fields(board, known, next_window, guessed)).encode(**on("x", "y"), tooltip=tooltip)
    cells = fields.mark_point(**cell).encode(**own(fill="fill:N", stroke="stroke:N", strokeWidth="width:Q"))
    written = fields.mark_text(fontSize=13 if known is None else 17).encode(text="text:N", **own(color="ink:N"))
    # in a position, colours are those of codes
    inked = ends if position is None else [end | {"colour": style.INK} for end in ends]
    around = style.chart(inked).encode(**own(color="colour:N"))
    ticks = around.mark_rule(strokeWidth=2).encode(**on("x1", "y1"), x2="x2:Q", y2="y2:Q")
    labels = around.mark_text(fontSize=14, fontWeight=700).encode(
        **on("x", "y"), text="text:N", tooltip=style.hints(text=board.noun)
    )
    layers: list[Layer] = [cells, written, ticks, labels]
    if isinstance(board.shape, int):
        centre = style.chart([at(board, 0, 0)]).mark_point(**cell, stroke=style.MUTED, strokeDash=[3, 3], strokeWidth=1)
        layers.insert(0, centre.encode(**on("x", "y")))
    if beams:
        chips = style.chart(beams).encode(**on("chip_x", "chip_y"))
        layers.append(chips.mark_point(shape="circle", size=440, opacity=1, strokeWidth=0).encode(**own(fill="fill:N")))
        layers.append(chips.mark_text(fontSize=13, fontWeight=700).encode(text="asked:N", **own(color="ink:N")))
    for turn, align in sorted({(beam["angle"], beam["align"]) for beam in beams}):
        along = [beam for beam in beams if (beam["angle"], beam["align"]) == (turn, align)]
        places = style.chart(along).encode(**on("hits_x", "hits_y"))
        layers.append(
            places.mark_text(fontSize=13, color=style.INK, angle=turn % 360, align=align).encode(text="hits:N")
        )
    return style.panel(*layers, width=(right - left) * UNIT, height=(top - bottom) * UNIT, frame=False)


def _draw_numbered(name: str, variants: str, example: str) -> Drawing:
    board = variant_of(name).board
    noun, lines, fields = board.noun, len(board.windows), len(board.fields)
    return style.add_title(
        board_panel(board),
        f"Beams {variants}: {lines} {noun}s and {fields} fields",
        f"Coloured: {noun}s 1 to {lines}, each at one end. Inside: fields."
        if noun == "diagonal"
        else f"Coloured: windows 1 to {lines}. Inside: fields.",
        f"Places are counted from the {_counted_from(board)}.",
        example,
    )


def _counted_from(board: Board) -> str:
    return "window" if _is_sided(board) else "end with the smaller field number"


def _is_sided(board: Board) -> bool:
    return isinstance(board.shape, Square) and board.shape.windows == "sides"


def draw_position(position: Position, title: str, *subtitle: str) -> Drawing:
    """A position: known fields are filled; at the edge are the windows, the colours asked for on them and the places hit.

    Args:
        position: what is known.
        title: what the picture shows.
        subtitle: lines below the title, before those that say how to read the picture.
    """
    return style.add_title(board_panel(position.board, position), title, *subtitle, *reading(position.board))


def reading(board: Board) -> tuple[str, str]:
    """How to read the edge of a position, in two lines."""
    ends = "window" if _is_sided(board) else "end that is higher, of rows from the left"
    return f"At the edge: the {board.noun}, the colour asked for on it, the places hit,", f"counted from the {ends}."


def standard(book: Book) -> Drawing:
    """The board of 6c6p; nothing of the book is needed."""
    return _draw_numbered("6c6p", "6c6p", "Answer 2,3 to 1@4: fields 16 and 17 have colour 1.")


def small(book: Book) -> Drawing:
    """The board of 3c6p and 6c3p."""
    return _draw_numbered("3c6p", "3c6p and 6c3p", "Answer 1,2 to 1@3: fields 7 and 8 have colour 1.")


def expert(book: Book) -> Drawing:
    """The board of 6c10p."""
    return _draw_numbered("6c10p", "6c10p", "Answer 2,3 to 1@5: fields 27 and 28 have colour 1.")


def thirty(book: Book) -> Drawing:
    """The board of hex30."""
    return _draw_numbered("hex30", "hex30", "Answer 2,3 to 1@4: fields 16 and 17 have colour 1.")


def square(book: Book) -> Drawing:
    """The board of square36."""
    return _draw_numbered("square36", "square36", "Answer 2,3 to 1@16: fields 21 and 22 have colour 1.")


def directions(book: Book) -> Drawing:
    """The board of square36 with a window for each row, column and diagonal."""
    return _draw_numbered(
        "square36-directions", "square36-directions", "Answer 2,3 to 1@18: fields 7 and 14 have colour 1."
    )


CODES = ("155515222155244113224313444336663666", "663362331662331562111552221555444444")
"""Two codes of 6c6p: the colours of the fields."""

BOARD = variant_of("6c6p").board
RADIUS = 3
"""The board of 6c6p and its greatest coordinate."""

PIECE = ((-3, 3), (-2, 3), (-2, 2), (-1, 2), (-1, 1), (-3, 2))
"""A piece of six fields (q, r) that touches the left and the lower side of the rhombus."""

OPENING = ((1, 17, "1,3"), (2, 3, "1,2,4"))
"""The beams of appendix A.2 as colour, diagonal and places hit; red is colour 1, yellow colour 2."""


def codes(book: Book) -> Drawing:
    """Figure 4.7: codes, each colour on six connected fields."""
    boards = [board_panel(BOARD, Position(BOARD, tuple(map(int, code)))) for code in CODES]
    return style.add_title(
        alt.hconcat(*boards, spacing=40),
        "Beams 6c6p: two codes",
        "Each of the six colours has six connected fields; the centre has no colour.",
    )


def rhombus(book: Book) -> Drawing:
    """Figure 4.9: pieces are counted up to translation, within the smallest rhombus around the board."""
    radius = RADIUS
    span = range(-radius, radius + 1)
    records: list[Record] = []
    for r in span:
        for q in span:
            on_board = abs(q + r) <= radius and (q, r) != (0, 0)
            fill = PIECES[0][0] if (q, r) in PIECE else style.FIELD if on_board else style.PAPER
            kind = "a piece" if (q, r) in PIECE else "the board" if on_board else "the rhombus"
            records.append(
                at(BOARD, q, r) | {"fill": fill, "stroke": style.OUTLINE if on_board else style.MUTED, "kind": kind}
            )
    reach = 1.5 * radius + 0.8
    scale = alt.Scale(domain=[-reach, reach], nice=False)
    height = (radius + 0.8) * sqrt(3) / 2
    upwards = alt.Scale(domain=[-height, height], nice=False)
    cells = style.chart(records).mark_point(shape=HEXAGON, size=(2 * UNIT / sqrt(3) * GAP) ** 2, opacity=1)
    layer = cells.encode(
        x=alt.X("x:Q", axis=None, scale=scale),
        y=alt.Y("y:Q", axis=None, scale=upwards),
        tooltip=style.hints(kind="field of"),
        fill=alt.Fill("fill:N", scale=None, legend=None),
        stroke=alt.Stroke("stroke:N", scale=None, legend=None),
    )
    return style.add_title(
        style.panel(layer, width=2 * reach * UNIT, height=2 * height * UNIT, frame=False),
        "Beams 6c6p: the board in the rhombus around it, and a piece in normal position",
        "Pieces are counted up to translation: those that touch the left and the lower side of the rhombus, 814 in all.",
        "Filled: a piece. Shaded: the board. Empty: the rest of the rhombus, and the centre.",
    )


def opening(book: Book) -> Drawing:
    """Figure A.1: what the beams hit."""
    known = [0] * len(BOARD.fields)
    boards = []
    for beams, (colour, diagonal, places) in enumerate(OPENING, 1):
        for position in places.split(","):
            known[BOARD.windows[diagonal - 1][int(position) - 1]] = colour
        boards.append(board_panel(BOARD, Position(BOARD, tuple(known), OPENING[:beams])))
    history = "; ".join(f"{colour}@{diagonal} {places}" for colour, diagonal, places in OPENING)
    return style.add_title(
        alt.hconcat(*boards, spacing=40),
        f"Beams 6c6p: after {history.split(';')[0]}, and after {history.split('; ')[1]}",
        "Coloured: fields that were hit. At the edge: the diagonal, the colour asked for on it, the places hit.",
        "What follows for other fields is drawn by",
        f'tafelwerk beams next --variant 6c6p --history "{history}" -o board.svg',
    )


LARGEST_FIRST = ("6c6p", "6c3p", "3c6p")
"""The variants, the one with most codes first."""

LEAST = 0.005
"""Least percentage that is written above a bar."""

RIGHT, WRONG = "guessed right, or known", "guessed wrong"


class StrategyCosts(NamedTuple):
    """The costs of a strategy, its variant and tie rule, and their source."""

    variant: str
    tie: str
    spent: Spent
    source: str


def _read_costs(book: Book) -> StrategyCosts:
    """H_1 on the largest variant that the book or a record holds, preferably LEX-c."""
    for variant in LARGEST_FIRST:
        recorded = {tie: spent for name, tie, spent in recorded_spent(variant) if name == order_name(Fraction(1))}
        for tie in TIES:
            spent = get_spent(book, variant, Entropy(Fraction(1), tie))
            if spent is not None:
                return StrategyCosts(variant, tie, spent, "the book")
            if tie in recorded:
                return StrategyCosts(variant, tie, recorded[tie], "the record of a whole run")
    return need(None, "Beams 6c6p, 6c3p or 3c6p under h1")


def costs(book: Book) -> Drawing:
    """Figure 4.13: codes by their cost."""
    variant, tie, spent, source = _read_costs(book)
    summary = summary_of(spent)
    shares: dict[tuple[int, bool], Fraction] = {}
    for queries, wrong, codes in spent:
        key = queries + wrong, wrong > 0
        shares[key] = shares.get(key, Fraction(0)) + 100 * codes / summary.codes
    costs = range(min(cost for cost, _ in shares), summary.max + 1)
    records, wrongs = [], []
    for cost in costs:
        right, wrong_share = (shares.get((cost, is_wrong), Fraction(0)) for is_wrong in (False, True))
        if right:
            records.append(_bar(cost, RIGHT, Fraction(0), right))
        if wrong_share:
            records.append(_bar(cost, WRONG, right, right + wrong_share))
            wrongs.append(_bar(cost, WRONG, Fraction(0), wrong_share))
    colours = {RIGHT: style.BLUE, WRONG: style.VERMILION} if wrongs else {RIGHT: style.BLUE}
    tops = {cost: shares.get((cost, False), Fraction(0)) + shares.get((cost, True), Fraction(0)) for cost in costs}
    panels = [_bars_panel(records, tops, colours, style.WIDTH * 0.7, "all codes")]
    if wrongs:
        tops = {cost: share for (cost, wrong), share in sorted(shares.items()) if wrong}
        panels.append(_bars_panel(wrongs, tops, colours, style.WIDTH * 0.4, f"those {WRONG}"))
    guessed = sum((share for (_, wrong), share in shares.items() if wrong), Fraction(0))
    mean = summary.total / summary.codes
    square = (
        sum(((int(cost) - mean) ** 2 * codes for cost, codes in summary.histogram.items()), Fraction(0)) / summary.codes
    )
    rule = tie.replace("lex", "LEX").replace("mix", "MIX")
    return style.add_title(
        alt.hconcat(*panels, spacing=28).resolve_scale(color="shared"),
        f"Beams {variant}: H₁ costs {summary.mean:.4f} on average, {summary.max} at most",
        f"All {summary.codes:,} codes, exact, ties {rule}, from {source}; variance {float(square):.3f}.",
        f"Where no query separates the codes left, one is guessed; {_percent(guessed)} % of all codes are guessed wrong.",
    )


def _bar(cost: int, kind: str, low: Fraction, high: Fraction) -> Record:
    return {"cost": cost, "kind": kind, "low": round(float(low), 6), "high": round(float(high), 6)} | {
        "share": _percent(high - low)
    }


def _bars_panel(
    records: list[Record], tops: dict[int, Fraction], colours: dict[str, str], width: float, title: str
) -> Layer:
    """Stacked bars, and their percentages in all."""
    x, high = style.cells("queries and wrong fields", "cost:O"), 1.12 * float(max(tops.values()))
    bars = style.chart(records).mark_bar()
    numbers = style.chart(
        {"cost": cost, "top": round(float(top), 6), "percent": f"{float(top):.2f}" if top >= LEAST else ""}
        for cost, top in tops.items()
    )
    return style.panel(
        bars.encode(
            x=x,
            y=style.y_axis("codes, %", 0, high, "low"),
            y2="high:Q",
            color=style.palette("kind:N", colours, style.legend()),
            tooltip=style.hints(cost="queries and wrong fields", kind="codes", share="codes, %"),
        ),
        numbers.mark_text(dy=-7, fontSize=10, color=style.INK).encode(
            x=x, y=style.y_axis("codes, %", 0, high, "top"), text="percent:N"
        ),
        width=width,
        title=title,
    )


def _percent(share: Fraction) -> str:
    """A percentage to two decimals, the smallest to one significant digit."""
    value = float(share)
    return f"{value:.2f}" if value >= 0.01 or not value else f"{value:.1g}"


TABLE_ORDERS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of table 4.10; a figure of several variants needs all of them with LEX-c."""

LAST = 6
"""Greatest finite order shown."""

INFINITY = 7
"""Position of the order infinity on the axis."""

ALPHA_TITLE = "order α of the Rényi entropy"
MEAN_TITLE = "queries and wrong fields on average"

_DENSE = 60
"""Number of orders from which a curve is drawn with small marks."""

_TIES = {"lex-c": "LEX-c", "lex-d": "LEX-d", "mix": "MIX"}

_HOLLOW = "transparent"

_LOOKS = {
    "MIX": (style.VERMILION, _HOLLOW, style.PLUS, 110, 240),
    "LEX-d": (style.BROWN, _HOLLOW, "circle", 46, 110),
    "LEX-c": (style.BLUE, style.BLUE, "circle", 11, 32),
    "6c3p": (style.VERMILION, _HOLLOW, "square", 62, 140),
    "6c6p": (style.GREEN, _HOLLOW, "diamond", 80, 170),
    "3c6p": (style.BLUE, style.BLUE, "circle", 24, 44),
}
"""Line and fill of a curve's marks, their shape, and their size where they are many and where they are few. The first are drawn
below: hollow marks, then filled ones inside them."""

Means = dict[tuple[str, str], float]
"""Mean cost of a code by strategy and tie rule."""


def _means(book: Book, variant: str) -> Means:
    """Means from records, from curves, and from strategies with all their parts."""
    means: Means = {(name, tie): summary_of(spent).mean for name, tie, spent in recorded_spent(variant)}
    means |= {(point.strategy, tie): point.mean for tie in TIES for point in get_curve(book, variant, tie) or ()}
    for strategy in (Optimal(), Improved()):
        spent = get_spent(book, variant, strategy)
        if spent is not None:
            means[strategy.name, strategy.tie] = summary_of(spent).mean
    return means


def _require(book: Book, means: Means, variant: str, orders: Iterable[Fraction | None]) -> None:
    """Refuse to draw where LEX-c is missing for an order; where all orders are missing, the whole curve is named."""
    missing = [Entropy(alpha, "lex-c") for alpha in orders if (order_name(alpha), "lex-c") not in means]
    if missing:
        curve = variant not in LISTED or any(_axis_position(strategy) is not None for strategy, _ in means)
        need(curve, f"the curve of Beams {variant}", f"tafelwerk build beams --variant {variant} --curve")
        raise questions.Summary(variant, missing[0]).missing(book)


def _axis_position(strategy: str) -> float | None:
    """Position of an order on the axis, or None if it is not shown."""
    if strategy in (Optimal().name, Improved().name):
        return None
    alpha = read_order(strategy)
    if alpha is None:
        return INFINITY
    return float(alpha) if alpha <= LAST else None


def _records(means: Means, ties: Collection[str]) -> list[Record]:
    records = [
        {"alpha": x, "mean": round(mean, 7), "curve": _TIES[tie], "strategy": strategy}
        for (strategy, tie), mean in means.items()
        if tie in ties and (x := _axis_position(strategy)) is not None
    ]
    return sorted(records, key=lambda record: (str(record["curve"]), record["alpha"]))


def _marks(records: list[Record], counts: Counter[str], y: "alt.Y") -> "alt.Chart":
    """Piecewise constant functions of alpha as marks, from 0 to LAST and, set apart, at infinity.

    Args:
        records: of curves.
        counts: number of marks per curve, for all panels of the figure, which share a legend.
        y: the axis of means.
    """
    dense = max(counts.values()) >= _DENSE
    key = style.legend(symbolStrokeWidth=1.5)
    below = list(_LOOKS)
    marks = style.chart(sorted(records, key=lambda record: below.index(record["curve"])))
    label = f"datum.value === {INFINITY} ? '∞' : datum.label"
    ticks: Record = {"values": [*range(INFINITY + 1)], "format": "d", "labelExpr": label}

    def look(channel: str, column: int) -> Any:
        field = "curve:O" if channel == "Size" else "curve:N"  # sizes have an order, for Vega
        return style.palette(field, {name: _LOOKS[name][column] for name in sorted(counts)}, key, channel)

    layer: alt.Chart = marks.mark_point(opacity=1, strokeWidth=1.1 if dense else 1.8).encode(
        x=style.x_axis(ALPHA_TITLE, -0.2, INFINITY + 0.2, "alpha", **ticks),
        y=y,
        stroke=look("Stroke", 0),
        fill=look("Fill", 1),
        shape=look("Shape", 2),
        size=look("Size", 3 if dense else 4),
    )
    return layer


def _range(values: Sequence[float], step: float) -> tuple[float, float]:
    """The range of an axis in which marks at all values fit; its ends are multiples of the step."""
    margin = 0.03 * (max(values) - min(values)) or step / 2
    return style.zoom([min(values) - margin, max(values) + margin], step)


def _panel(
    means: Means, counts: Counter[str], step: float, width: float = style.WIDTH, title: str | None = None
) -> Layer:
    """The means of a variant under every tie rule, and the optimal or best known mean where it is stored."""
    records = _records(means, _TIES)
    known = [
        (means[strategy.name, strategy.tie], strategy.name)
        for strategy in (Optimal(), Improved())
        if (strategy.name, strategy.tie) in means
    ][:1]
    low, high = _range([*(record["mean"] for record in records), *(best for best, _ in known)], step)
    marks = _marks(records, counts, style.y_axis(MEAN_TITLE, low, high, "mean"))
    rules = [style.level(best, f"{name} {best:.4f}", width) for best, name in known]
    return style.panel(marks, *rules, width=width, title=title)


def _counts(*variants: Means) -> Counter[str]:
    """The tie rules shown in the panels of the variants, each with its greatest number of marks in a panel."""
    counts = Counter[str]()
    for means in variants:
        counts |= Counter(record["curve"] for record in _records(means, _TIES))
    return counts


def small_variants(book: Book) -> Drawing:
    """Figure 4.11: the two variants of 18 fields."""
    means_by_variant = {variant: _means(book, variant) for variant in ("3c6p", "6c3p")}
    for variant, means in means_by_variant.items():
        _require(book, means, variant, TABLE_ORDERS)
    counts = _counts(*means_by_variant.values())
    panels = [
        _panel(means_by_variant["3c6p"], counts, 0.05, style.WIDTH * 0.62, "3c6p: three colours of six fields"),
        _panel(means_by_variant["6c3p"], counts, 0.1, style.WIDTH * 0.62, "6c3p: six colours of three fields"),
    ]
    return style.add_title(
        alt.hconcat(*panels, spacing=36),
        "Beams on 18 fields: entropy strategies over α",
        "Exact means over all codes. Ties: LEX-c takes the lowest colour, LEX-d the lowest diagonal,",
        "MIX each query with equal chance. Marks are the orders that the book holds.",
    )


def standard_game(book: Book) -> Drawing:
    """Figure 4.12: the standard game."""
    variant = "6c6p"
    means = _means(book, variant)
    if not any(_axis_position(strategy) is not None for strategy, _ in means):
        _require(book, means, variant, [Fraction(1)])
    least, name = min((mean, strategy) for (strategy, _), mean in means.items() if _axis_position(strategy) is not None)
    return style.add_title(
        _panel(means, _counts(means), 0.05),
        f"Beams 6c6p, the standard game: of all orders, {style.entropy_name(name)} is best, {least:.4f}",
        "Exact means over all 3,048,812,640 codes. Marks are the orders that the book holds, and those of shipped records.",
    )


def variants_compared(book: Book) -> Drawing:
    """The Beams part of figure 4.17: each variant relative to its own H_1."""
    records: list[Record] = []
    for variant in ("3c6p", "6c3p", "6c6p"):
        means = _means(book, variant)
        if variant == "6c6p" and ("h1", "lex-c") not in means:
            continue
        _require(book, means, variant, TABLE_ORDERS if variant != "6c6p" else [Fraction(1)])
        unit = means["h1", "lex-c"]
        records += [
            record | {"curve": variant, "loss": round(100 * (record["mean"] / unit - 1), 5)}
            for record in _records(means, ("lex-c",))
        ]
    low, high = _range([record["loss"] for record in records], 0.5)
    counts = Counter(record["curve"] for record in records)
    marks = _marks(records, counts, style.y_axis("cost relative to H₁, in percent", low, high, "loss"))
    return style.add_title(
        style.panel(style.level(0), marks, style.upright(1, "H₁")),
        "Beams: entropy strategies over α, each variant relative to its own H₁",
        "Exact mean costs, ties LEX-c. Marks are the orders that the book holds, and of 6c6p those of shipped records.",
    )
