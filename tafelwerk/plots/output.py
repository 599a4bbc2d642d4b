"""Files of figures: pictures with their title and description, and pages that show the numbers behind the marks."""

import re
import struct
from collections import Counter
from html import escape
from pathlib import Path
from zlib import crc32

from tafelwerk.errors import InputError
from tafelwerk.files import written_whole
from tafelwerk.plots.page import page
from tafelwerk.plots.parts import Spec

SUFFIXES = (".svg", ".png", ".pdf", ".html")

SMALLEST, LARGEST = 0.1, 10.0
"""Scales of a file."""

_SCALES = {".png": 2.0}
"""Scales by the file's ending where they are not 1."""

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵐ", "0123456789m", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐⱼ⁄", "0123456789aj/", strict=True))
_INDEX = re.compile(rf"[{''.join(_RAISED)}]+|[{''.join(_LOWERED)}]+|(?<=\bH)[α∞]")
_TEXT = re.compile(r'(<text [^>]*font-size="([0-9.]+)px"[^>]*>)(.*?)(?=</text>)')

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def checked_path(path: Path) -> Path:
    """The path, if a figure can be written to a file of that name.

    Raises:
        InputError: the name has another ending than those of SUFFIXES.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"--output {path}: a figure is written as FILE{', FILE'.join(SUFFIXES)}")
    return path


def checked_scale(scale: float | None, path: Path) -> float | None:
    """The scale of a file.

    Raises:
        InputError: it is below SMALLEST or above LARGEST, or the file is a page.
    """
    if scale is not None:
        if not SMALLEST <= scale <= LARGEST:
            raise InputError(f"--scale {scale:g}: a picture is scaled by {SMALLEST:g} to {LARGEST:g}")
        if path.suffix.lower() == ".html":
            raise InputError("--scale is for pictures (.svg, .png, .pdf); a page is zoomed in the browser")
    return scale


def write(spec: Spec, path: Path, scale: float | None = None) -> None:
    """Write a specification as SVG, PNG, PDF or HTML, by the name's ending.

    Args:
        spec: of a whole figure; for a page, one with zoom.
        path: of the file, which is replaced whole or not at all.
        scale: how many times as large, in pixels of a PNG and in length of an SVG or PDF. Default: 2 for PNG, 1 else.

    Raises:
        InputError: no figure is written under such a name or in such a scale, or the folder does not exist.
        StorageError: it cannot be written.
    """
    import vl_convert

    suffix = checked_path(path).suffix.lower()
    factor = checked_scale(scale, path) or _SCALES.get(suffix, 1.0)
    title, description = title_of(spec), str(spec.get("description", ""))
    if suffix == ".html":
        content = page(spec, title, description).encode()
    else:
        drawn = picture(spec)
        if suffix == ".svg":
            content = _enlarged(drawn, factor).encode()
        elif suffix == ".png":
            content = _with_texts(
                vl_convert.svg_to_png(drawn, scale=factor), {"Title": title, "Description": description}
            )
        else:
            content = vl_convert.svg_to_pdf(_enlarged(drawn, factor))
    with written_whole(path) as partial:
        partial.write_bytes(content)


def title_of(spec: Spec) -> str:
    """The title of a figure in a line."""
    title = spec.get("title", "")
    text = title.get("text", "") if isinstance(title, dict) else title
    return text if isinstance(text, str) else " ".join(text)


def picture(spec: Spec) -> str:
    """A specification as SVG, with its title and description in place of a label for each mark; the same spec, the same text."""
    import vl_convert

    silent = {key: value for key, value in spec.items() if key != "description"}
    silent["config"] = spec.get("config", {}) | {"aria": False}
    drawn = vl_convert.vegalite_to_svg(silent)
    # Vega counts gradients and clips on from picture to picture
    for kind in ("clip", "gradient_"):
        for number, name in enumerate(dict.fromkeys(re.findall(rf'id="({kind}[0-9]+)"', drawn))):
            drawn = re.sub(rf'(id="|url\(#){name}\b', rf"\g<1>own_{kind}{number}", drawn)
    drawn = _slim(_TEXT.sub(_set, drawn))
    words = f"<title>{escape(title_of(spec))}</title><desc>{escape(str(spec.get('description', '')))}</desc>"
    return re.sub(r"<svg([^>]*)>", lambda found: f'<svg role="img"{found[1]}>{words}', drawn, count=1)


def _slim(drawn: str) -> str:
    """An SVG without what says nothing: labels beside its description, the font of every text, which the whole picture has, and
    digits behind the second."""
    drawn = re.sub(r' (aria-label|aria-roledescription|role)="[^"]*"', "", drawn)
    fonts = Counter(re.findall(r' font-family="[^"]*"', drawn))
    if fonts:
        (font, _), *_ = fonts.most_common(1)
        drawn = drawn.replace(font, "").replace("<svg ", f"<svg{font} ", 1)
    drawn = re.sub(r'<path[^>]* d=""[^>]*/>', "", drawn)
    return re.sub("<[^>]+>", _slim_tag, drawn)


_IDLE = re.compile(
    r' (opacity="1"|transform="translate\(0,0\)"|aria-hidden="true"|pointer-events="none"|class="[^"]*")'
)


def _slim_tag(found: re.Match[str]) -> str:
    tag = _IDLE.sub("", found[0])
    return re.sub(r"(?<=[0-9]\.)([0-9]{2})[0-9]+", r"\1", tag)


def _set(found: re.Match[str]) -> str:
    """A text whose raised and lowered signs are set as small ones of its own font: few fonts have them all."""
    head, size, content = found.groups()
    if not _INDEX.search(content):
        return found[0]
    whole, back = head, 0.0
    for token in re.split(r"(<[^>]*>)", content):
        if token.startswith("<"):
            # the next line of several
            if back and ' dy="' in token:
                token = re.sub(r'dy="([0-9.]+)"', lambda line, back=back: f'dy="{float(line[1]) + back:g}"', token)
                back = 0.0
            whole += token
            continue
        place = 0
        for index in _INDEX.finditer(token):
            whole += _shifted(token[place : index.start()], back)
            back = 0.0 if place < index.start() else back
            raised = index[0][0] in _RAISED
            shift = round(float(size) * (-0.36 if raised else 0.18), 2)
            signs = _RAISED if raised else _LOWERED
            small = "".join(signs.get(sign, sign) for sign in index[0])
            # a shift lasts until it is taken back
            whole += f'<tspan dy="{shift + back:g}" font-size="{0.72 * float(size):.4g}px">{small}</tspan>'
            place, back = index.end(), -shift
        whole += _shifted(token[place:], back)
        back = 0.0 if token[place:] else back
    return whole


def _shifted(text: str, shift: float) -> str:
    return f'<tspan dy="{shift:g}">{text}</tspan>' if text and shift else text


def _enlarged(drawn: str, factor: float) -> str:
    """An SVG drawn so many times as large."""
    if factor == 1:
        return drawn
    head, rest = drawn.split(">", 1)
    head = re.sub(r' (width|height)="([0-9.]+)"', lambda found: f' {found[1]}="{float(found[2]) * factor:g}"', head)
    return f"{head}>{rest}"


def _with_texts(content: bytes, texts: dict[str, str]) -> bytes:
    """A PNG with texts in chunks behind its header."""
    header = len(_SIGNATURE) + 25
    chunks = b""
    for name, text in texts.items():
        # keyword, no compression, no language, no translated keyword
        body = b"iTXt" + name.encode() + b"\0\0\0\0\0" + text.encode()
        chunks += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", crc32(body))
    return content[:header] + chunks + content[header:]
