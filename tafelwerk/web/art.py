"""Drawings of boards in pages: in the colours of the page's theme, with letters that can be read on a phone."""

import re

from markupsafe import Markup

from tafelwerk.plots.style import DARK, PAPER

PHONE = 330.0
"""Pixels that a board has on a phone."""

LEAST_LETTER = 11.5
"""Pixels of the smallest letter."""

_COLOUR = re.compile(r'"(#[0-9a-f]{6})"')
_SIZE = re.compile(r'font-size="([0-9.]+)(?:px)?"')


def dark_document(document: str) -> str:
    """An SVG document of a board in dark colours; one with white things, such as cards, stays on its white paper."""
    paper = '<rect width="100%" height="100%" fill="{}"/>'
    dark = document.replace(paper.format("white"), paper.format(DARK[PAPER]), 1)
    if 'fill="white"' in dark:
        return document
    return _COLOUR.sub(lambda part: f'"{DARK.get(part[1], part[1])}"', dark)


def enlarge_letters(body: str, width: float) -> str:
    """SVG markup of a picture of that width, in which no letter is too small on a phone."""
    least = LEAST_LETTER * width / PHONE
    return _SIZE.sub(lambda size: f'font-size="{max(float(size[1]), least):.2f}"', body)


def art(body: str, width: float = 0) -> Markup:
    """SVG markup for a page: each colour as a custom property, which the dark theme of boards.css sets.

    Args:
        body: the markup.
        width: of the picture; letters that a phone would show too small are enlarged. Default: as they are.
    """

    def colour(part: re.Match[str]) -> str:
        return f'"var(--x{part[1][1:]},{part[1]})"' if part[1] in DARK else part[0]

    # the markup is the program's own
    return Markup(_COLOUR.sub(colour, enlarge_letters(body, width) if width else body))
