"""Names that every figure needs; altair is imported when the first of its names is used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = ["Book", "Drawing", "Layer", "Plot", "Record", "alt"]

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables import book
else:

    class _Altair:
        """altair, imported when the first of its names is used."""

        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("altair"), name)

    alt = _Altair()

Book: TypeAlias = "book.Book"
Drawing: TypeAlias = "alt.TopLevelMixin"
Layer: TypeAlias = "alt.Chart | alt.LayerChart"
Plot: TypeAlias = "alt.Chart | alt.LayerChart | alt.ConcatChart | alt.VConcatChart | alt.HConcatChart"
Record: TypeAlias = dict[str, Any]
"""A row of the data of a chart."""
