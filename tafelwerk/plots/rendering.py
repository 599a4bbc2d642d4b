"""Figures as SVG: Vega's picture with a title and a description, slimmed, with raised and lowered signs set in its font."""

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from gzip import compress
from html import escape
from pathlib import Path

from tafelwerk.extras import Drawing, vl_convert
from tafelwerk.plots.output import Document, write
from tafelwerk.plots.specification import Purpose, Spec, for_purpose, records, specification
from tafelwerk.plots.style import DARK, INK, PAPER, SOFT_INK, Theme

MANY = 1000
"""Number of records from which marks are drawn on a canvas, which is faster than SVG elements."""

_SCRIPT = """
(async () => {
  const packed = atob(document.getElementById('packed').textContent);
  const stream = new Blob([Uint8Array.from(packed, sign => sign.charCodeAt(0))]).stream();
  const {library, spec, options} = await new Response(stream.pipeThrough(new DecompressionStream('gzip'))).json();
  const script = document.createElement('script');
  // a scope of its own: the library's short names would be global
  script.textContent = '(() => {' + library + '})()';
  document.head.append(script);
  await window.vegaEmbed('#figure', spec, options);
})().catch(error => { document.getElementById('failed').textContent = 'The figure cannot be shown: ' + error + '.'; });
"""


def page(spec: Spec, title: str, description: str) -> str:
    """The HTML page of a figure.

    Args:
        spec: of the figure, with zoom.
        title: of the page.
        description: for readers who cannot see the figure.
    """
    many = records(spec) >= MANY
    paper = spec.get("background", PAPER)
    dark = paper == DARK[PAPER]
    options = {
        "mode": "vega-lite",
        "renderer": "canvas" if many else "svg",
        "actions": {"export": True, "source": False, "compiled": False, "editor": False},
        "tooltip": {"theme": "dark" if dark else "light"},
        "downloadFileName": "figure",
        "scaleFactor": 2,
    }
    content = {
        "library": vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"),
        "spec": spec,
        "options": options,
    }
    packed = b64encode(compress(json.dumps(content, ensure_ascii=False).encode(), 9, mtime=0)).decode()
    ink, soft = (DARK[colour] if dark else colour for colour in (INK, SOFT_INK))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{escape(description)}">
