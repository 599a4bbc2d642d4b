"""Stored rows of Beams, proved anew by other methods than those that made them.

Pieces up to translation are counted again, patterns laid out on the board, and their images under its symmetries looked for.
Answers are read off the colours of codes, field by field. Whole trees are played for every code, with answers read in the same
way; the costs of nodes are added up from below. At sampled nodes what an entropy strategy or an approximation asks is compared,
in exact arithmetic, with all other queries; optimal and improved trees, at nodes of few codes, with a search through all
strategies. Points of curves are compared with strategies that are stored whole, on three colours some are played set by set; no
total may be below a bound.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import factorial, log2

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.beams.answers import next_step
from tafelwerk.build.beams.curve_proof import verify_curves
from tafelwerk.build.beams.played import Row, colours_of_fields, cut_depth, parent_of, play
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.shape_count import shapes_again
from tafelwerk.build.claims import Claims
from tafelwerk.solvers.beams.board import VARIANTS, Board, connected, fields_of, make_board
from tafelwerk.solvers.beams.history import answer_text, read_history
from tafelwerk.solvers.beams.mix import mix_value
from tafelwerk.solvers.core.entropy import compare
from tafelwerk.tables.beams import (
    FAMILY,
    LISTED,
    Approximate,
    Entropy,
    Strategy,
    Summary,
    get_bitsets,
    get_code,
    get_counts,
    get_parts,
    get_summary,
    strategy,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

SAMPLE = 40
"""Codes, patterns and nodes looked at unless said otherwise, where not all are."""

ALL_CODES = 2000
"""Codes of the variants whose MIX totals are found again."""

FEW = 5
"""Codes of the nodes at which all strategies are searched through."""


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check or two a variant, and one a strategy.

    Args:
        book: the book.
        sample: codes, patterns and nodes drawn where not all are gone through; None: 40.
    """
    most = sample or SAMPLE
    for (name,) in book.rows(FAMILY, f"SELECT variant::VARCHAR FROM {FAMILY}.variants ORDER BY variant"):
        draw = random.Random(name)
        yield _patterns(book, name, draw, most)
        if name in LISTED:
            yield _answers(book, name, draw, most)
    rows = book.rows(
        FAMILY,
        "SELECT DISTINCT variant, strategy, tie, variant::VARCHAR, tie::VARCHAR"
        f" FROM (SELECT variant, strategy, tie FROM {FAMILY}.costs UNION SELECT variant, strategy, tie FROM {FAMILY}.nodes)"
        " ORDER BY variant, strategy, tie",
    )
    for _, word, _, name, tie in rows:
        wanted = strategy(word, None if tie == "none" else tie)
        yield _strategy(book, name, wanted, random.Random(f"{name} {word} {tie}"), most)
    yield from verify_curves(book, most)


