"""A strategy for Beams as a tree, and what it costs for every code, found by playing it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.rules.codes import Codes


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A strategy, a node for every set of two codes or more that it can be left with.

    Nodes are in depth-first order, parents first, the children of a node by ascending answer; the root is node 0. A single
    code left is known and has no node. Colours are those of the rules: asked for in the order 0, 1, 2, ... on every path.

    Attributes:
        parent: int32, shape (n,); -1 at the root.
        answer: uint8, shape (n,): what the parent's diagonal showed, as bits along it; 0 at the root.
        colour, diagonal: int8, shape (n,): what is asked here; both -1 where a guess ends the game.
        codes: int64, shape (n,): codes left here.
        total: int64, shape (n,): queries and wrong fields from here on, summed over the codes left.
        guess: int32, shape (n,): row of `guesses`, -1 where something is asked.
        guesses: uint16, shape (g, colours): the pieces guessed, each colour's in its place.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint8]
    colour: NDArray[np.int8]
    diagonal: NDArray[np.int8]
    codes: NDArray[np.int64]
    total: NDArray[np.int64]
    guess: NDArray[np.int32]
    guesses: NDArray[np.uint16]


def walk(codes: Codes, tree: Tree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What a strategy costs for each code, found by playing it for that code.

    It uses the tree's parents, answers, queries and guesses alone, so that it checks the numbers stored beside them.

    Args:
        codes: all codes of a variant, with the diagonals of the tree.
        tree: a strategy for them.

    Returns:
        Queries and wrong fields, int64, shape (codes,) each.

    Raises:
        InputError: the tree uses a diagonal twice, or ends with several codes left and no guess.
    """
    everything = np.arange(len(codes))
    queries, wrong = np.zeros((2, len(codes)), np.int64)
    branch = tree.parent.astype(np.int64) << 8 | tree.answer
    order = np.argsort(branch, kind="stable")
    branch = branch[order]
    masks = codes.pieces.astype(np.int64)
    used = np.zeros(len(codes), np.int64)
    # codes still in play, and the node each is at
    playing, at = everything, np.zeros(len(codes), np.int64)
    while len(playing) and len(branch):
        asks = tree.guess[at] < 0
        for place in np.flatnonzero(~asks).tolist():
            guessed = masks[tree.guesses[tree.guess[at[place]]]]
            wrong[playing[place]] = np.bitwise_count(guessed & ~masks[codes.piece_of[:, playing[place]]]).sum()
        playing, at = playing[asks], at[asks]
        colour, diagonal = tree.colour[at].astype(np.int64), tree.diagonal[at].astype(np.int64)
        if (used[playing] >> diagonal & 1).any():
            raise InputError("the strategy uses a diagonal twice")
        used[playing] |= np.int64(1) << diagonal
        queries[playing] += 1
        wanted = at << 8 | codes.answers[codes.piece_of[colour, playing], diagonal]
        found = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
        goes_on = branch[found] == wanted
        ended = np.unique(wanted[~goes_on], return_counts=True)[1]
        if (ended > 1).any():
            raise InputError("the strategy ends with several codes left, and does not guess")
        playing, at = playing[goes_on], order[found[goes_on]]
    return queries, wrong
