"""The writer of all pictures: figures, boards, trees, hands, puzzles and sheets, as SVG, PNG, PDF or HTML.

What is drawn arrives as SVG in a `Document`: a figure from `rendering.document`, anything else from `pictures.document`. A figure
brings an HTML page of its own, which shows the numbers behind its marks.
"""

import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from zlib import crc32

from tafelwerk.errors import ArgumentError
from tafelwerk.extras import need, vl_convert
from tafelwerk.files import written_whole
from tafelwerk.wording import join_words

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
        ArgumentError: its ending is none of SUFFIXES, its folder does not exist, or it is an HTML page that is to be scaled.
        MissingSoftwareError: it is a PNG or a PDF, and the library that makes them is not installed.
    """
    if path.suffix.lower() not in SUFFIXES:
        ending = f"ends in {path.suffix}" if path.suffix else "has no ending"
        allowed = join_words([f"FILE{suffix}" for suffix in SUFFIXES], last="or")
        raise ArgumentError(f"--output {path} {ending}; a picture is written as {allowed}")

    if scale is not None and path.suffix.lower() == ".html":
        raise ArgumentError("--scale is for pictures (.svg, .png, .pdf); a page is zoomed in the browser")
    if not path.parent.is_dir():
        raise ArgumentError(f"--output {path}: there is no folder {path.parent}; create it first")
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
            # without a unit, a pixel of the SVG is a point of the PDF
            content = join_documents(
                [vl_convert.svg_to_pdf(_resize(page, factor)) for page in drawn.pages or (drawn.svg(),)]
            )
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


_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")


def join_documents(documents: Sequence[bytes]) -> bytes:
    """One document with the pages of several.

    Args:
        documents: of one page or more each.
    """
    if len(documents) == 1:
        return documents[0]
    # 1 is the catalogue, 2 the list of pages
    objects: list[bytes] = [b"", b""]
    pages: list[int] = []
    for document in documents:
        shift = len(objects)
        contents = _objects(document)
        for number in range(1, max(contents) + 1):
            content = _renumber(contents.get(number, b"null"), shift)
            if re.search(rb"/Type\s*/Page\b(?!s)", content.partition(b"stream")[0]):
                pages.append(number + shift)
                content = re.sub(rb"/Parent \d+ 0 R", b"/Parent 2 0 R", content, count=1)
            objects.append(content)
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids)
    written, offsets = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n"), []
    for number, content in enumerate(objects, 1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    written += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(written)


def _objects(document: bytes) -> dict[int, bytes]:
    """The objects by number, read from the cross-reference table."""
    table = int(document[document.rindex(b"startxref") + 9 :].split()[0])
    rows = re.findall(rb"(\d{10}) (\d{5}) ([nf])", document[table : document.rindex(b"trailer")])
    offsets = {number: int(offset) for number, (offset, _, kind) in enumerate(rows) if kind == b"n"}
    ends = sorted((*offsets.values(), table))
    contents = {}
    for number, offset in offsets.items():
        text = document[offset : ends[ends.index(offset) + 1]]
        contents[number] = text[text.index(b"obj") + 3 : text.rindex(b"endobj")].strip(b"\r\n")
    return contents


def _renumber(content: bytes, shift: int) -> bytes:
    """An object with its references shifted and its stream unchanged."""
    head, stream, data = content.partition(b"\nstream")
    return _REFERENCE.sub(lambda match: b"%d 0 R" % (int(match[1]) + shift), head) + stream + data
