"""Sizes, colours that the colour-blind can tell apart, and shapes of all figures."""

from typing import Any

WIDTH = 640
HEIGHT = 380

INK = "#1b1b1b"
MUTED = "#7a7a7a"
BLUE = "#0072b2"
VERMILION = "#d55e00"
GREEN = "#009e73"
PURPLE = "#cc79a7"
ORANGE = "#e69f00"
SKY = "#56b4e9"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, INK)
"""The palette of Okabe and Ito, without its yellow, which is too pale for lines."""

CROSS = "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8"
"""Shape of a diagonal cross."""

STROKES: dict[str, Any] = {"symbolType": "stroke", "symbolSize": 400}
"""Symbols of a legend of lines."""
