"""Pictures that are not charts: boards, trees, hands, puzzles and sheets as SVG.

A `Picture` is a size and the markup inside it; a `Board` is one with places that are turns. The shapes below make markup,
`of_chart` turns a chart into a picture, `stack_pictures` and `sheets.set_on_pages` put several on a page, and `document` is what
`output.write` takes. Lengths are in pixels, on a page in points.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tafelwerk.extras import Drawing, vl_convert
from tafelwerk.plots.output import Document
from tafelwerk.plots.style import BLUE, CHOSEN, DARK, INK, MUTED, PAPER

if TYPE_CHECKING:
    from tafelwerk.play.session import Price, Session


FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

A4 = 595.0, 842.0
"""Width and height of a page, in points."""

_MARGIN = 14.0
_WIDE = frozenset("MW@%—mw")
_NARROW = frozenset(" .,;:|!'ijlIft()[]/\\")


@dataclass(frozen=True, slots=True)
class Picture:
    """Something drawn.

    Attributes:
        width, height: its size.
        body: SVG markup with the upper left corner at 0, 0.
        title: what it shows, in a line; also its text alternative.
        text: the text alternative at length: what is on the board, move by move.
        scene: what it shows without its caption and tables, if it has any.
        legend: the lines below its title.
        content: what it shows below its title and these lines, if it has them.
    """

    width: float
    height: float
    body: str
    title: str = ""
    text: str = ""
    scene: "Picture | None" = None
    legend: tuple[str, ...] = ()
    content: "Picture | None" = None


def line(x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1, dash: str = "") -> str:
    """A line with round ends."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" stroke-width="{width:.2f}" '
        f'stroke-linecap="round"{dashed}/>'
    )


def circle(x: float, y: float, radius: float, fill: str = INK, stroke: str = "none", width: float = 1) -> str:
    """A disc or a ring."""
    ring = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{width:.2f}"'
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill}"{ring}/>'


def box(
    x: float, y: float, width: float, height: float, fill: str = "none", stroke: str = INK, round: float = 0
) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="{round:.2f}" fill="{fill}" '
        f'stroke="{stroke}"/>'
    )


def words(
    x: float,
    y: float,
    text: str,
    size: float = 12,
    colour: str = INK,
    align: str = "start",
    bold: bool = False,
) -> str:
    """A line of text, vertically centred at `y`."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y + 0.35 * size:.2f}" font-size="{size:.2f}" fill="{colour}" '
        f'text-anchor="{align}"{weight} xml:space="preserve">{escape(text)}</text>'
    )


def width_of(text: str, size: float) -> float:
    """Upper estimate of the width of a line of text in any font of FONT."""
    ems = sum(0.95 if sign in _WIDE else 0.38 if sign in _NARROW else 0.68 if sign.isupper() else 0.57 for sign in text)
    return size * ems


def wrap_text(text: str, size: float, width: float) -> list[str]:
    """A text broken into lines of at most the given width."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


PHONE = 330
"""Pixels that a picture has on a phone."""

LEAST_LETTER = 11.5
"""Pixels of the smallest letter there."""

_LETTER_SIZE = re.compile(r'font-size="([0-9.]+)(?:px)?"')
COLOUR = re.compile(r'"(#[0-9a-f]{6}|white)"')
"""A colour in SVG markup."""


def enlarge_letters(body: str, width: float) -> str:
    """SVG markup of a picture of that width, in which no letter is too small on a phone."""
    least = LEAST_LETTER * width / PHONE
    return _LETTER_SIZE.sub(lambda size: f'font-size="{max(float(size[1]), least):.2f}"', body)


