"""Tables of text as figures."""

from collections.abc import Sequence

from tafelwerk.plots.colours import INK, STRIPE
from tafelwerk.plots.lazy import Layer, Record, alt
from tafelwerk.plots.style import cells, chart, hints, panel


def text_table(headings: Sequence[str], lines: Sequence[tuple[float, Sequence[str]]]) -> Layer:
    """A table of text, every other group of lines shaded.

    Args:
        headings: of the columns.
        lines: a number and one text per column. Lines are sorted by the number; rounded up, it is their group.
    """
    entries = [
        {"line": line, "column": heading, "text": text}
        for line, texts in lines
        for heading, text in zip(headings, texts, strict=True)
    ]
    groups = list(dict.fromkeys(-int(-line // 1) for line, _ in lines))
    shaded = [{"line": line} for line, _ in lines if groups.index(-int(-line // 1)) % 2 == 0]
    look: Record = {"orient": "top", "domain": False, "ticks": False, "labelPadding": 8, "labelFontWeight": "bold"}
    columns = cells(None, "column:N", **look).sort(list(headings))
    text = chart(entries).mark_text(fontSize=13, color=INK, font="DejaVu Sans Mono, Menlo, Consolas, monospace")
    stripes = chart(shaded).mark_bar(color=STRIPE, height=alt.RelativeBandSize(1.0))
    return panel(
        stripes.encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0))),
        text.encode(
            x=columns, y=alt.Y("line:O", axis=None), text="text:N", tooltip=hints(column="column", text="value")
        ),
        width=alt.Step(118),
        height=alt.Step(30),
        frame=False,
    )
