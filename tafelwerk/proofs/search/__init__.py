"""Proofs of the search family.

claims                  all claims about its tables
free.recursion_totals   free search by the recursion over the smallest part
free.huffman_total      free search by Huffman's algorithm, one number of codes
root.plain_totals       the root model under perfect play, small parts as coins
root.EvenQueries        the root model under H_alpha, every even query looked at
    entropy_totals          the same for all sizes at once, one query per number of parts
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tafelwerk.proofs.claims import Claim, Faults, Rows
from tafelwerk.proofs.completeness import complete
from tafelwerk.proofs.search.entropy_totals import EntropyTotals
from tafelwerk.proofs.search.free import huffman_total, recursion_totals
from tafelwerk.proofs.search.root import EvenQueries, plain_totals
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import builds
from tafelwerk.tables.search import FAMILY, Entropy, Optimal, Parts, curve_orders, read_parts, root_sizes, strategy

RECURSION_CODES = 1000
"""Codes of free search up to which all rows are proved by the recursion; it takes m^2 steps and more per width."""

COIN_CODES = 1_000_000
"""Codes of the root model up to which perfect play is proved whatever is asked; it takes m^1.5 steps."""

ENTROPY_CODES = 10_000
"""Codes of the root model up to which all rows of H_alpha are proved."""

Prove = Callable[[Sequence[tuple[Any, ...]]], list[str]]
FREE, ROOT = f"{FAMILY}.free_totals", f"{FAMILY}.root_totals"


def claims(book: Book, _: int = 0) -> Iterator[Claim]:
    """The claims about free search and the root model."""
    stored = [build.parameters for build in builds(book, FAMILY)]

    def claim(method: str, rows: Rows, proved: tuple[str, ...], prove: Prove, **more: Any) -> Claim:
        return Claim(rows.table, method, proved, "recomputed", len(rows), lambda at: prove(rows.at(at)), **more)

    names: tuple[str, ...] = ("width", "codes", "total", "even", "query")
    proved: tuple[str, ...] = ("total", "even", "query")
    near, far = (Rows(book, FREE, names, f"codes {sign} {RECURSION_CODES}") for sign in ("<=", ">"))
    yield complete(book, FREE, ("width", "codes"), lambda: _free_keys(stored))
    yield claim("recursion", near, proved, _recursion, whole=True)
    yield claim("Huffman's algorithm", far, proved, _huffman)

    names = ("strategy", "size", "alpha", "total", "rest", "parts", "small")
    yield complete(book, ROOT, ("strategy", "size"), lambda: _root_keys(stored))
    every = Rows(book, ROOT, names)
    yield claim("queries that may be asked", every, ("alpha", "rest", "parts", "small"), _legal, whole=True)
    proved = ("total", "rest", "small")
    perfect, entropy = "strategy = 'optimal' AND size", "strategy <> 'optimal' AND size"
    near, far = (Rows(book, ROOT, names, f"{perfect} {sign} {COIN_CODES}") for sign in ("<=", ">"))
    yield claim("perfect play by coins", near, proved, _perfect, whole=True)
    yield claim(f"perfect play by coins beyond {COIN_CODES:,} codes", far, proved, _perfect, long=True)
    near, far = (Rows(book, ROOT, names, f"{entropy} {sign} {ENTROPY_CODES}") for sign in ("<=", ">"))
    yield claim("entropies of all even queries", near, proved, partial(_played, EvenQueries), whole=True)
    beyond = f"entropies of the longest even queries beyond {ENTROPY_CODES:,} codes"
    yield claim(beyond, far, proved, partial(_played, EntropyTotals), whole=True)


def _free_keys(stored: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    import numpy as np

    pairs = {(int(width), int(build["free"])) for build in stored if "free" in build for width in build["widths"]}
    most = {width: max(codes for other, codes in pairs if other == width) for width, _ in pairs}
    return {
        "width": np.repeat(np.array(list(most), np.int64), list(most.values())),
        "codes": np.concatenate([np.zeros(0, np.int64), *(np.arange(1, codes + 1) for codes in most.values())]),
    }


def _root_keys(stored: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    keys: list[tuple[str, int]] = []
    for build in stored:
        if "root" in build:
            keys += [(build["root"], size) for size in root_sizes(build["size"], build["points"])]
        elif "curve" in build:
            keys += [(name, build["curve"]) for name in curve_orders(build["alpha_max"], build["points"])]
    return {"strategy": [name for name, _ in keys], "size": [size for _, size in keys]}


def _recursion(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Free search: perfect play by the recursion, even splits by themselves."""
    faults = Faults()
    for width, group in groupby(rows, key=lambda row: row[0]):
        stored = list(group)
        totals = recursion_totals(max(row[1] for row in stored), width).tolist()
        even = {0: 0, 1: 0}
        for _, codes, total, even_total, query in stored:
            row = f"width {width}, {codes} codes"
            faults.unless(total == totals[codes], row, f"total {total} should be {totals[codes]}")
            found = _even(codes, width, even)
            faults.unless(even_total == found, row, f"even {even_total} should be {found}")
            best = _is_best(_parts(query), codes, width, totals.__getitem__)
            faults.unless(best, row, f"no best query: {query}")
    return faults.texts