def place_picture(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    """A picture inside another, scaled to fit a rectangle; its aspect ratio is kept."""
    return (
        f'<svg x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" '
        f'viewBox="0 0 {picture.width:.2f} {picture.height:.2f}">{picture.body}</svg>'
    )


_BOLD = 1.1


def add_caption(picture: Picture, title: str, *below: str, text: str = "", scene: Picture | None = None) -> Picture:
    """A picture below its title and lines that say how to read it.

    Args:
        picture: what is shown.
        title: what the picture shows.
        below: paragraphs below the title; long ones are wrapped.
        text: text alternative. Default: that of the picture.
        scene: what is shown, without tables. Default: the picture.
    """
    width = max(picture.width, 520.0) + 2 * _MARGIN
    inner, y, parts = width - 2 * _MARGIN, _MARGIN + 8.0, []
    # bold letters are wider than those that are measured
    for each in wrap_text(title, 15 * _BOLD, inner):
        parts.append(words(_MARGIN, y, each, 15, bold=True))
        y += 20
    for each in (line for paragraph in below for line in wrap_text(paragraph, 12, inner)):
        parts.append(words(_MARGIN, y, each, 12, "#4a4a4a"))
        y += 16
    left = (width - picture.width) / 2
    parts.append(place_picture(picture, left, y, picture.width, picture.height))
    description = " ".join((*below, text or picture.text)).strip()
    bare = replace(scene or picture, title=title, text=text or (scene or picture).text, legend=below)
    content = replace(picture, title=title, text=text or picture.text, legend=below)
    return Picture(width, y + picture.height + _MARGIN, "".join(parts), title, description, bare, content=content)


def stack_pictures(pictures: Sequence[Picture], gap: float = 0) -> Picture:
    """Pictures one below the other, centred."""
    width, y, parts = max(picture.width for picture in pictures), 0.0, []
    for picture in pictures:
        parts.append(place_picture(picture, (width - picture.width) / 2, y, picture.width, picture.height))
        y += picture.height + gap
    text = " ".join(picture.text for picture in pictures if picture.text)
    return Picture(width, y - gap, "".join(parts), pictures[0].title, text)


def in_grid(pictures: Sequence[tuple[str, Picture]], columns: int, gap: float = 24) -> Picture:
    """Pictures in rows, each under its heading.

    Args:
        pictures: headings and pictures.
        columns: pictures per row.
        gap: space between them.
    """
    sizes = [max(picture.width, width_of(heading, 11)) for heading, picture in pictures]
    widths = [max(sizes[column::columns]) for column in range(min(columns, len(pictures)))]
    y, parts = 0.0, []
    for start in range(0, len(pictures), columns):
        row, x = pictures[start : start + columns], 0.0
        for (heading, picture), width in zip(row, widths, strict=False):
            parts.append(words(x, y + 8, heading, 11, bold=True))
            parts.append(place_picture(picture, x + (width - picture.width) / 2, y + 18, picture.width, picture.height))
            x += width + gap
        y += max(picture.height for _, picture in row) + 18 + gap
    text = " ".join(f"{heading}: {picture.text}." for heading, picture in pictures)
    return Picture(sum(widths) + gap * (len(widths) - 1), y - gap, "".join(parts), "", text)


def of_chart(chart: Drawing, title: str, text: str) -> Picture:
    """A chart as a picture.

    Args:
        chart: any chart.
        title: what it shows.
        text: text alternative at length.
    """
    return of_svg(vl_convert.vegalite_to_svg(chart.to_json(indent=None, validate=False)), title, text)


def of_svg(written: str, title: str, text: str) -> Picture:
    """An SVG document as a picture, with its text alternatives."""
    opening = re.match(r"\s*<svg\b[^>]*>", written)
    assert opening is not None
    width, height = (float(number) for number in re.findall(r'\b(?:width|height)="([\d.]+)"', opening[0])[:2])
    body = written[opening.end() : written.rindex("</svg>")]
    return Picture(width, height, body, title, text)


def svg(picture: Picture) -> str:
    """A picture as an SVG document on white, with its text alternatives."""
    title, text = escape(picture.title), escape(picture.text)
    label = f'<title id="title">{title}</title>' + (f'<desc id="text">{text}</desc>' if text else "")
    labels = "title text" if text else "title"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
        f'aria-labelledby="{labels}" width="{picture.width:.2f}" height="{picture.height:.2f}" '
        f'viewBox="0 0 {picture.width:.2f} {picture.height:.2f}" font-family="{escape(FONT)}">{label}'
        f'<rect width="100%" height="100%" fill="white"/>{picture.body}</svg>\n'
    )


