"""Claims about the variants in which the codemaker chooses, too: values and both mixtures, replayed code by code."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import GAMES, Game, bits, codes, hits_text, patterns, pieces, shown, symmetries
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.completeness import complete
from tafelwerk.rules.beams.board import FAMILY
from tafelwerk.tables.book import Book

TABLES = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")

COLUMNS = ("codes", "value", "value_num", "value_den", "trees", "class", "code", "chance", "chance_num", "chance_den")
"""Columns proved, besides those of strategies."""


def claims(book: Book, stored: Sequence[Mapping[str, Any]]) -> Iterator[Claim]:
    """Every strategy of a mixture is replayed for every code."""
    names = sorted({build["variant"] for build in stored if "codemaker" in build})
    yield complete(book, f"{FAMILY}.adversaries", ("variant",), lambda: {"variant": names})

    def certified(places: Sequence[int]) -> Iterator[str]:
        for place in places:
            yield from mixture_faults(book, names[place])

    yield Claim(
        ", ".join(f"{FAMILY}.{table}" for table in TABLES),
        "mixtures replayed code by code",
        (*COLUMNS, "totals", "tree", "node", "parent", "answer", "query"),
        "certificate",
        len(names),
        certified,
        "variants",
        least=len(names),
        seconds=2.0,
    )


def mixture_faults(book: Book, name: str) -> Iterator[str]:
    """That chances sum to 1, classes and totals are right, and the mixture costs at most the value for every code."""
    game = GAMES[name]

    def rows(table: str, columns: str, order: str) -> list[tuple[Any, ...]]:
        sql = f"SELECT {columns} FROM {FAMILY}.{table} WHERE variant = ? ORDER BY {order}"
        return list(book.rows(FAMILY, sql, name))

    (count, value, num, den, trees), *others = rows("adversaries", "codes, value, value_num, value_den, trees", "rowid")
    exact = Fraction(int(num), int(den))
    of, first, sizes = _classes(game)
    held = rows("adversary_codes", "class, code, codes, chance, chance_num, chance_den", "class")
    if [row[:3] for row in held] != [(k, code, size) for k, (code, size) in enumerate(zip(first, sizes, strict=True))]:
        yield f"{name}: the classes are not those of the variant"
        return
    chances = [Fraction(int(row[4]), int(row[5])) for row in held]
    drawn = rows("adversary_trees", "tree, chance, chance_num, chance_den, totals", "tree")
    shares = [Fraction(int(row[2]), int(row[3])) for row in drawn]
    written = [((num, den), value, exact)]
    written += [(row[4:6], row[3], chance) for row, chance in zip(held, chances, strict=True)]
    written += [(row[2:4], row[1], share) for row, share in zip(drawn, shares, strict=True)]
    for digits, rounded, fraction in written:
        if tuple(digits) != (str(fraction.numerator), str(fraction.denominator)) or rounded != float(fraction):
            yield f"{name}: {'/'.join(digits)} is not reduced, or its double is not {float(fraction)!r}"
    if others or (count, trees) != (len(of), len(drawn)) or [row[0] for row in drawn] != list(range(trees)):
        yield f"{name}: numbers of codes or strategies are wrong"
        return
    if min(chances) < 0 or sum(size * chance for size, chance in zip(sizes, chances, strict=True)) != 1:
        yield f"{name}: the codemaker's chances do not sum to 1"
    if min(shares) <= 0 or sum(shares) != 1 or shares != sorted(shares, reverse=True):
        yield f"{name}: the breaker's chances do not sum to 1, or are not in order"
    by_tree: dict[int, list[tuple[Any, ...]]] = {tree: [] for tree in range(trees)}
    for tree, *node in rows("adversary_nodes", 'tree, node, parent, answer, "query"', "tree, node"):
        by_tree.setdefault(tree, []).append(tuple(node))
    if len(by_tree) != trees:
        yield f"{name}: nodes of strategies that are not there"
    means = [Fraction(0)] * len(sizes)
    for (tree, *_, totals), share in zip(drawn, shares, strict=True):
        spent = _replayed(game, by_tree[tree])
        if spent is None:
            yield f"{name}, strategy {tree}: not a strategy by the rules"
            return
        found = np.bincount(of, spent, len(sizes)).astype(np.int64).tolist()
        if found != list(totals):
            yield f"{name}, strategy {tree}: totals {totals} should be {found}"
        means = [mean + share * Fraction(total, size) for mean, total, size in zip(means, found, sizes, strict=True)]
    if max(means) != exact:
        yield f"{name}: the mixture costs {max(means)} for some code, the value is {exact}"
    if any(chance and mean != exact for chance, mean in zip(chances, means, strict=True)):
        yield f"{name}: the codemaker chooses a code that costs the mixture less"


def _classes(game: Game) -> tuple[NDArray[np.int64], list[str], list[int]]:
    """Class of each code, in the order of the first codes; first code and size of each class."""
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
    return every, texts, np.bincount(every).tolist()


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
