"""Stored rows of Beams, proved anew by other methods than those that made them.

Patterns are laid out on the board again, and their images under its symmetries looked for; answers are read off the colours of
codes, field by field. Trees are walked for codes, with answers read in the same way; the costs of nodes are added up from below;
what an entropy strategy asks is compared, in exact arithmetic, with all other queries at sampled nodes; optimal trees are
compared at sampled nodes of few codes with a search through all strategies.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial

from tafelwerk.build.beams.answers import next_step
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.claims import Claims
from tafelwerk.solvers.beams.board import VARIANTS, Board, connected, fields_of, make_board
from tafelwerk.solvers.beams.history import answer_text, read_history
from tafelwerk.solvers.beams.mix import mix_value
from tafelwerk.solvers.core.entropy import compare
from tafelwerk.tables.beams import (
    FAMILY,
    LISTED,
    Entropy,
    Strategy,
    Summary,
    get_bitsets,
    get_code,
    get_counts,
    get_summary,
    strategy,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

SAMPLE = 40
"""Codes, patterns and nodes looked at unless said otherwise, where not all are."""

ALL_CODES = 2000
"""Codes of the variants whose trees are walked for every code."""

FEW = 5
"""Codes of the nodes at which all strategies are searched through."""

_Row = tuple[str, int, tuple[int, int] | None, int, int | None]
"""history, depth, query, codes, cost"""


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
        f" FROM {FAMILY}.costs ORDER BY variant, strategy, tie",
    )
    for _, word, _, name, tie in rows:
        wanted = strategy(word, None if tie == "none" else tie)
        yield _strategy(book, name, wanted, random.Random(f"{name} {word} {tie}"), most)


def _patterns(book: Book, name: str, draw: random.Random, sample: int) -> Check:
    """Counts, pieces and patterns: each covers the board; a sample's images under the board's symmetries are there too."""
    claims, rules = Claims(), VARIANTS[name]
    board = make_board(rules.side)
    row = book.one(
        FAMILY,
        f"SELECT colours, size, fields, diagonals, placed, patterns, codes FROM {FAMILY}.variants WHERE variant = ?",
        name,
    )
    assert row is not None
    colours, size, fields, diagonals, placed, patterns, codes = row
    claims.rows += 1
    claims.claim(name, "its board is another", (fields, diagonals) == (len(board.fields), len(board.diagonals)))
    claims.claim(name, "its rules are others", (colours, size) == (rules.colours, rules.size))
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
    return claims.check(f"{FAMILY} {name}: patterns", f"{len(masks)} pieces, {len(looked_at)} patterns laid out")


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
    details = ["not all parts are there"]
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
        _added_up(claims, nodes, found, whole=name in LISTED)
        details.append(f"{len(nodes)} nodes added up")
        if name in LISTED and found is not None and get_counts(book, name) is not None:
            details.append(_walked(claims, book, name, nodes, found, draw, sample))
        details.append(_choices(claims, book, name, wanted, nodes, draw, sample))
    return claims.check(f"{FAMILY} {name}: {wanted}", ", ".join(details))


def _nodes(book: Book, name: str, wanted: Strategy) -> dict[str, _Row]:
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


def _parent(history: str) -> str:
    """The history without its last beam."""
    return history.rpartition("; ")[0]


def _added_up(claims: Claims, nodes: dict[str, _Row], found: Summary | None, *, whole: bool) -> None:
    """Codes and costs of nodes against those of their children."""
    children: dict[str, list[_Row]] = defaultdict(list)
    for history, row in nodes.items():
        if history:
            children[_parent(history)].append(row)
    for history, (_, depth, query, codes, cost) in nodes.items():
        below = children[history]
        claims.claim(history, "it has too many codes below it", sum(row[3] for row in below) <= codes)
        claims.claim(history, "it is asked nothing, and goes on", query is not None or not below)
        if whole and query is not None:
            alone = codes - sum(row[3] for row in below)
            total = sum(row[4] or 0 for row in below) + alone * (depth + 1)
            claims.claim(history, "its cost is another", cost == total)
    if whole and found is not None:
        root = nodes.get("")
        claims.claim("", "the root costs something else", root is not None and root[4] == found.total)


def _walked(
    claims: Claims, book: Book, name: str, nodes: dict[str, _Row], found: Summary, draw: random.Random, sample: int
) -> str:
    """Play the tree for codes; of a small variant for all, so that what they spend can be compared."""
    rules = VARIANTS[name]
    board, every = make_board(rules.side), found.codes <= ALL_CODES
    numbers = range(found.codes) if every else sorted(draw.sample(range(found.codes), min(sample, found.codes)))
    queries: Counter[int] = Counter()
    ends: dict[str, list[str]] = defaultdict(list)
    for number in numbers:
        code = get_code(book, name, number, rules.colours) or ""
        history, used = "", set[int]()
        while (node := nodes.get(history)) is not None and node[2] is not None:
            colour, diagonal = node[2]
            claims.claim(history, "a diagonal is used twice", diagonal not in used)
            used.add(diagonal)
            beam = f"{colour}@{diagonal} {_said(board, code, node[2])}"
            history = f"{history}; {beam}" if history else beam
        ends[history].append(code)
        queries[len(used)] += 1
    for history, codes in ends.items():
        node = nodes.get(history)
        if every:
            claims.claim(history, "other codes come to it", len(codes) == (1 if node is None else node[3]))
    if every:
        spent = {number: int(count) for number, count in found.query_histogram}
        claims.claim(name, "walking the tree takes other numbers of queries", spent == dict(queries))
    return f"{len(numbers)} codes walked through it"


def _choices(
    claims: Claims, book: Book, name: str, wanted: Strategy, nodes: dict[str, _Row], draw: random.Random, sample: int
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
    few = [history for history in asking if nodes[history][3] <= FEW]
    chosen = draw.sample(few, min(sample, len(few)))
    for history in chosen:
        _, depth, _, codes, cost = nodes[history]
        left = _left(book, name, history)
        least = _least(name, tuple(left), history) + depth * codes
        claims.claim(history, f"its least cost is {least}", least == cost)
    return f"{len(chosen)} small nodes searched through"


def _left(book: Book, name: str, history: str) -> list[str]:
    """The codes that a history of a small variant leaves."""
    rules, counts = VARIANTS[name], get_counts(book, name)
    assert counts is not None
    assert counts.codes is not None
    left = (1 << counts.codes) - 1
    for beam in history.split("; "):
        query, _, hits = beam.partition(" ")
        colour, _, diagonal = query.partition("@")
        key = int(colour), int(diagonal)
        left &= get_bitsets(book, name, [key])[key].get(hits, 0)
    numbers = [number for number in range(left.bit_length()) if left >> number & 1]
    return [get_code(book, name, number, rules.colours) or "" for number in numbers]


def _greatest(claims: Claims, book: Book, name: str, wanted: Entropy, history: str, node: _Row) -> None:
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
