"""The writer of all pictures: figures, boards, trees, hands, puzzles and sheets, as SVG, PNG, PDF or HTML.

What is drawn arrives as SVG in a `Document`: a figure from `rendering.document`, anything else from `pictures.document`. A figure
brings an HTML page of its own, which shows the numbers behind its marks (`page.py`).
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from zlib import crc32

from tafelwerk.errors import ArgumentError
from tafelwerk.extras import need
from tafelwerk.files import written_whole
from tafelwerk.plots.lazy import vl_convert
from tafelwerk.wording import listed

SUFFIXES = (".svg", ".png", ".pdf", ".html")

SMALLEST, LARGEST = 0.1, 10.0
"""Scales of a file."""

_PNG_SCALE = 2.0
"""Default scale of a PNG; that of other files is 1."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Document:
    """Something drawn, as it goes to a file.

    Attributes:
        svg: makes the SVG of the whole, its size in pixels.
        title: what it is, in a line.
        text: the same at length, for readers who do not see it.
        pages: SVG of each page of a PDF. Default: one page, the whole.
        unit: of the size that SVG and HTML name: "pt" for a page of paper. Default: pixels.
        html: makes the HTML page. Default: a page that holds the SVG.
        language: of the words, as HTML names it.
    """

    svg: Callable[[], str]
    title: str
    text: str
    pages: tuple[str, ...] = ()
    unit: str = ""
    html: Callable[[], str] | None = None
    language: str = "en"


def check(path: Path, scale: float | None = None) -> None:
    """Refuse a file that no picture is written to, or that nothing installed makes: once, before anything is drawn.

    Args:
        path: the file.
        scale: as of `write`.

    Raises:
        ArgumentError: its ending is none of SUFFIXES, or it is an HTML page that is to be scaled.
        MissingSoftwareError: it is a PNG or a PDF, and the library that makes them is not installed.
    """
    if path.suffix.lower() not in SUFFIXES:
        ending = f"ends in {path.suffix}" if path.suffix else "has no ending"
        allowed = listed([f"FILE{suffix}" for suffix in SUFFIXES], last="or")
        raise ArgumentError(f"--output {path} {ending}; a picture is written as {allowed}")

    if scale is not None and path.suffix.lower() == ".html":
        raise ArgumentError("--scale is for pictures (.svg, .png, .pdf); a page is zoomed in the browser")
    if path.suffix.lower() in (".png", ".pdf"):
        need(f"--output {path}", "plots")


def write(drawn: Document, path: Path, scale: float | None = None) -> None:
    """Write a picture as SVG, PNG, PDF or HTML, by the ending of the name.

    Args:
        drawn: what is written.
        path: FILE.svg, .png, .pdf or .html, as `check` allows; replaced whole or not at all.
        scale: factor on the pixels of a PNG and on the lengths of an SVG or PDF, from SMALLEST to LARGEST. Default: 2 for PNG,
            otherwise 1.

    Raises:
        ArgumentError: the folder does not exist.
        StorageError: the file cannot be written.
    """
    suffix, factor = path.suffix.lower(), scale or 1.0
    if suffix == ".svg":
        content = _resize(drawn.svg(), factor, drawn.unit).encode()
    elif suffix == ".html":
        content = (_static_page(drawn) if drawn.html is None else drawn.html()).encode()
    else:
        if suffix == ".png":
            content = vl_convert.svg_to_png(drawn.svg(), scale=scale or _PNG_SCALE)
            content = _with_texts(content, {"Title": drawn.title, "Description": drawn.text})
        else:
            from tafelwerk.plots.pdf import joined

            # without a unit, a pixel of the SVG is a point of the PDF
            content = joined([vl_convert.svg_to_pdf(_resize(page, factor)) for page in drawn.pages or (drawn.svg(),)])
    with written_whole(path) as partial:
        partial.write_bytes(content)


def _resize(svg: str, factor: float, unit: str = "") -> str:
    """An SVG with its width and height multiplied by a factor and followed by a unit."""
    if factor == 1 and not unit:
        return svg

    def side(found: re.Match[str]) -> str:
        length = found[2] if factor == 1 else f"{float(found[2]) * factor:g}"
        return f' {found[1]}="{length}{unit}"'

    head, end, body = svg.partition(">")
    return re.sub(r' (width|height)="([0-9.]+)"', side, head) + end + body


def _static_page(drawn: Document) -> str:
    return (
        f'<!doctype html><html lang="{drawn.language}"><meta charset="utf-8"><title>{escape(drawn.title)}</title>'
        f"{_resize(drawn.svg(), 1, drawn.unit)}</html>\n"
    )


def _with_texts(content: bytes, texts: dict[str, str]) -> bytes:
    """A PNG with texts in chunks behind its header."""
    header = len(_SIGNATURE) + 25
    chunks = b""
    for name, text in texts.items():
        # keyword, no compression, no language, no translated keyword
        body = b"iTXt" + name.encode() + b"\0\0\0\0\0" + text.encode()
        chunks += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", crc32(body))
    return content[:header] + chunks + content[header:]
