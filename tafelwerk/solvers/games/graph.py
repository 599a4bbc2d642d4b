"""A game as an explicit graph: the positions reachable from the start, equivalent ones once, and their edges as arrays."""

from array import array
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules.game import Outcome
from tafelwerk.families.games.rules.rules import FAULTS, Kind, Rules

MOST_EDGES = 2**31 - 1
"""Greatest number of edges of a graph; an edge is an int32."""

_TOLD = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """n positions, m edges; the edges of position i are offsets[i] to offsets[i + 1].

    Attributes:
        texts: the positions as text, n of them; the start is the first.
        kinds: kind of each position.
        outcomes: by position, value of an end for the player to move.
        offsets: int32, shape (n + 1,).
        successors: int32, shape (m,): the position that an edge leads to.
        signs: int8, shape (m,): 1 if the same player is to move before and after, otherwise -1.
        names: the move of each edge as text, "" for chance; m of them.
        weights: by edge, the probability of chance.
    """

    texts: list[str]
    kinds: list[Kind]
    outcomes: dict[int, Outcome]
    offsets: NDArray[np.int32]
    successors: NDArray[np.int32]
    signs: NDArray[np.int8]
    names: list[str]
    weights: dict[int, Fraction]

    def __len__(self) -> int:
        return len(self.texts)


def explore(rules: Rules, most: int) -> Graph:
    """The graph of a game.

    Args:
        rules: the game.
        most: greatest number of positions.

    Raises:
        InputError: the game returns an impossible value, has more positions, or has two positions with the same text.
    """
    start = rules.canonical(rules.start())
    # as the game returns them, equivalent ones included: none is made canonical twice
    places: dict[Any, int] = {start: 0}
    positions = [start]
    kinds: list[Kind] = []
    outcomes: dict[int, Outcome] = {}
    weights: dict[int, Fraction] = {}
    names: list[str] = []
    offsets, successors, signs = array("i", [0]), array("i"), array("b")
    symmetric, told = rules.is_symmetric, rules.tells_player
    for place, position in enumerate(positions):  # grows on the way
        if not place % _TOLD and rules.tell is not None:
            rules.tell(place, len(positions))
        node = rules.node(position)
        kind = node.kind
        kinds.append(kind)
        if kind is Kind.END:
            outcomes[place] = node.outcome
        sign = 1 if rules.players == 1 or kind is Kind.CHANCE else -1
        for after in node.after:
            try:
                found = places.get(after)
            except FAULTS as fault:
                rules.hashed(after, position)
                raise rules.incomparable(fault) from fault
            if found is None:
                canonical = rules.canonical(after) if symmetric else after
                found = places.get(canonical)
                if found is None:
                    found = places[canonical] = len(positions)
                    positions.append(canonical)
                    if found >= most:
                        raise rules.too_many(most, canonical)
                if symmetric:
                    places[after] = found
            successors.append(found)
            signs.append(rules.sign(position, after, kind) if told else sign)
        if kind is Kind.CHANCE:
            weights.update(zip(range(len(names), len(successors)), node.weights, strict=True))
            names.extend([""] * len(node.after))
        else:
            names.extend(node.names)
        offsets.append(len(successors))
    texts = [rules.text(position) for position in positions]
    if len(set(texts)) < len(texts):
        _refuse_same_text(rules, texts)
    return Graph(
        texts,
        kinds,
        outcomes,
        np.frombuffer(offsets, np.int32),
        np.frombuffer(successors, np.int32) if successors else np.zeros(0, np.int32),
        np.frombuffer(signs, np.int8) if signs else np.zeros(0, np.int8),
        names,
        weights,
    )


def _refuse_same_text(rules: Rules, texts: list[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            raise InputError(
                f"{rules.name}: two positions have the same text, {text!r:.80}; give the game a method text(position)"
            )
        seen.add(text)
