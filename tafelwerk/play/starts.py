"""How games begin, in a person's words: a few ready starts, and others. Each game's are in `starts` of its room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from tafelwerk.build.catalogue import FAMILIES


@dataclass(frozen=True, slots=True)
class Start:
    """A start.

    Attributes:
        text: what is played, in a person's words.
        fields: values of the fields of the form of `tafelwerk FAMILY play` that begin it.
        picture: name of its picture among those of the game, "" where it has none of its own.
    """

    text: str
    fields: Mapping[str, str]
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Starts:
    """The starts of a game.

    Attributes:
        title: name of the game for people.
        ready: the two or three that are offered first.
        more: others, by what they have in common.
        pages: other pages of the game, as addresses and texts.
    """

    title: str
    ready: Sequence[Start]
    more: Sequence[tuple[str, Sequence[Start]]] = ()
    pages: Sequence[tuple[str, str]] = ()

    def names(self, field: str) -> bool:
        """Whether a start has a value of its own for a field."""
        starts = [*self.ready, *(start for _, several in self.more for start in several)]
        return any(field in start.fields for start in starts)


def starts_of(game: str) -> Starts | None:
    """The starts of a game; None of a game of the user's own."""
    for family in FAMILIES:
        module = f"tafelwerk.families.{family}.starts"
        if find_spec(module) is not None and game in (known := import_module(module).STARTS):
            starts: Starts = known[game]
            return starts
    return None
