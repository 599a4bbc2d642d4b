"""A figure as a page that needs nothing else: Vega and the figure, compressed, with tooltips, zoom and a picture to save."""

import json
from base64 import b64encode
from gzip import compress
from html import escape

from tafelwerk.plots.colours import FRAME, INK, PAPER, SOFT_INK
from tafelwerk.plots.parts import Spec

MANY = 1000
"""Records from which on marks are drawn on a canvas, which takes less time than as elements of the page."""

_SCRIPT = """
const unpacked = async id => JSON.parse(await new Response(new Blob([Uint8Array.from(
  atob(document.getElementById(id).textContent), c => c.charCodeAt(0))]).stream()
  .pipeThrough(new DecompressionStream('gzip'))).text());
(async () => {
  const {library, spec, renderer} = await unpacked('packed');
  const script = document.createElement('script');
  script.textContent = library;
  document.head.append(script);
  const tip = document.getElementById('tip');
  const tooltip = (handler, event, item, value) => {
    tip.replaceChildren();
    if (value === null || value === undefined || value === '') { tip.hidden = true; return; }
    for (const [name, text] of Object.entries(typeof value === 'object' ? value : {'': value})) {
      const row = tip.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = text;
    }
    tip.hidden = false;
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = Math.max(4, Math.min(event.pageX + 14, room + scrollX)) + 'px';
    tip.style.top = event.pageY + 14 + 'px';
  };
  const view = new vega.View(vega.parse(spec), {renderer, tooltip, hover: true, container: '#figure'});
  await view.runAsync();
  for (const kind of ['svg', 'png']) {
    const link = document.getElementById(kind);
    link.addEventListener('click', async event => {
      if (link.href.startsWith('data:') || link.href.startsWith('blob:')) return;
      event.preventDefault();
      link.href = await view.toImageURL(kind, 2);
      link.click();
      link.removeAttribute('href');
      link.href = '#';
    });
  }
})().catch(error => { document.getElementById('failed').textContent = 'This figure cannot be shown: ' + error; });
"""


def page(spec: Spec, title: str, description: str) -> str:
    """A page that shows a figure.

    Args:
        spec: of the figure, with zoom.
        title: of the page.
        description: for readers who do not see the figure.
    """
    import vl_convert

    compiled = vl_convert.vegalite_to_vega(spec)
    many = sum(map(len, spec.get("datasets", {}).values())) >= MANY
    content = {
        "library": vl_convert.javascript_bundle("window.vega = vega;"),
        "spec": compiled,
        "renderer": "canvas" if many else "svg",
    }
    packed = b64encode(compress(json.dumps(content, ensure_ascii=False).encode(), 9, mtime=0)).decode()
    paper = spec.get("background", PAPER)
    dark = paper != PAPER
    from tafelwerk.plots.colours import DARK

    ink, soft, frame = (DARK[colour] if dark else colour for colour in (INK, SOFT_INK, FRAME))
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
a {{ color: inherit; }}
#tip {{ position: absolute; z-index: 1; pointer-events: none; padding: 0.3rem 0.4rem; border: 1px solid {frame};
  border-radius: 0.3rem; background: {paper}; max-width: 22rem; }}
#tip td:first-child {{ color: {soft}; padding-right: 0.7rem; }}
</style>
</head>
<body>
<figure>
<div id="figure" role="img" aria-label="{escape(description)}"></div>
<figcaption><span id="failed"><noscript>The figure needs JavaScript.</noscript></span>
Point at a mark for its numbers; turn the wheel to zoom, drag to move, double-click to go back. Save as
<a id="svg" href="#" download="figure.svg">SVG</a> or <a id="png" href="#" download="figure.png">PNG</a>.</figcaption>
</figure>
<table id="tip" hidden></table>
<script type="text/plain" id="packed">{packed}</script>
<script>{_SCRIPT}</script>
</body>
</html>
"""
