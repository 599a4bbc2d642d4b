"""Claims about the variants in which the codemaker chooses, too: values and both mixtures; best replies by branch and bound."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import FAMILY
from tafelwerk.proofs.beams import beams_rules
from tafelwerk.proofs.beams.least_totals import LeastCost, least_images
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.frame import complete
from tafelwerk.proofs.mixtures import CodeClasses, best_replies, mixtures_replayed
from tafelwerk.proofs.stored_trees import Codes, HiddenCode, Replies
from tafelwerk.tables.book import Book

SECONDS = 10.0
"""CPU time of a best reply in 3c6p."""


def claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["variant"] for build in stored if "codemaker" in build})
    yield complete(book, f"{FAMILY}.adversaries", lambda: ((name,) for name in names))
    yield mixtures_replayed(book, FAMILY, "variant", names, code_classes, 2.0)
    if names:
        method = "best replies by branch and bound"
        yield best_replies(book, FAMILY, "variant", names, code_classes, least_cost, method, SECONDS)


def least_cost(name: str, weights: Sequence[int], limit: int, *, early: bool = False) -> int:
    """The least weighted cost of all strategies if it is below the limit, otherwise a number that is not below it.

    Args:
        name: the variant.
        weights: weight of each code, the same within a class.
        limit: the limit.
        early: whether any filling may be laid at any time.
    """
    game = beams_rules.GAMES[name]
    # the codes of a pattern have one weight: the chance of their class
    own = tuple(weights[:: len(weights) // len(beams_rules.patterns(game))])
    return LeastCost(game, weights=own, early=early).total(limit)


@cache
def code_classes(name: str, *, early: bool = False) -> CodeClasses:
    """Classes of the codes of a variant, and its rules, with or without early finishing."""
    game = beams_rules.GAMES[name]
    return CodeClasses(*_classes(game), hidden_code(game, early))


def _classes(game: beams_rules.Game) -> tuple[NDArray[np.int64], list[str]]:
    """Class of each code, in the order of the first codes; first code of each class."""
    first, of = np.unique(least_images(game), axis=0, return_inverse=True)
    every = np.repeat(of.reshape(-1), factorial(game.colours))
    return every, [_text(game, cover) for cover in first.tolist()]


def _text(game: beams_rules.Game, code: Sequence[int]) -> str:
    """The colours of a code's fields."""
    masks = [beams_rules.pieces(game)[piece] for piece in code]
    return "".join(
        str(1 + next(colour for colour, mask in enumerate(masks) if mask >> field & 1)) for field in range(game.fields)
    )


def hidden_code(game: beams_rules.Game, early: bool = False) -> HiddenCode:
    """The rules of a small variant, by which stored strategies are walked; with `early` any filling may be laid at any set."""
    code_pieces, answers = beams_rules.codes(game), beams_rules.piece_answers(game)
    masks = np.array(beams_rules.pieces(game), np.int64)[code_pieces]
    colours = [str(colour + 1) for colour in range(game.colours)]
    filled = sorted(colours * game.size)
    number = {_text(game, code): index for index, code in enumerate(code_pieces)}
    beams = {f"{colour + 1}@{line + 1}": (colour, line) for colour in range(game.colours) for line in range(game.lines)}

    def ask(query: str, here: Codes, earlier: Sequence[str]) -> Replies | None:
        free = sorted({*range(game.lines)} - {beams[beam][1] for beam in earlier})
        if sorted(query) == filled:
            # by the rules a code left is guessed where no unused diagonal distinguishes the codes left
            if not early and (
                number.get(query) not in here or np.ptp(answers[code_pieces[here]][:, :, free], axis=0).any()
            ):
                return None
            laid = np.array([sum(1 << f for f in range(game.fields) if query[f] == colour) for colour in colours])
            wrong = np.bitwise_count(laid & ~masks[here]).sum(axis=1, dtype=np.int64)
            return Replies(np.zeros(len(here)), np.ones(len(here), np.bool_), wrong)
        colour, line = beams.get(query, (0, -1))
        replies = answers[code_pieces[here, colour], line]
        if line not in free or not np.ptp(replies):
            return None
        return Replies(replies, (np.bincount(replies) == 1)[replies], 1)

    return HiddenCode(len(code_pieces), {beams_rules.hits_text(hits): hits for hits in range(256)}, ask, False)
