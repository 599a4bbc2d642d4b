"""Claims about the variants in which the codemaker chooses, too: values and both mixtures."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.board import FAMILY
from tafelwerk.proofs.beams.board import GAMES, Game, bits, codes, hits_text, patterns, pieces, shown, symmetries
from tafelwerk.proofs.beams.weighing import LeastWeighted
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.mixtures import HiddenCode, best_replies, mixtures_replayed
from tafelwerk.tables.book import Book

SECONDS = 10.0
"""CPU time of a best reply in 3c6p."""


def claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed, and a best reply to the codemaker's chances is found again."""
    names = sorted({build["variant"] for build in stored if "codemaker" in build})
    yield complete(book, f"{FAMILY}.adversaries", ("variant",), lambda: {"variant": names})
    yield mixtures_replayed(book, FAMILY, "variant", names, _hidden_code, 2.0)
    if names:
        method = "best replies by branch and bound"
        yield best_replies(book, FAMILY, "variant", names, _hidden_code, _least_searched, method, SECONDS)


def _least_searched(name: str, weights: Sequence[int], limit: int) -> int:
    return LeastWeighted(GAMES[name], weights).at_least(limit)


def _hidden_code(name: str) -> HiddenCode:
    game = GAMES[name]
    return HiddenCode(*_classes(game), partial(_replayed, game))


def _classes(game: Game) -> tuple[NDArray[np.int64], list[str]]:
    """Class of each code, in the order of the first codes; first code of each class."""
    covers = [frozenset(pieces(game)[piece] for piece in pattern) for pattern in patterns(game).tolist()]
    place = {cover: number for number, cover in enumerate(covers)}
    least = []
    for cover in covers:
        images = ([[moved[field] for field in bits(mask)] for mask in cover] for moved in symmetries(game.side))
        least.append(min(place[frozenset(sum(1 << field for field in one) for one in image)] for image in images))
    first, of = np.unique(least, return_inverse=True)
    ways = len(codes(game)) // len(covers)
    every = np.repeat(of.reshape(-1), ways)
    texts = [_text(game, codes(game)[pattern * ways]) for pattern in first.tolist()]
    return every, texts


def _text(game: Game, code: Sequence[int]) -> str:
    """The colours of a code's fields."""
    masks = [pieces(game)[piece] for piece in code]
    return "".join(
        str(1 + next(colour for colour, mask in enumerate(masks) if mask >> field & 1)) for field in range(game.fields)
    )


def _replayed(game: Game, nodes: Sequence[tuple[Any, ...]]) -> NDArray[np.int64] | None:
    """Cost of a stored strategy for each code; None if the nodes are no strategy by the rules."""
    listed, answers = codes(game), shown(game)
    number = {_text(game, code): place for place, code in enumerate(listed)}
    masks = np.array(pieces(game), np.int64)
    spent, done = np.zeros(len(listed), np.int64), np.zeros(len(listed), np.bool_)
    # per node: the codes left, their answers (None after a guess), the diagonals used
    sets: list[tuple[NDArray[np.int64], NDArray[np.uint8] | None, int]] = []
    for place, (node, parent, answer, query) in enumerate(nodes):
        if node != place or (parent is None) != (place == 0) or (parent is not None and parent >= place):
            return None
        here, used = np.arange(len(listed)), 0
        if parent is not None:
            above, given, used = sets[parent]
            if given is None:
                return None
            here = above[[hits_text(hits) == answer for hits in given.tolist()]]
        if len(here) < 2:
            return None
        if query in number:
            # by the rules a code left is guessed where no unused diagonal distinguishes the codes left
            free = [line for line in range(game.lines) if not used >> line & 1]
            if number[query] not in here or any(np.ptp(answers[listed[here]][:, :, free], axis=0).ravel()):
                return None
            guess = masks[listed[number[query]]]
            spent[here] += np.bitwise_count(guess & ~masks[listed[here]]).sum(axis=1)
            done[here] = True
            sets.append((here, None, used))
            continue
        colour, _, line = query.partition("@")
        if not (
            colour.isdecimal()
            and line.isdecimal()
            and 1 <= int(colour) <= game.colours
            and 1 <= int(line) <= game.lines
        ):
            return None
        if used >> int(line) - 1 & 1:
            return None
        given = answers[listed[here, int(colour) - 1], int(line) - 1]
        told, back, counts = np.unique(given, return_inverse=True, return_counts=True)
        if len(told) < 2:
            return None
        spent[here] += 1
        done[here[counts[back.reshape(-1)] == 1]] = True
        sets.append((here, given, used | 1 << int(line) - 1))
    children = {(parent, answer) for _, parent, answer, _ in nodes[1:]}
    return spent if done.all() and len(children) == len(nodes) - 1 else None
