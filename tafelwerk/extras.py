"""Optional libraries: those of each extra of the package, and the error if a command needs one that is not installed.

`alt` and `vl_convert` stand for the libraries that draw figures: each is imported when the first of its names is used.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from tafelwerk.errors import MissingSoftwareError
from tafelwerk.wording import join_words

if TYPE_CHECKING:
    import altair as alt
    import vl_convert

    from tafelwerk.tables import book

__all__ = ["Book", "Drawing", "Layer", "Plot", "Record", "alt", "need", "vl_convert"]

EXTRAS = {
    "plots": {"altair": "altair>=5.5", "vl_convert": "vl-convert-python>=1.7"},
    "web": {"jinja2": "jinja2>=3.1", "starlette": "starlette>=1.0", "uvicorn": "uvicorn>=0.30"},
    "dask": {"distributed": "distributed>=2024.9"},
}
"""Modules of each extra, and the requirements that bring them, as in pyproject.toml; each can be installed alone, too."""


def need(what: str, *extras: str) -> None:
    """Refuse what needs a library that is not installed; none is imported.

    Args:
        what: an option, a command or a thing, the subject of the message.
        extras: names of extras.

    Raises:
        MissingSoftwareError: with the line that installs what is missing.
    """
    libraries = {module: line for extra in extras for module, line in EXTRAS[extra].items()}
    missing = [line for module, line in libraries.items() if module not in sys.modules and find_spec(module) is None]
    if missing:
        names = join_words([line.partition(">")[0] for line in missing])
        verb = "is" if len(missing) == 1 else "are"
        line = " ".join(f"'{line}'" for line in missing)
        raise MissingSoftwareError(f"{what} needs {names}, which {verb} not installed: pip install {line}")


if not TYPE_CHECKING:

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
