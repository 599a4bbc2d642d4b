"""Proves values of Dresher's guessing game from certificates: `python checker.py FILE...` (- is standard input).

The hider picks i in 1, ..., n. The searcher guesses along a binary search tree and takes depths[i] guesses, 1 for the root. A
file holds a certificate as JSON, a list of them, or one per line; integers are decimal strings or JSON integers:
    {"n": 2, "value": "3/2", "hider_total": "2", "hider": ["1", "1"], "searcher_total": "2",
     "searcher": [{"weight": "1", "depths": [1, 2]}, {"weight": "1", "depths": [2, 1]}]}
The value is at most V if the mixture takes at most V for each i, at least V if every tree takes at least V against the hider.
"""

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any


def check(certificate: Any) -> None:
    """Return if the certificate proves its value; otherwise raise a ValueError that names the first fault."""
    keys = ("n", "value", "hider_total", "hider", "searcher_total", "searcher")
    _require(isinstance(certificate, dict) and certificate.keys() >= set(keys), f"not an object with {', '.join(keys)}")
    n, text, hider_total, hider, searcher_total, searcher = map(certificate.get, keys)
    _require(type(n) is int and n > 0, "n is not a positive integer")
    _require(isinstance(hider, list) and len(hider) == n, "hider is not a list of n weights")
    _require(isinstance(searcher, list), "searcher is not a list of trees")
    _require(re.fullmatch("[0-9]+(/[1-9][0-9]*)?", str(text)) is not None, f"value is not a fraction: {text!s:.40}")
    _require(str(text) == str(value := Fraction(text)), f"value is not reduced: {text!s:.40}")
    weights = [_natural(weight, f"hider, number {i}") for i, weight in enumerate(hider, 1)]
    _require(sum(weights) == _natural(hider_total, "hider_total", 1), "hider_total is not the sum of the weights")
    total, guesses = 0, [0] * n  # of the trees so far: sum of weights; of weight times depth, for each number
    for t, tree in enumerate(searcher, 1):
        _require(isinstance(tree, dict) and {"weight", "depths"} <= tree.keys(), f"tree {t}: no weight or no depths")
        weight, depths = _natural(tree["weight"], f"tree {t}", 1), tree["depths"]
        _require(isinstance(depths, list) and [type(depth) for depth in depths] == [int] * n, f"tree {t}: not n depths")
        # if these are a tree's depths, its root over i, ..., j-1 is the number of least depth there
        shape = _depths(n, lambda i, j: depths.index(min(depths[i:j]), i))  # noqa: B023 (called at once)
        _require(depths == shape, f"tree {t}: no search tree has these depths")
        total, guesses = total + weight, [sum_ + weight * depth for sum_, depth in zip(guesses, depths, strict=True)]
    _require(total == _natural(searcher_total, "searcher_total", 1), "searcher_total is not the sum of the weights")
    worst, (least, best) = max(range(n), key=guesses.__getitem__), best_tree(weights)
    over, under = Fraction(guesses[worst], total) - value, value - Fraction(least, sum(weights))
    _require(over <= 0, f"upper bound: number {worst + 1} takes the mixture {over} guesses more than the value")
    _require(under <= 0, f"lower bound: the tree {best} takes {under} guesses fewer than the value")


def best_tree(weights: list[int]) -> tuple[int, list[int]]:
    """Least sum of weights[i] * depths[i] over all binary search trees, and the depths of a tree that has it."""
    # c[i][j], the least sum for the numbers i, ..., j-1, is their weight and the least c[i][r] + c[r+1][j] of all roots r.
    # Let r be a best root for i, ..., j-2. Then no root s < r is better for i, ..., j-1 than r is:
    #     c[i][r] - c[i][s] <= c[s+1][j-1] - c[r+1][j-1] <= c[s+1][j] - c[r+1][j],
    # first as r is best, then as c[a][e] + c[b][f] <= c[b][e] + c[a][f] for all a <= b <= e <= f: (#) is the case b = a+1,
    # f = e+1, and the others are sums of it. By symmetry, no root right of a best root for i+1, ..., j-1 is better either
    # (Knuth, Optimum binary search trees, 1971). (#) is a theorem (Yao 1980); it is checked nevertheless, before each use.
    n, before = len(weights), [sum(weights[:i]) for i in range(len(weights) + 1)]
    c, roots = [[0] * (n + 1) for _ in range(n + 1)], [[i] * (n + 1) for i in range(n + 1)]
    for length in range(1, n + 1):
        for i, j in enumerate(range(length, n + 1)):
            tried = range(roots[i][j - 1], roots[i + 1][j] + 1) if length > 1 else (i,)
            least, roots[i][j] = min([(c[i][r] + c[r + 1][j], r) for r in tried])
            c[i][j] = before[j] - before[i] + least
            _require(length == 1 or c[i][j - 1] + c[i + 1][j] <= c[i + 1][j - 1] + c[i][j], "(#) is false")
    return c[0][n], _depths(n, lambda i, j: roots[i][j])


def _depths(n: int, root: Any) -> list[int]:
    """Depths in the tree whose root over the numbers i, ..., j-1, counted from 0, is root(i, j)."""
    depths, intervals = [0] * n, [(0, n, 1)]
    for i, j, depth in intervals:
        if i < j:
            depths[r := root(i, j)] = depth
            intervals += [(i, r, depth + 1), (r + 1, j, depth + 1)]
    return depths


def _natural(number: Any, name: str, least: int = 0) -> int:
    digits = re.fullmatch("0|[1-9][0-9]*", str(number) if type(number) in (int, str) else "")
    _require(digits is not None and int(number) >= least, f"{name}: {number!s:.40} is not an integer, {least} or more")
    return int(number)


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise ValueError(fault)


if __name__ == "__main__":
    for file in sys.argv[1:] or ["-"]:
        at, count = 0, 1
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
            while start := re.compile(r"\S").search(text, at):
                found, at = json.JSONDecoder().raw_decode(text, start.start())
                for certificate in found if isinstance(found, list) else [found]:
                    check(certificate)
                    sys.stdout.write(f"{certificate['n']}: value {certificate['value']}, proved\n")
                    count += 1
            _require(count > 1, "the file holds no certificate")
        except (OSError, ValueError, RecursionError) as fault:
            sys.exit(f"{file}, certificate {count}: {fault}")