def dark_colour(colour: str) -> str | None:
    """The colour of the dark theme for one in SVG markup, where "white" is paper; None where it is the same."""
    return DARK.get(PAPER if colour == "white" else colour)


def dark_document(document: str) -> str:
    """A document of `svg` in dark colours."""
    return COLOUR.sub(lambda part: f'"{dark_colour(part[1]) or part[1]}"', document)


def document(pages: Picture | Sequence[Picture], language: str = "en") -> Document:
    """A picture, or the pages of a sheet, as they go to a file: one page each in a PDF, otherwise one below the other.

    Args:
        pages: one or more.
        language: of the words in them, as HTML names it.
    """
    several = [pages] if isinstance(pages, Picture) else list(pages)
    picture = several[0] if len(several) == 1 else stack_pictures(several)
    # paper is measured in points, whatever a screen makes of pixels
    unit = "pt" if several[0].width == A4[0] else ""
    return Document(
        lambda: svg(picture), picture.title, picture.text, tuple(map(svg, several)), unit, language=language
    )


WIDTH, HEIGHT = 640.0, 180.0
"""Room for all bars together, and the height of the highest."""

WIDEST = 30.0
"""A bar with the gap beside it, at most."""

_SIZE, _BELOW, _ABOVE = 10.0, 18.0, 16.0


def bars(heights: Sequence[float], labels: Sequence[str], text: str) -> Picture:
    """Bars over the numbers 1, 2, ....

    Args:
        heights: of the bars, 0 or more, one of them positive.
        labels: what stands above each bar; where one is wider than its bar, lines at the whole heights take their place.
        text: the bars in words.
    """
    count = len(heights)
    step = min(WIDEST, WIDTH / count)
    gap = min(4.0, step / 5)
    highest, ground = max(heights), _ABOVE + HEIGHT
    labelled = all(width_of(label, _SIZE) <= step for label in labels)
    every = _every(count, step)
    side = width_of(str(count), _SIZE) / 2 + 4
    parts = []
    for level in () if labelled else range(1, int(highest) + 1):
        y = ground - HEIGHT * level / highest
        parts += [line(side, y, side + count * step, y, MUTED, 0.5), words(side - 5, y, str(level), _SIZE, INK, "end")]
    for column, (height, label) in enumerate(zip(heights, labels, strict=True)):
        left, tall = side + column * step, HEIGHT * height / highest
        parts.append(box(left + gap / 2, ground - tall, step - gap, tall, BLUE, "none"))
        middle, number = left + step / 2, column + 1
        if labelled:
            parts.append(words(middle, ground - tall - 8, label, _SIZE, INK, "middle"))
        if number in (1, count) or (number % every == 0 and count - number >= every / 2):
            parts.append(words(middle, ground + 11, str(number), _SIZE, INK, "middle"))
    parts.append(line(side, ground, side + count * step, ground, MUTED))
    return Picture(count * step + 2 * side, ground + _BELOW, "".join(parts), "Bars", text)


def _every(count: int, step: float) -> int:
    """Every how many bars a number stands below one, on a phone, too."""
    size = max(_SIZE, LEAST_LETTER * count * step / PHONE)
    least = 1.4 * width_of(str(count), size) / step
    return next((each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if each >= least), 2000)


_PAD = 9.0


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], size: float = 9, shades: Sequence[Sequence[str]] = ()
) -> Picture:
    """A table with a rule below the headings and numbers aligned on the right.

    Args:
        heads: the headings.
        rows: cells, one per heading.
        size: of the letters.
        shades: colours behind the cells, "" for none. Default: none.
    """
    # a number, perhaps with a unit or a second number; anything longer is text
    right = [
        all(not cell or (cell[0] in "-+0123456789" and cell.count(" ") < 2) for cell in cells)
        for cells in ([row[column].lstrip("<> ") for row in rows] for column in range(len(heads)))
    ]
    columns = [
        max(width_of(cell, size) for cell in (head, *(row[column] for row in rows)))
        for column, head in enumerate(heads)
    ]
    starts, x = [], 0.0
    for width in columns:
        starts.append(x)
        x += width + 2 * _PAD
    pitch, parts = 1.62 * size, list[str]()
    for number, row in enumerate((heads, *rows)):
        y = (number + 0.5) * pitch + (3 if number else 0)
        for column, cell in enumerate(row):
            if number and shades and shades[number - 1][column]:
                shade = shades[number - 1][column]
                parts.append(box(starts[column], y - pitch / 2, columns[column] + 2 * _PAD, pitch, shade, "none"))
            at = starts[column] + _PAD + (columns[column] if right[column] else 0)
            parts.append(words(at, y, cell, size, INK, "end" if right[column] else "start", bold=not number))
    parts.append(line(0, pitch + 1, x, pitch + 1, MUTED, 0.7))
    text = " ".join(
        f"{', '.join(f'{head} {cell}' for head, cell in zip(heads, row, strict=True) if cell)}." for row in rows
    )
    return Picture(x, (len(rows) + 1) * pitch + 5, "".join(parts), "Table", text)


