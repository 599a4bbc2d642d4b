"""The palette of both themes, and sizes and shapes of all figures.

A colour is a role. Figures name a role by its colour in the light theme, and no two roles share one. DARK maps it to the colour
of the role in the dark theme, so a chart is converted colour by colour (`specification.themed`). Colours of marks have a contrast
of at least 3:1 to the background of their theme and are distinct for colour-blind readers.
"""

from typing import Any, Literal, get_args

from tafelwerk.errors import InputError, quoted

Theme = Literal["light", "dark"]

THEMES: tuple[Theme, ...] = get_args(Theme)


def checked_theme(name: str) -> Theme:
    """The theme of a name.

    Raises:
        InputError: there is none.
    """
    for theme in THEMES:
        if theme == name:
            return theme
    raise InputError(f"--theme {quoted(name)}: the themes are {' and '.join(THEMES)}")


WIDTH = 640
HEIGHT = 380

PAPER = "#ffffff"
INK = "#1b1b1b"
ON_FILL = "#fefefe"
"""Text on dark fills."""

ON_SOFT = "#1c1c1c"
"""Text on lighter fills, dark in both themes."""

SOFT_INK = "#4a4a4a"
NOTE_INK = "#5c5c5c"
MUTED = "#757575"
OUTLINE = "#919191"
"""Borders of fields, and edges that no player has taken."""

GRID = "#e8e8e8"
FRAME = "#d0d0d0"
STRIPE = "#f2f2f2"
FIELD = "#f6f3ea"
CHOSEN = "#ffe28a"
"""Background of the names of chosen moves."""

BAND = "#d6e7f4"
PALE = "#dbe9f4"
"""The light end of a scale that ends in BLUE."""

BLUE = "#005a9c"
VERMILION = "#d55e00"
GREEN = "#008560"
PURPLE = "#bc80a8"
BROWN = "#8c4900"
SKY = "#199bde"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, BROWN, SKY, INK)
"""Hues of the palette of Okabe and Ito, lightened or darkened for contrast with the background."""

ORANGE = "#e69f00"
"""Fill of pegs and colour of diamonds, always beside another mark."""

TINTS = {GREEN: "#bfe3d4", BLUE: "#b9d7ea", VERMILION: "#f6cdb0", MUTED: "#ececec", BROWN: "#fbe3c8"}
"""Pale fills behind text or below lines, by the colour that they go with."""

DIVERGING = ("#08519c", "#6baed6", "#f7f7f7", "#f1a340", "#a63603")
"""A scale with a middle, from blue to orange."""

SEQUENCE = ("#fdfdfd", "#cfe3f1", "#5aaee0", "#0b6fb0", "#00344f")
"""A scale from zero to the maximum, light to dark."""

DARK = {
    PAPER: "#16191e",
    INK: "#e6e6e6",
    ON_FILL: "#0c0e11",
    ON_SOFT: "#0d0f12",
    SOFT_INK: "#b9bec6",
    NOTE_INK: "#a8aeb7",
    MUTED: "#8d949e",
    OUTLINE: "#757c87",
    GRID: "#2a2e35",
    FRAME: "#3b4049",
    STRIPE: "#20242a",
    FIELD: "#23272e",
    CHOSEN: "#5c4a00",
    BAND: "#1d3346",
    PALE: "#1c2c3c",
    BLUE: "#4a86d8",
    VERMILION: "#d25e3c",
    GREEN: "#47cc88",
    PURPLE: "#b682a6",
    BROWN: "#e8a317",
    SKY: "#a7ccf9",
    TINTS[GREEN]: "#1f4a3b",
    TINTS[BLUE]: "#1f3f58",
    TINTS[VERMILION]: "#5a3420",
    TINTS[MUTED]: "#2b2e33",
    TINTS[BROWN]: "#3b2a18",
    **dict(zip(DIVERGING, ("#9ecbff", "#3f7fc0", "#23262b", "#a8621a", "#ffb45c"), strict=True)),
    **dict(zip(SEQUENCE, ("#17202a", "#1f3d5c", "#2f6da8", "#69a9e6", "#d6eaff"), strict=True)),
}
"""Colour of each role in the dark theme, by its colour in the light theme."""


def pale(colour: str, paper: str = PAPER) -> str:
    """A colour mixed with the background, one part to three."""
    parts = ((colour[start : start + 2], paper[start : start + 2]) for start in (1, 3, 5))
    return "#" + "".join(f"{(int(own, 16) + 3 * int(other, 16)) // 4:02x}" for own, other in parts)


DARK |= {pale(colour): pale(DARK[colour], DARK[PAPER]) for colour in COLOURS}

SCHEMES = {"viridis": ((0.0, 0.55), (0.4, 1.0)), "inferno": ((0.0, 0.62), (0.45, 1.0))}
"""Parts of Vega's colour schemes for lines and points: in the light theme, where they are reversed, and in the dark theme."""

CROSS = "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8"
"""Shape of a diagonal cross."""

PLUS = "M-1,0L1,0M0,-1L0,1"
"""Shape of an upright cross."""

STROKES: dict[str, Any] = {"symbolType": "stroke", "symbolSize": 400}
"""Symbols of a legend of lines."""
