"""Every figure: its name and title."""

from reference.markdown import page, table
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import figures

INTRODUCTION = """\
`tafelwerk plot FIGURE` draws a figure; `book.figure("FIGURE")` returns it as an Altair chart. A number in a name is the source's
number. They are drawn from the book made by `tafelwerk build`."""


def text() -> str:
    """The page."""
    sections = []
    for family in FAMILIES:
        rows = [(f"`{name}`", one.title) for name, one in figures(family).items()]
        sections += [f"## {family}", table(("figure", "what it shows"), rows)]
    return page("Figures", INTRODUCTION, sections)