def _huffman(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """As `_recursion`, one number of codes at a time."""
    faults = Faults()
    for width, codes, total, even_total, query in rows:
        row = f"width {width}, {codes} codes"
        found = huffman_total(codes, width)
        faults.unless(total == found, row, f"total {total} should be {found}")
        found = _even(codes, width, {0: 0, 1: 0})
        faults.unless(even_total == found, row, f"even {even_total} should be {found}")
        best = _is_best(_parts(query), codes, width, partial(huffman_total, width=width))
        faults.unless(best, row, f"no best query: {query}")
    return faults.texts


def _parts(text: str | None) -> Parts:
    """Parts as stored; none where the text says nothing of the kind."""
    try:
        return read_parts(text)
    except ValueError:
        return ()


def _even(codes: int, width: int, known: dict[int, int]) -> int:
    if codes not in known:
        size, larger = divmod(codes, width)
        below = larger * _even(size + 1, width, known) if larger else 0
        known[codes] = codes + below + (width - larger) * _even(size, width, known)
    return known[codes]


def _is_best(query: Parts, codes: int, width: int, total: Callable[[int], int]) -> bool:
    if codes == 1:
        return query == ()
    legal = sum(size * count for size, count in query) == codes and 2 <= sum(count for _, count in query) <= width
    return legal and codes + sum(count * total(size) for size, count in query) == total(codes)


def _legal(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Whether the queries may be asked, and the columns agree."""
    faults = Faults()
    for name, group in groupby(rows, key=lambda row: row[0]):
        chosen = strategy(name)
        order = None if isinstance(chosen, Optimal) else chosen.alpha
        wanted = None if isinstance(chosen, Optimal) else float("inf") if order is None else float(order)
        for _, size, alpha, _, rest, parts, small in group:
            row = f"{name}, {size} codes"
            faults.unless(alpha == wanted, row, f"alpha {alpha} should be {wanted}")
            if size == 1:
                faults.unless((rest, parts, small) == (None, None, None), row, "asks about one code")
                continue
            pieces = _parts(small)
            count = sum(count for _, count in pieces)
            split = sum(piece * count for piece, count in pieces)
            faults.unless(parts == count, row, f"{parts} parts should be {count}")
            holds = bool(pieces) and rest is not None and rest >= 1 and rest + split == size
            holds = holds and min(piece for piece, _ in pieces) >= 1 and (split + count - 1) ** 2 < size
            faults.unless(holds, row, f"no query: {rest} | {small}")
    return faults.texts


def _perfect(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    faults = Faults()
    totals = plain_totals(max((row[1] for row in rows), default=1)).tolist()
    for _, size, _, total, rest, _, small in rows:
        row = f"{size} codes"
        faults.unless(total == totals[size], row, f"total {total} should be {totals[size]}")
        if size > 1 and rest is not None and rest < size:
            pieces = [(rest, 1), *_parts(small)]
            after = sum(count * totals[piece] for piece, count in pieces if piece < size)
            faults.unless(size + after == totals[size], row, f"no best query: {rest} | {small}")
    return faults.texts


def _played(search: type[EvenQueries | EntropyTotals], rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """The root model under H_alpha, by one of two programs."""
    faults = Faults()
    for name, group in groupby(rows, key=lambda row: row[0]):
        stored = list(group)
        chosen = strategy(name)
        assert isinstance(chosen, Entropy)
        play = search(chosen.alpha, max(row[1] for row in stored))
        for _, size, _, total, rest, _, small in stored:
            row = f"{name}, {size} codes"
            found = play.total(size)
            faults.unless(total == found, row, f"total {total} should be {found}")
            if size > 1:
                removed, parts = play.query(size)
                part, more = divmod(removed, parts)
                even = tuple(pair for pair in ((part + 1, more), (part, parts - more)) if pair[1])
                holds = (rest, _parts(small)) == (size - removed, even)
                faults.unless(holds, row, f"{rest} | {small} has less entropy or loses a tie")
    return faults.texts
