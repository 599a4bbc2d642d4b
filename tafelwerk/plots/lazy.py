"""Names that figures and pictures need; an optional library is imported when the first of its names is used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from tafelwerk.extras import need

__all__ = ["Book", "Drawing", "Layer", "Plot", "Record", "alt", "vl_convert"]

if TYPE_CHECKING:
    import altair as alt
    import vl_convert

    from tafelwerk.tables import book
else:

    class _Lazy:
        """A library of the extra `plots`, imported when the first of its names is used."""

        def __init__(self, module: str) -> None:
            self._module = module

        def __getattr__(self, name: str) -> Any:
            need("a figure", "plots")
            return getattr(import_module(self._module), name)

    alt, vl_convert = _Lazy("altair"), _Lazy("vl_convert")

Book: TypeAlias = "book.Book"
Drawing: TypeAlias = "alt.TopLevelMixin"
Layer: TypeAlias = "alt.Chart | alt.LayerChart"
Plot: TypeAlias = "alt.Chart | alt.LayerChart | alt.ConcatChart | alt.VConcatChart | alt.HConcatChart"
Record: TypeAlias = dict[str, Any]
"""A row of the data of a chart."""