def _patterns(book: Book, name: str, draw: random.Random, sample: int) -> Check:
    """Counts, pieces and patterns: each covers the board; a sample's images under the board's symmetries are there too."""
    claims, rules = Claims(), VARIANTS[name]
    board = make_board(rules.side)
    row = book.one(
        FAMILY,
        f"SELECT colours, size, fields, diagonals, shapes, placed, patterns, codes FROM {FAMILY}.variants WHERE variant = ?",
        name,
    )
    assert row is not None
    colours, size, fields, diagonals, shapes, placed, patterns, codes = row
    claims.rows += 1
    claims.claim(name, "its board is another", (fields, diagonals) == (len(board.fields), len(board.diagonals)))
    claims.claim(name, "its rules are others", (colours, size) == (rules.colours, rules.size))
    claims.claim(name, "its pieces up to translation are others", shapes == shapes_again(rules.size, rules.side))
    claims.claim(name, "its codes are others", codes == (patterns and patterns * factorial(colours)))
    masks: list[int] = [
        mask
        for (mask,) in book.rows(FAMILY, f"SELECT fields FROM {FAMILY}.pieces WHERE variant = ? ORDER BY piece", name)
    ]
    claims.rows += len(masks)
    claims.claim(name, "its pieces are others", len(masks) == (placed or 0) == len(set(masks)))
    for piece, mask in enumerate(masks):
        right = mask.bit_count() == size and connected(mask, board.neighbours)
        claims.claim(f"piece {piece}", "it is none", right)
    stored = book.one(FAMILY, f"SELECT count(*) FROM {FAMILY}.patterns WHERE variant = ?", name)
    claims.claim(name, "its patterns are others", stored == (patterns or 0,))
    looked_at = sorted(draw.sample(range(patterns), min(sample, patterns))) if patterns else []
    maps, number = _symmetries(board), {mask: piece for piece, mask in enumerate(masks)}
    for pattern in looked_at:
        cover = _pattern(book, name, colours, pattern)
        claims.rows += 1
        own = [masks[piece] for piece in cover]
        covered = sum(own) == board.all and all(a & b == 0 for a in own for b in own if a is not b)
        claims.claim(f"pattern {pattern}", "it does not cover the board", covered)
        for image in maps:
            moved = sorted(sum(1 << image[field] for field in fields_of(mask)) for mask in own)
            pieces = sorted(number.get(mask, -1) for mask in moved)
            claims.claim(f"pattern {pattern}", "an image of it is missing", _is_pattern(book, name, pieces))
    details = [f"{shapes} pieces up to translation counted again"]
    if patterns:
        details += [f"{len(masks)} as they lie", f"{len(looked_at)} patterns laid out"]
    return claims.check(f"{FAMILY} {name}: {'patterns' if patterns else 'pieces'}", ", ".join(details))


def _pattern(book: Book, name: str, colours: int, pattern: int) -> tuple[int, ...]:
    columns = ", ".join(f"piece_{place}" for place in range(1, colours + 1))
    row = book.one(FAMILY, f"SELECT {columns} FROM {FAMILY}.patterns WHERE variant = ? AND pattern = ?", name, pattern)
    return row or ()


def _is_pattern(book: Book, name: str, pieces: Sequence[int]) -> bool:
    equal = " AND ".join(f"piece_{place} = ?" for place in range(1, len(pieces) + 1))
    row = book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.patterns WHERE variant = ? AND {equal}", name, *pieces)
    return row is not None


def _symmetries(board: Board) -> list[tuple[int, ...]]:
    """Where the rotations and reflections of the board take each field: a sixth of a turn and one reflection, repeated."""
    number = {field: place for place, field in enumerate(board.fields)}
    turn = tuple(number[-r, q + r] for q, r in board.fields)
    mirror = tuple(number[r, q] for q, r in board.fields)
    image, found = tuple(range(len(board.fields))), []
    for _ in range(6):
        image = tuple(turn[field] for field in image)
        found += [image, tuple(mirror[field] for field in image)]
    return found


def _answers(book: Book, name: str, draw: random.Random, sample: int) -> Check:
    """Answers of sampled codes by the colours of their fields; each query's bitsets hold every code once."""
    claims, rules = Claims(), VARIANTS[name]
    board, counts = make_board(rules.side), get_counts(book, name)
    assert counts is not None
    assert counts.codes is not None
    queries = [(colour + 1, line + 1) for colour in range(rules.colours) for line in range(len(board.diagonals))]
    chosen = sorted(draw.sample(range(counts.codes), min(sample, counts.codes)))
    texts = {number: get_code(book, name, number, rules.colours) or "" for number in chosen}
    for query in queries:
        bitsets = get_bitsets(book, name, [query]).get(query, {})
        claims.rows += len(bitsets)
        everything = 0
        for bits in bitsets.values():
            claims.claim(query, "two answers share a code", not everything & bits)
            everything |= bits
        claims.claim(query, "some code has no answer", everything == (1 << counts.codes) - 1)
        for number in chosen:
            said = [hits for hits, bits in bitsets.items() if bits >> number & 1]
            claims.claim(
                f"{query}, code {number}", "the answer is another", said == [_said(board, texts[number], query)]
            )
    return claims.check(f"{FAMILY} {name}: answers", f"{len(chosen)} codes against every query")


