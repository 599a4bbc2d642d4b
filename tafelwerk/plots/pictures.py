"""Pictures that are not charts: boards, trees, hands, puzzles and sheets as SVG.

A `Picture` is a size and the markup inside it. The shapes below make markup, `of_chart` turns a chart into a picture, `stacked`
and `sheets.pages` put several on a page, and `document` is what `output.write` takes. Lengths are in pixels, on a page in points.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from tafelwerk.plots.colours import INK
from tafelwerk.plots.lazy import Drawing, vl_convert
from tafelwerk.plots.output import Document

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
    """

    width: float
    height: float
    body: str
    title: str = ""
    text: str = ""

    def described(self, title: str, text: str) -> "Picture":
        """The picture with its text alternatives."""
        return replace(self, title=title, text=text)


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


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text broken into lines of at most the given width."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def placed(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    """A picture inside another, scaled to fit a rectangle; its aspect ratio is kept."""
    return (
        f'<svg x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" '
        f'viewBox="0 0 {picture.width:.2f} {picture.height:.2f}">{picture.body}</svg>'
    )


def captioned(picture: Picture, title: str, *below: str, text: str = "") -> Picture:
    """A picture below its title and lines that say how to read it.

    Args:
        picture: what is shown.
        title: what the picture shows.
        below: paragraphs below the title; long ones are wrapped.
        text: text alternative. Default: that of the picture.
    """
    width = max(picture.width, 520.0) + 2 * _MARGIN
    inner, y, parts = width - 2 * _MARGIN, _MARGIN + 8.0, []
    for each in wrapped(title, 15, inner):
        parts.append(words(_MARGIN, y, each, 15, bold=True))
        y += 20
    for each in (line for paragraph in below for line in wrapped(paragraph, 12, inner)):
        parts.append(words(_MARGIN, y, each, 12, "#4a4a4a"))
        y += 16
    left = (width - picture.width) / 2
    parts.append(placed(picture, left, y, picture.width, picture.height))
    description = " ".join((*below, text or picture.text)).strip()
    return Picture(width, y + picture.height + _MARGIN, "".join(parts), title, description)


def stacked(pictures: Sequence[Picture], gap: float = 0) -> Picture:
    """Pictures one below the other, centred."""
    width, y, parts = max(picture.width for picture in pictures), 0.0, []
    for picture in pictures:
        parts.append(placed(picture, (width - picture.width) / 2, y, picture.width, picture.height))
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
            parts.append(placed(picture, x + (width - picture.width) / 2, y + 18, picture.width, picture.height))
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
    written = vl_convert.vegalite_to_svg(chart.to_json(indent=None, validate=False))
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


def document(pages: Picture | Sequence[Picture], language: str = "en") -> Document:
    """A picture, or the pages of a sheet, as they go to a file: one page each in a PDF, otherwise one below the other.

    Args:
        pages: one or more.
        language: of the words in them, as HTML names it.
    """
    several = [pages] if isinstance(pages, Picture) else list(pages)
    picture = several[0] if len(several) == 1 else stacked(several)
    # paper is measured in points, whatever a screen makes of pixels
    unit = "pt" if several[0].width == A4[0] else ""
    return Document(
        lambda: svg(picture), picture.title, picture.text, tuple(map(svg, several)), unit, language=language
    )
