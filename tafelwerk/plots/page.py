"""A figure as a self-contained HTML page: Vega and the figure, compressed, with tooltips, zoom and export as a picture."""

import json
from base64 import b64encode
from gzip import compress
from html import escape

from tafelwerk.plots.colours import DARK, INK, PAPER, SOFT_INK
from tafelwerk.plots.lazy import vl_convert
from tafelwerk.plots.parts import Spec, records

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