def _said(board: Board, code: str, query: tuple[int, int]) -> str:
    """What a code answers."""
    colour, diagonal = query
    line = fields_of(board.diagonals[diagonal - 1])
    return ",".join(str(place) for place, field in enumerate(line, 1) if code[field : field + 1] == str(colour)) or "-"


def _strategy(book: Book, name: str, wanted: Strategy, draw: random.Random, sample: int) -> Check:
    """One strategy: its sums, its tree."""
    claims = Claims()
    found = get_summary(book, name, wanted)
    details = ["not all parts are there" if _has_costs(book, name, wanted) else "the top alone"]
    if found is not None:
        claims.rows += len(found.spent)
        known = get_counts(book, name)
        codes = known.codes if known is not None else problem_of(name).codes
        claims.claim(wanted, "the costs are not of all codes", found.codes == codes)
        details = ["sums"]
    if wanted.tie == "mix":
        if found is not None and found.codes <= ALL_CODES:
            assert isinstance(wanted, Entropy)
            claims.claim(wanted, "its total is another", found.total == mix_value(problem_of(name), wanted.alpha))
            details.append("total found again")
    else:
        nodes = _nodes(book, name, wanted)
        claims.rows += len(nodes)
        depth = cut_depth(nodes)
        if name in LISTED:
            _added_up(claims, nodes, found, whole=True, depth=depth)
        else:
            _added_up(claims, _with_costs(book, name, wanted, nodes), found, whole=False)
        details.append(f"{len(nodes)} nodes added up")
        if name in LISTED and found is not None and get_counts(book, name) is not None:
            details.append(play(claims, book, name, nodes, found, depth))
        details.append(_choices(claims, book, name, wanted, nodes, draw, sample))
    return claims.check(f"{FAMILY} {name}: {wanted}", ", ".join(details))


def _nodes(book: Book, name: str, wanted: Strategy) -> dict[str, Row]:
    rows = book.rows(
        FAMILY,
        f"SELECT history, depth, colour, diagonal, codes, cost FROM {FAMILY}.nodes"
        " WHERE variant = ? AND strategy = ? AND tie = ? ORDER BY history",
        name,
        wanted.name,
        wanted.tie,
    )
    return {
        history: (history, depth, None if colour is None else (colour, diagonal), codes, cost)
        for history, depth, colour, diagonal, codes, cost in rows
    }


def _added_up(
    claims: Claims, nodes: dict[str, Row], found: Summary | None, *, whole: bool, depth: int | None = None
) -> None:
    """Codes and costs of nodes against those of their children; a top has no single codes, and its deepest nodes no children.

    `depth`: of the deepest nodes, where what lies below them is not stored.
    """
    children: dict[str, list[Row]] = defaultdict(list)
    for history, row in nodes.items():
        if history:
            children[parent_of(history)].append(row)
    for history, (_, asked, query, codes, cost) in nodes.items():
        below = children[history]
        claims.claim(history, "it has too many codes below it", sum(row[3] for row in below) <= codes)
        claims.claim(history, "it is asked nothing, and goes on", query is not None or not below)
        alone = codes - sum(row[3] for row in below)
        claims.claim(history, "it has too few codes below it", whole or query is None or not alone)
        if query is not None and asked != depth and (whole or cost is not None):
            total = sum(row[4] or 0 for row in below) + alone * (asked + 1)
            claims.claim(history, "its cost is another", cost == total)
    root = nodes.get("")
    if found is not None and (whole or root is not None):
        claims.claim("", "the root costs something else", root is not None and root[4] == found.total)


def _has_costs(book: Book, name: str, wanted: Strategy) -> bool:
    return get_parts(book, name, wanted)[0] > 0


def _with_costs(book: Book, name: str, wanted: Strategy, nodes: dict[str, Row]) -> dict[str, Row]:
    """A top with what its parts say that its nodes cost; without costs unless all parts are there."""
    held, parts = get_parts(book, name, wanted)
    if held < parts:
        return nodes
    rows = book.rows(
        FAMILY,
        f"SELECT history, sum(cost) FROM {FAMILY}.node_costs"
        " WHERE variant = ? AND strategy = ? AND tie = ? AND parts = ? GROUP BY history",
        name,
        wanted.name,
        wanted.tie,
        parts,
    )
    costs = {history: int(cost) for history, cost in rows}
    return {history: (*row[:4], costs.get(history)) for history, row in nodes.items()}