def column_pages(lines: Sequence[tuple[int, str]], size: float, height: float, width: float) -> list[Picture]:
    """Lines in as many columns as fit, on as many pages as needed: a column is filled before the next one begins.

    A column ends before a line of the least indentation that needs no further page.

    Args:
        lines: indentation, in steps, and text of each.
        size: of the letters.
        height, width: of the space on a page.
    """
    pitch, step = 1.22 * size, 1.1 * size
    column = max(depth * step + width_of(text, size) for depth, text in lines) + 1.2 * size
    count, rows = max(1, int(width // column)), int(height // pitch)
    columns = _break_columns([depth for depth, _ in lines], rows, count)
    pages = []
    for start in range(0, len(columns), count):
        page = [lines[first:last] for first, last in columns[start : start + count]]
        parts = [
            words(number * column + depth * step, (row + 0.5) * pitch, text, size, bold=not depth)
            for number, entries in enumerate(page)
            for row, (depth, text) in enumerate(entries)
        ]
        text = "; ".join(text for entries in page for _, text in entries)
        pages.append(Picture(width, max(map(len, page)) * pitch, "".join(parts), "List", text))
    return pages


def _break_columns(depths: Sequence[int], rows: int, count: int) -> list[tuple[int, int]]:
    """First line of each column and the line behind its last, on no more pages than full columns take.

    Args:
        depths: indentation of each line.
        rows: most lines of a column.
        count: columns per page.
    """
    spare = -(-len(depths) // (count * rows)) * count * rows - len(depths)
    columns, first = [], 0
    while len(depths) - first > rows:
        most = first + rows
        least = max(first + 1, most - spare)
        last = min(range(most, least - 1, -1), key=lambda place: depths[place])
        spare -= most - last
        columns.append((first, last))
        first = last
    return [*columns, (first, len(depths))]


@dataclass(slots=True)
class Branch:
    """A node and the branches below it.

    Attributes:
        label: written on the node; "" for a missing node, which keeps left and right apart.
        below: the branches.
        edge: written beside the line to the node above.
        note: written below the node, in small letters.
        best: whether the line to the node above is drawn thick.
        round: whether the node is round: a number, or a chance.
        chosen: whether the node is highlighted.
    """

    label: str
    below: "list[Branch]" = field(default_factory=list)
    edge: str = ""
    note: str = ""
    best: bool = False
    round: bool = True
    chosen: bool = False


@dataclass(slots=True, eq=False)
class _Spot:
    branch: Branch
    x: float
    depth: int
    above: "_Spot | None"


def tree(root: Branch, size: float = 11, level: float = 0) -> Picture:
    """A tree.

    Args:
        root: its root.
        size: of the letters.
        level: distance between levels. Default: enough for the labels of the lines.
    """
    spots: list[_Spot] = []
    width = _place_branch(root, 0.0, 0, None, spots, size)
    noted = any(spot.branch.note for spot in spots)
    edged = any(spot.branch.edge for spot in spots)
    pitch = level or size * (3.0 + 1.3 * edged + 1.2 * noted)
    top = size * 1.2
    lines, nodes = list[str](), list[str]()
    for spot in spots:
        y = top + spot.depth * pitch
        if not spot.branch.label:
            continue
        if spot.above is not None:
            upper = top + (spot.depth - 1) * pitch + (size * 1.2 if spot.above.branch.note else 0) + size
            # the label of a line is right above its node, where no other line runs
            lower = y - size * (2.1 if spot.branch.edge else 1)
            thick = spot.branch.best
            lines.append(line(spot.above.x, upper, spot.x, lower, BLUE if thick else MUTED, 2.2 if thick else 0.9))
            if spot.branch.edge:
                lines.append(words(spot.x, y - 1.6 * size, spot.branch.edge, 0.85 * size, INK, "middle"))
        nodes.append(_node(spot.branch, spot.x, y, size))
    deepest = max(spot.depth for spot in spots)
    height = top + deepest * pitch + size * (1.2 + 1.3 * noted)
    return Picture(width, height, "".join((*lines, *nodes)), "Tree", _describe(root))


def _node(branch: Branch, x: float, y: float, size: float) -> str:
    wide = max(width_of(branch.label, size) + 0.7 * size, 1.9 * size)
    fill = CHOSEN if branch.chosen else PAPER
    corner = size if branch.round else 0.2 * size
    shape = box(x - wide / 2, y - 0.95 * size, wide, 1.9 * size, fill, INK, corner)
    shape += words(x, y, branch.label, size, INK, "middle")
    return shape + (words(x, y + 1.7 * size, branch.note, 0.75 * size, MUTED, "middle") if branch.note else "")


def _place_branch(
    branch: Branch, left: float, depth: int, above: _Spot | None, spots: list[_Spot], size: float
) -> float:
    """Place a branch from `left` on, with the branches below it side by side. Returns its right end."""
    spot, first_below = _Spot(branch, 0.0, depth, above), len(spots) + 1
    spots.append(spot)
    own = max(width_of(branch.label, size) + 0.7 * size, 1.9 * size, width_of(branch.note, 0.75 * size))
    own = max(own, width_of(branch.edge, 0.85 * size)) + 0.8 * size
    right = left
    places = []
    for child in branch.below:
        places.append(len(spots))
        right = _place_branch(child, right, depth + 1, spot, spots, size)
    if right - left < own:
        # branches below a wide node are centred
        shift = (own - (right - left)) / 2
        for lower in spots[first_below:]:
            lower.x += shift
        right = left + own
    ends = [spots[key].x for key in places]
    spot.x = (ends[0] + ends[-1]) / 2 if ends else (left + right) / 2
    return right


def _describe(branch: Branch) -> str:
    """A tree in words, with branches in brackets."""
    edge = f"{branch.edge}: " if branch.edge else ""
    below = f" ({', '.join(_describe(child) for child in branch.below if child.label)})" if branch.below else ""
    return f"{edge}{branch.label}{' best' if branch.best else ''}{below}"


def of_depths(depths: Sequence[int]) -> Branch:
    """The search tree of the numbers 1..n by their depths, 1 at the root, with lower numbers to the left."""

    def grown(first: int, last: int) -> Branch:
        root = min(range(first, last + 1), key=lambda number: depths[number - 1])
        parts = [(first, root - 1), (root + 1, last)]
        below = [grown(*part) if part[0] <= part[1] else Branch("") for part in parts] if first < last else []
        return Branch(str(root), below)

    return grown(1, len(depths))


@dataclass(frozen=True, slots=True)
class Token:
    """A thing to click.

    Attributes:
        value: as it is typed.
        drawing: how it looks.
    """

    value: str
    drawing: Picture


@dataclass(frozen=True, slots=True)
class Picker:
    """How a text is put together.

    Attributes:
        kind: "rows", of a code and its answer each, or "piles", each of which a token is in once.
        tokens: what is clicked, in order.
        piles: their names and their greatest sizes.
    """

    kind: str
    tokens: Sequence[Token]
    piles: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a board that is a turn.

    Attributes:
        turn: as it is typed.
        x, y, width, height: its box, in the units of the picture.
        label: what it is and, where prices are shown, what it is worth: for those who do not see it, and on hovering.
        worth: what it is worth, "" where prices are hidden.
        price: that in a few characters, "" where all are the same.
        tone: "good", "fair", "bad", or "" where all are the same.
        is_best: whether no turn is better, and some are worse.
        shown: SVG markup that is seen while the place has the focus or the pointer.
    """

    turn: str
    x: float
    y: float
    width: float
    height: float
    label: str
    worth: str = ""
    price: str = ""
    tone: str = ""
    is_best: bool = False
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A part of a turn that is chosen before the place, such as a colour; then the board's places are turns with it.

    Attributes:
        value: in the address.
        label: as it is read.
        fill, ink: colours of its swatch and of the value on it.
        is_chosen: whether it is the one that holds.
    """

    value: str
    label: str
    fill: str
    ink: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said beside a board: text, a picture, a table; any of them may be missing.

    Attributes:
        heading: of the panel.
        lines: text.
        picture: the picture.
        columns, rows: the table.
    """

    heading: str
    lines: tuple[str, ...] = ()
    picture: Picture | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a game in play on a page.

    A room draws its own, in its `pictures`: `BOARDS` has, by the class of a game, of a hidden-code problem or of what a session
    has for a board, the function that draws it, given that, the view and the session; `TURNS` has, by the class of a hidden-code
    problem, the one that draws a turn in a list.

    Attributes:
        picture: the board; its `text` says what it shows.
        spots: turns that can be taken on it.
        panels: what is said beside it.
        choices: what is chosen before a place; none by default.
        kind: the template that shows it in place of a picture, of `web/templates/boards/`; "" for the picture.
        parts: what that template shows, plain values.
    """

    picture: Picture
    spots: tuple[Spot, ...] = ()
    panels: tuple[Panel, ...] = ()
    choices: tuple[Choice, ...] = ()
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)


class View:
    """How a position is looked at.

    Args:
        prices: what turns are worth, where that is shown.
        chosen: value of one of the board's choices. Default: the first.
        is_hinted: whether a hint is shown, perhaps besides prices.
        has_turns: whether turns can be taken.
    """

    def __init__(
        self, prices: "Sequence[Price]" = (), chosen: str = "", *, is_hinted: bool = False, has_turns: bool = True
    ) -> None:
        self.chosen, self.is_hinted, self.has_turns = chosen, is_hinted, has_turns
        self._prices = {price.turn: price for price in prices}
        # a mark on all of them would say nothing
        self._differ = len({(price.worth, price.tone) for price in prices}) > 1

    def spot(self, turn: str, x: float, y: float, width: float, height: float) -> Spot:
        """The place of a turn, with its price where that is shown."""
        price = self._prices.get(turn)
        if price is None:
            return Spot(turn, x, y, width, height, turn)
        label = f"{turn}: {price.worth}{', best' * (self._differ and price.is_best)}"
        marks = (price.sign, str(price.tone or ""), price.is_best) if self._differ else ("", "", False)
        return Spot(turn, x, y, width, height, label, price.worth, *marks)


def draw_board(session: "Session", view: View, value: object = None) -> Board | None:
    """The board of a session; None where it has none.

    Args:
        session: the game.
        view: how it is looked at.
        value: what is drawn of it. Default: its board as it is now.
    """
    from tafelwerk.play.session import Line

    if value is None:
        value = next((value for value in session.board() if not isinstance(value, str | Line)), None)
    things = (session, getattr(session, "game", None), getattr(session, "problem", None), value)
    draw = next(filter(None, (drawing_of("BOARDS", thing) for thing in things)), None)
    board: Board | None = None if draw is None else draw(value, view, session)
    return board


def drawing_of(table: str, thing: object) -> Any:
    """What the room of a thing's class has for it; None if it has nothing.

    Args:
        table: name of a mapping by class in `pictures` of a room.
        thing: an object, perhaps of no room.
    """
    kind = type(thing)
    return getattr(_pictures(kind.__module__), table, {}).get(kind)


@cache
def _pictures(module: str) -> Any:
    """The module `pictures` of the room that a module is of; None if there is none."""
    room = ".".join(module.split(".")[:3])
    is_room = room.startswith("tafelwerk.families.") and find_spec(f"{room}.pictures") is not None
    return import_module(f"{room}.pictures") if is_room else None