<title>{escape(title)}</title>
<style>
html {{ color-scheme: {"dark" if dark else "light"}; background: {paper}; color: {ink}; }}
body {{ margin: 1rem; font: 0.85rem Helvetica, Arial, "Liberation Sans", sans-serif; }}
figure {{ margin: 0; overflow-x: auto; }}
figcaption {{ margin-top: 0.5rem; color: {soft}; }}
</style>
</head>
<body>
<figure>
<div id="figure" role="img" aria-label="{escape(description)}"></div>
<figcaption><span id="failed"><noscript>The figure needs JavaScript.</noscript></span>
Point at a mark for its numbers; turn the wheel to zoom, drag to move, double-click to go back.</figcaption>
</figure>
<script type="text/plain" id="packed">{packed}</script>
<script>{_SCRIPT}</script>
</body>
</html>
"""


_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵐ", "0123456789m", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐⱼ⁄", "0123456789aj/", strict=True))
_INDEX = re.compile(rf"[{''.join(_RAISED)}]+|[{''.join(_LOWERED)}]+|(?<=\bH)[α∞]")
_TEXT = re.compile(r'(<text [^>]*font-size="([0-9.]+)px"[^>]*>)(.*?)(?=</text>)')


def save(
    chart: Drawing,
    path: Path,
    theme: Theme = "light",
    width: int | None = None,
    scale: float | None = None,
    purpose: Purpose | None = None,
) -> None:
    """Write a chart as SVG, PNG, PDF or self-contained HTML with tooltips and zoom, by the ending of the name.

    Args:
        chart: any chart.
        path: FILE.svg, FILE.png, FILE.pdf or FILE.html, as `check` allows; replaced whole or not at all.
        theme: its colours.
        width: of the picture in pixels. Default: the width of the figure as drawn.
        scale: as of `write`.
        purpose: what the picture is for, instead of its width.

    Raises:
        InputError: the folder does not exist, or the width is out of range.
        StorageError: the file cannot be written.
    """
    suffix = path.suffix.lower()
    spec = specification(chart, theme, width, zoom=suffix == ".html")
    if purpose is None:
        write(document(spec), path, scale)
        return
    page = document(for_purpose(spec, purpose))
    if purpose.height is not None:
        size, paper = (purpose.width, purpose.height), str(spec.get("background", PAPER))
        page = replace(page, svg=partial(frame_picture, page.svg, *size, paper))
    if scale is None and suffix != ".html":
        scale = purpose.pixels if suffix == ".png" else purpose.scale
    write(page, path, scale)


def frame_picture(make: Callable[[], str], width: float, height: float, paper: str) -> str:
    """An SVG in the middle of a picture of another size, as large as fits.

    Args:
        make: makes it, with a viewBox.
        width, height: of the picture, in pixels.
        paper: colour of the margins.
    """
    head, _, body = make().partition(">")
    sizes = {"width": width, "height": height}
    head = re.sub(r' (width|height)="[0-9.]+"', lambda side: f' {side[1]}="{sizes[side[1]]:g}"', head)
    return f'{head}><rect x="-100%" y="-100%" width="300%" height="300%" fill="{paper}"/>{body}'


def document(spec: Spec) -> Document:
    """A figure as it goes to a file.

    Args:
        spec: of the whole figure; for HTML one with zoom.
    """
    title, text = title_of(spec), str(spec.get("description", ""))
    return Document(lambda: picture(spec), title, text, html=lambda: page(spec, title, text))


def title_of(spec: Spec) -> str:
    """The title of a figure in a line."""
    title = spec.get("title", "")
    text = title.get("text", "") if isinstance(title, dict) else title
    return text if isinstance(text, str) else " ".join(text)


def picture(spec: Spec) -> str:
    """A specification as SVG, with one description instead of a label per mark. The same specification gives the same text."""
    silent = {key: value for key, value in spec.items() if key != "description"}
    silent["config"] = spec.get("config", {}) | {"aria": False}
    svg = vl_convert.vegalite_to_svg(silent)
    # Vega numbers gradients and clips across pictures
    for kind in ("clip", "gradient_"):
        for number, name in enumerate(dict.fromkeys(re.findall(rf'id="({kind}[0-9]+)"', svg))):
            svg = re.sub(rf'(id="|url\(#){name}\b', rf"\g<1>own_{kind}{number}", svg)
    svg = _slim(_TEXT.sub(_set, svg))
    words = f"<title>{escape(title_of(spec))}</title><desc>{escape(str(spec.get('description', '')))}</desc>"
    return re.sub(r"<svg([^>]*)>", lambda found: f'<svg role="img"{found[1]}>{words}', svg, count=1)


def _slim(svg: str) -> str:
    """An SVG without what it does not need: labels of marks, the font of each text where the whole picture has it, and all but
    two decimals."""
    svg = re.sub(r' (aria-label|aria-roledescription|role)="[^"]*"', "", svg)
    fonts = Counter(re.findall(r' font-family="[^"]*"', svg))
    if fonts:
        (font, _), *_ = fonts.most_common(1)
        svg = svg.replace(font, "").replace("<svg ", f"<svg{font} ", 1)
    svg = re.sub(r'<path[^>]* d=""[^>]*/>', "", svg)
    return re.sub("<[^>]+>", _slim_tag, svg)


_IDLE = re.compile(
    r' (opacity="1"|transform="translate\(0,0\)"|aria-hidden="true"|pointer-events="none"|class="[^"]*")'
)


def _slim_tag(found: re.Match[str]) -> str:
    tag = _IDLE.sub("", found[0])
    return re.sub(r"(?<=[0-9]\.)([0-9]{2})[0-9]+", r"\1", tag)


def _set(found: re.Match[str]) -> str:
    """A text with superscripts and subscripts as small shifted characters of its own font: few fonts have them all."""
    head, size, content = found.groups()
    if not _INDEX.search(content):
        return found[0]
    text, back = head, 0.0
    for token in re.split(r"(<[^>]*>)", content):
        if token.startswith("<"):
            # the next line of a text of several
            if back and ' dy="' in token:
                token = re.sub(r'dy="([0-9.]+)"', lambda line, back=back: f'dy="{float(line[1]) + back:g}"', token)
                back = 0.0
            text += token
            continue
        end = 0
        for index in _INDEX.finditer(token):
            text += _shift_text(token[end : index.start()], back)
            back = 0.0 if end < index.start() else back
            raised = index[0][0] in _RAISED
            shift = round(float(size) * (-0.36 if raised else 0.18), 2)
            signs = _RAISED if raised else _LOWERED
            small = "".join(signs.get(sign, sign) for sign in index[0])
            # a shift lasts until it is undone
            text += f'<tspan dy="{shift + back:g}" font-size="{0.72 * float(size):.4g}px">{small}</tspan>'
            end, back = index.end(), -shift
        text += _shift_text(token[end:], back)
        back = 0.0 if token[end:] else back
    return text


def _shift_text(text: str, shift: float) -> str:
    return f'<tspan dy="{shift:g}">{text}</tspan>' if text and shift else text