def _choices(
    claims: Claims, book: Book, name: str, wanted: Strategy, nodes: dict[str, Row], draw: random.Random, sample: int
) -> str:
    """What is asked at sampled nodes."""
    asking = sorted(history for history, row in nodes.items() if row[2] is not None)
    if isinstance(wanted, Entropy):
        chosen = draw.sample(asking, min(sample, len(asking)))
        for history in chosen:
            beams = read_history(history, VARIANTS[name])
            if name in LISTED:
                _greatest(claims, book, name, wanted, history, nodes[history])
            else:
                again = next_step(book.path, name, wanted, beams).run()
                same = (again.query, again.remaining) == (nodes[history][2], nodes[history][3])
                claims.claim(history, "the next query is another", same)
        return f"{len(chosen)} choices against all queries"
    if isinstance(wanted, Approximate):
        chosen = draw.sample(asking, min(sample, len(asking)))
        colours = colours_of_fields(book, name) if chosen else np.zeros((0, 0), np.uint8)
        for history in chosen:
            _most_admissible(claims, book, name, wanted, history, nodes[history], colours)
        return f"{len(chosen)} choices against all queries"
    few = [history for history in asking if nodes[history][3] <= FEW]
    chosen = draw.sample(few, min(sample, len(few)))
    for history in chosen:
        _, depth, _, codes, cost = nodes[history]
        left = _left(book, name, history)
        least = _least(name, tuple(left), history) + depth * codes
        claims.claim(history, f"its least cost is {least}", least == cost)
    return f"{len(chosen)} small nodes searched through"


def _numbers(book: Book, name: str, history: str) -> list[int]:
    """Of the codes that a history of a small variant leaves."""
    counts = get_counts(book, name)
    assert counts is not None
    assert counts.codes is not None
    left = (1 << counts.codes) - 1
    for beam in filter(None, history.split("; ")):
        query, _, hits = beam.partition(" ")
        colour, _, diagonal = query.partition("@")
        key = int(colour), int(diagonal)
        left &= get_bitsets(book, name, [key])[key].get(hits, 0)
    return [number for number, bit in enumerate(reversed(f"{left:b}")) if bit == "1"]


def _left(book: Book, name: str, history: str) -> list[str]:
    """The codes that a history of a small variant leaves."""
    colours = VARIANTS[name].colours
    return [get_code(book, name, number, colours) or "" for number in _numbers(book, name, history)]


def _most_admissible(
    claims: Claims, book: Book, name: str, wanted: Approximate, history: str, node: Row, colours: NDArray[np.uint8]
) -> None:
    """What is asked at a node has the greatest value by the colours that fields have in some code left, and is the first such."""
    rules = VARIANTS[name]
    beams = read_history(history, rules)
    asked = {beam.colour + 1 for beam in beams}
    open_colours = sorted(asked | {min(set(range(1, rules.colours + 2)) - asked)} - {rules.colours + 1})
    left = colours[_numbers(book, name, history)]
    admissible = [set(np.unique(column).tolist()) for column in left.T]
    values: dict[tuple[int, int], tuple[Fraction, ...]] = {}
    for line, mask in enumerate(make_board(rules.side).diagonals, start=1):
        for colour in open_colours:
            mine = [admissible[field] for field in fields_of(mask) if colour in admissible[field]]
            if line - 1 in {beam.diagonal for beam in beams} or all(len(some) == 1 for some in mine):
                continue
            values[colour, line] = _value(wanted.kind, [len(some) for some in mine])
    claims.claim(history, "other codes come to it", len(left) == node[3])
    claims.claim(history, "no query splits its codes", bool(values))
    if not values:
        return
    greatest = max(values.values(), key=_size)
    tied = [query for query, value in values.items() if value == greatest]
    first = min(tied, key=lambda query: query[::-1]) if wanted.tie == "lex-d" else min(tied)
    claims.claim(history, "another query is the first of the greatest value", node[2] == first)


