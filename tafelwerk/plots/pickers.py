"""What a text of a question is put together of by clicks on a page, such as pegs or cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from tafelwerk.plots.pictures import Picture


@dataclass(frozen=True, slots=True)
class Token:
    """A thing to click.

    Attributes:
        value: as it is typed.
        drawing: how it looks.
    """

    value: str
    drawing: Picture


@dataclass(frozen=True, slots=True)
class Picker:
    """How a text is put together.

    Attributes:
        kind: "rows", of a code and its answer each, or "piles", each of which a token is in once.
        tokens: what is clicked, in order.
        piles: their names and their greatest sizes.
    """

    kind: str
    tokens: Sequence[Token]
    piles: Sequence[tuple[str, int]] = ()
