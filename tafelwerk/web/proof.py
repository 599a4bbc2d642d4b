"""The proof of a value of Dresher's game for pages, one line at a time. Runs in a worker."""

from dataclasses import asdict
from typing import Any

from tafelwerk.book import open_book
from tafelwerk.families.dresher import questions
from tafelwerk.plots.drawings.trees import of_depths, tree
from tafelwerk.proofs.dresher.lines import Proof


def line(n: int, number: int) -> dict[str, Any]:
    """A line of a proof.

    Args:
        n: greatest number of the game.
        number: of the line.

    Returns:
        The fields of `lines.Line`; "count", the number of lines; "parts" with "heading", "first" and "last"; "tree", None or a
        drawing with "width", "height", "body" and "text".

    Raises:
        MissingTableError: the game is not stored.
        InputError: the game is too large, or has no such line.
    """
    with open_book() as book:
        proof = Proof(book.ask(questions.Certificate(n)))
    found = proof.line(number)
    drawn = tree(of_depths(found.depths)) if found.depths else None
    return asdict(found) | {
        "count": len(proof),
        "n": n,
        "value": str(proof.value),
        "parts": [asdict(part) for part in proof.parts],
        "tree": None
        if drawn is None
        else {"width": drawn.width, "height": drawn.height, "body": drawn.body, "text": drawn.text},
    }