def _value(kind: str, admissible: Sequence[int]) -> tuple[Fraction, ...]:
    """H' or U of fields by the number of their admissible colours: multiples of the logarithms of 2, 3 and 5, or a number."""
    if kind == "u":
        return (Fraction(len(admissible)),)
    factors = {1: (0, 0, 0), 2: (1, 0, 0), 3: (0, 1, 0), 4: (2, 0, 0), 5: (0, 0, 1), 6: (1, 1, 0)}
    total = [Fraction(0)] * 3
    for n in admissible:
        for place in range(3):
            # log2 n - (n - 1) / n log2 (n - 1); of a colour that is sure nothing
            below = factors[n - 1][place] if n > 1 else 0
            total[place] += factors[n][place] - Fraction(n - 1, n) * below
    return tuple(total)


def _size(value: Sequence[Fraction]) -> float:
    """A value as a number; different ones lie far apart beside a double's error."""
    return sum(float(share) * log2(prime) for share, prime in zip(value, (2, 3, 5), strict=False))


def _greatest(claims: Claims, book: Book, name: str, wanted: Entropy, history: str, node: Row) -> None:
    """What is asked at a node has the greatest entropy of all queries, by exact comparison, and is the first such."""
    rules = VARIANTS[name]
    board, counts = make_board(rules.side), get_counts(book, name)
    if counts is None or counts.codes is None:
        return
    beams = read_history(history, rules)
    asked = {beam.colour + 1 for beam in beams}
    colours = sorted(asked | {min(set(range(1, rules.colours + 2)) - asked)} - {rules.colours + 1})
    lines = [line + 1 for line in range(len(board.diagonals)) if line not in {beam.diagonal for beam in beams}]
    queries = [(colour, line) for colour in colours for line in lines]
    bitsets = get_bitsets(book, name, [*queries, *((beam.colour + 1, beam.diagonal + 1) for beam in beams)])
    left = (1 << counts.codes) - 1
    for beam in beams:
        left &= bitsets[beam.colour + 1, beam.diagonal + 1].get(answer_text(beam.hits), 0)
    sizes: dict[tuple[int, int], list[int]] = {}
    for query in queries:
        found = [size for bits in bitsets[query].values() if (size := (bits & left).bit_count())]
        if len(found) > 1:
            sizes[query] = sorted(found)
    claims.claim(history, "other codes come to it", left.bit_count() == node[3])
    own = node[2]
    if own is None or own not in sizes:
        claims.claim(history, "its query splits nothing", False)
        return
    order = {query: compare(wanted.alpha, found, sizes[own]) for query, found in sizes.items()}
    claims.claim(history, "another query has greater entropy", min(order.values()) >= 0)
    tied = [query for query, sign in order.items() if sign == 0]
    first = min(tied, key=lambda query: query[::-1]) if wanted.tie == "lex-d" else min(tied)
    claims.claim(history, "it is not the first of the tied queries", own == first)


def _least(name: str, codes: tuple[str, ...], history: str) -> int:
    """Least cost of these codes from here on, by trying every query at every step."""
    rules = VARIANTS[name]
    board = make_board(rules.side)
    used = frozenset(beam.diagonal for beam in read_history(history, rules))

    @cache
    def least(left: tuple[str, ...], used: frozenset[int]) -> int:
        if len(left) == 1:
            return 0
        best: int | None = None
        for line in set(range(len(board.diagonals))) - used:
            for colour in range(1, rules.colours + 1):
                parts: dict[str, list[str]] = defaultdict(list)
                for code in left:
                    parts[_said(board, code, (colour, line + 1))].append(code)
                if len(parts) > 1:
                    total = len(left) + sum(least(tuple(part), used | {line}) for part in parts.values())
                    best = total if best is None else min(best, total)
        if best is None:
            return min(sum(a != b for code in left for a, b in zip(code, guess, strict=True)) for guess in left)
        return best

    return least(codes, used)
