"""The shipped weights, `weights.json`: logistic models of hands, fitted to random deals that were solved and played out.

`make weights` fits them again and writes the file.
"""

import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.skat.fitted_models import Models
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.solvers.skat.bidding.announcing import WITHIN, WORLDS
from tafelwerk.solvers.skat.bidding.bidding import ModelBidder
from tafelwerk.solvers.skat.bidding.chances import Chances, Step, Weights
from tafelwerk.solvers.skat.bidding.features import KINDS, Kind
from tafelwerk.tables.book import Book


def _shipped() -> dict[str, Any]:
    """The file."""
    document: dict[str, Any] = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))
    return document


@cache
def fitted_to() -> tuple[int, int, int]:
    """Seed of the deals that the shipped weights were fitted to, number of deals whose trials were used, and of those played out;
    a fifth of each was held out."""
    document = _shipped()
    return document["seed"], document["deals"], document["played"]


@cache
def shipped_weights() -> Weights:
    """The weights in the file."""
    document = _shipped()
    open_weights, hidden = (
        {(Kind(kind), Seat(seat)): tuple(document[model][kind][seat.word].values()) for kind in Kind for seat in Seat}
        for model in ("open", "hidden")
    )
    return Weights(open_weights, {key: Step(*weights) for key, weights in hidden.items()})


@cache
def default_chances() -> Chances:
    """Chances by the shipped weights."""
    return Chances(shipped_weights())


def default_bidder(*, worlds: int = WORLDS, within: int = WITHIN) -> ModelBidder:
    """A bidder with the shipped weights; arguments as for `ModelBidder`."""
    return ModelBidder(default_chances(), worlds=worlds, within=within)


def weights_document(book: Book) -> dict[str, Any]:
    """The weights of a book's classifiers in the form of the file: by model, kind of game and seat, with four digits.

    Raises:
        MissingTableError: the book holds none.
    """
    fitted = Models().probe(book)
    document: dict[str, Any] = {"seed": fitted.seed, "deals": fitted.deals, "played": fitted.played}
    document |= {model: {kind.value: {} for kind in Kind} for model in ("open", "hidden")}
    for one in fitted.weights:
        if one.model in document:
            # games of one kind have the same weights
            rounded = {name: float(f"{weight:.4g}") for name, weight in one.features.items()}
            document[one.model][KINDS[Game(one.game)].value][one.declarer] = rounded
    return document


def main(arguments: list[str]) -> int:
    """Write the weights of a book's classifiers; the arguments are BOOK and TARGET, the file.

    Returns:
        0, or the exit code of the error.
    """
    book, target = map(Path, arguments)
    try:
        with Book(book) as opened:
            document = weights_document(opened)
    except TafelwerkError as error:
        sys.stderr.write(f"error: {error}\n")
        return int(error.exit_code)
    target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{target}: {document['deals']:,} deals, {document['played']:,} played out\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
