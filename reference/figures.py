"""Every figure: its name, title and set of builds."""

from reference.markdown import page, table
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import figures

INTRODUCTION = """\
`tafelwerk plot FIGURE` draws a figure; `book.figure("FIGURE")` returns it as an Altair chart. A number in a name is the source's
number. Figures of the standard set are drawn from the book made by `tafelwerk build`; those of the full set need
`tafelwerk build --full`."""


def text() -> str:
    """The page."""
    sections = []
    for family in FAMILIES:
        rows = [(f"`{name}`", one.title, one.set) for name, one in figures(family).items()]
        sections += [f"## {family}", table(("figure", "what it shows", "set"), rows)]
    return page("Figures", INTRODUCTION, sections)
