"""What a sheet is made from."""

from typing import TYPE_CHECKING

from tafelwerk.frozen import frozen

if TYPE_CHECKING:
    from tafelwerk.book import Book


@frozen
class Wanted:
    """The options of `tafelwerk sheet`, those that were left out as None.

    Attributes:
        book: where answers are looked up; what it lacks is computed.
        pegs, colors, strategy: of Mastermind.
        moves, limit: of a subtraction game and its largest heap; `limit` is the largest size of other tables, too.
        variant: of Beams.
        order: of a board of Bridg-It.
        seed: of puzzles and hands.
        line: the command line, for the foot of the page.
    """

    book: "Book"
    pegs: int | None
    colors: int | None
    strategy: str | None
    moves: str | None
    limit: int | None
    variant: str | None
    order: int | None
    seed: int | None
    line: str
