"""Why MC(k) chooses its move: the question and its answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.frozen import frozen
from tafelwerk.rules.montecarlo import Game, Playouts, parse_game, read_playouts
from tafelwerk.rules.montecarlo_positions import Position
from tafelwerk.tables.explanation import DecidedOption, PositionExplanation
from tafelwerk.tables.montecarlo.choices import at_words, resolve_position, title_at
from tafelwerk.tables.question import answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS: dict[str, Callable[[str], object]] = {"game": parse_game, "k": read_playouts}

LONGEST_LINE = 200
"""Most moves of a line."""


@frozen(kw_only=True)
class CandidateMove(DecidedOption):
    """A candidate of MC(k); `best`: whether it keeps the value of the position under perfect play.

    Attributes:
        win: chance that the mover wins a random playout after it; None where fractions would be too large.
        win_float: the same as a double.
        chance: chance that MC(k) plays it.
    """

    win: Fraction | None
    win_float: float
    chance: float


@answer
class Explanation(PositionExplanation):
    """Why MC(k) chooses its move in a position, compared with perfect play.

    Attributes:
        moves: all candidates, best playouts first; pieces on one square share an entry.
        throws_away: chance that MC(k) plays a move that does not keep the value of the position.
        line: perfect play by both sides, to the end or 200 moves; among moves that keep the value, the best in playouts.
        likely: the same if both sides play MC(k)'s most probable move each time.
    """

    moves: tuple[CandidateMove, ...]
    throws_away: float
    likely: tuple[str, ...]


@question(
    lambda game, k, at: f"an explanation of MC({k}) in {title_at(game, at)}",
    lambda game, k, at: f"tafelwerk montecarlo explain {game}{at_words(at)} --k {k} --compute",
    resolve=resolve_position,
    stored=False,
)
def explain(book: Book, game: Game, k: Playouts, at: Position | str | None = None) -> Explanation | None:
    """Why MC(k) chooses its move: every candidate with its chance of winning a playout, and its outcome under perfect play.

    Args:
        book: the book, which holds no such answers.
        game: the game.
        k: playouts per candidate, or inf.
        at: the position. Default: the start of the game.
    """
    return None
