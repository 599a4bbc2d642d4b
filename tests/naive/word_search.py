"""Least total of a word list in Wordle: recursion over sets of words, with a memo and the bound by the number of parts."""

from collections.abc import Sequence

from naive.words import wordle


def least_total(codes: Sequence[str], others: Sequence[str]) -> int:
    """The least total number of guesses over all codes; `others` may be asked, too."""
    known: dict[frozenset[str], tuple[int, bool]] = {}
    answers = {query: {code: wordle(query, code) for code in codes} for query in (*codes, *others)}

    def least(left: frozenset[str], below: int) -> int:
        """The least total if it is below the limit, otherwise a lower bound that is not."""
        size = len(left)
        if size <= 2:
            return 2 * size - 1
        value, exact = known.get(left, (2 * size - 1, False))
        if exact or value >= below:
            return value
        splits = []
        for query, row in answers.items():
            parts: dict[str, set[str]] = {}
            for code in left:
                if code != query:
                    parts.setdefault(row[code], set()).add(code)
            if left not in parts.values():
                # a part of n codes takes 2 n - 1 or more
                splits.append((size + sum(2 * len(part) - 1 for part in parts.values()), query, parts))
        best, bound = below, 1 << 30
        for total, _, parts in sorted(splits, key=lambda split: split[:2]):
            for part in sorted(parts.values(), key=len):
                if total >= best:
                    break
                total += least(frozenset(part), best - total + 2 * len(part) - 1) - (2 * len(part) - 1)
            bound, best = min(bound, total), min(best, total)
        known[left] = bound, bound < below
        return bound

    return least(frozenset(codes), 1 << 30)
