"""Proofs of the user's own games.

claims             all claims about the tables
walked.Walked      every position of a game found again by its rules, without symmetries, and each row compared with those
                   of its successors

A game whose code is not installed cannot be proved; the claim about it says so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import FAMILY, finding
from tafelwerk.families.games.stored_games import StoredGame, stored_games
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.games.walked import Walked
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds

GAMES, POSITIONS = f"{FAMILY}.games", f"{FAMILY}.positions"

PROVED = ("kind", "value", "value_num", "value_den", "distance", "moves")
"""Columns of a position proved by its successors."""

COUNTED = ("players", "chance", "symmetry", "start", "positions", "ends", "edges", "greatest")
"""Columns of a game that the walk finds again."""

_SECONDS = 1e-4


@dataclass(frozen=True)
class _Game:
    """A stored game and the code of its name, walked once for all claims about it."""

    book: Book
    stored: StoredGame

    @cached_property
    def walked(self) -> Walked | None:
        """The walk; None if no code of that name is available."""
        rules = finding.known(self.stored.game)
        return None if rules is None else Walked(self.book, rules, self.stored)


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about every game of the book."""
    named = [(build.parameters["game"],) for build in builds(book, FAMILY)]
    yield complete(book, GAMES, ("game",), lambda: named)
    yield complete(book, POSITIONS, ("game",), lambda: named, noun="games")
    for stored in stored_games(book):
        yield from _claims(_Game(book, stored))


def _claims(game: _Game) -> Iterator[Claim]:
    name, units = game.stored.game, game.stored.positions
    told = _missing(game.stored)

    def proving(faults: Callable[[Walked], list[str]]) -> Callable[[object], list[str]]:
        def prove(places: object) -> list[str]:
            walked = game.walked
            return [] if walked is None else faults(walked)

        return prove

    def claim(table: str, method: str, columns: tuple[str, ...], faults: Callable[[Walked], list[str]]) -> Claim:
        units_of = units if table == POSITIONS else 1
        proved = proving(faults)
        return Claim(
            table, method, columns, "certificate", units_of, proved, whole=True, unproved=told, seconds=_SECONDS
        )

    yield claim(
        POSITIONS, f"{name}, positions by its rules", ("game", "position"), lambda walked: walked.other_positions()
    )
    yield claim(POSITIONS, f"{name}, values by those of the successors", PROVED, lambda walked: walked.wrong_rows())
    yield claim(GAMES, f"{name}, counts by its rules", COUNTED, lambda walked: walked.wrong_counts())


def _missing(stored: StoredGame) -> str:
    """Why the code of a game is not available; "" if it is."""
    try:
        if finding.known(stored.game) is not None:
            return ""
    except InputError as fault:
        return str(fault)
    told = f"the code of {stored.game} ({stored.class_name}) is not installed; "
    return told + "give its file: tafelwerk games verify FILE.py"
