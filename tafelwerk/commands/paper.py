"""A rich console whose texts are made visible before they are laid out; its own escape sequences are left alone."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.segment import Segment

from tafelwerk.streams import visible


class Paper(Console):
    """The console of everything that is laid out for a person."""

    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        """The segments of a renderable, those that it is made of among them."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))
