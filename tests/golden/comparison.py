"""What an answer keeps, and how two answers differ.

Floats may differ by 1e-12 of their size, or by the error bound that the answer itself proves; everything else is compared
exactly, types included.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

VARYING = frozenset(
    {"book", "built_at", "bytes", "file", "fingerprint", "folder", "machine", "sha256"}
    | {"seconds", "milliseconds", "most_milliseconds"}
)
"""Keys whose values differ from run to run or with every change of the code: no answer keeps them."""

BOUNDS = ("error_bound", "error")
"""Keys of a proven bound of the floats beside and below them."""

RELATIVE = 1e-12

LONGEST = 40
"""Items of a list of exact values that are kept; of a longer one a checksum and the first items are."""

FIRST = 3

_BUILD = re.compile(r"(?:build it with|run): (tafelwerk .*)$")


@dataclass(frozen=True)
class Difference:
    """Where two answers differ.

    Attributes:
        question: which question.
        key: keys and positions that lead to the value, joined by points.
        old: what was expected; None where there is none.
        new: what came; None where there is none.
    """

    question: str
    key: str
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.question}\n    {self.key or 'answer'}: {_shown(self.old)} -> {_shown(self.new)}"


def outcome(code: int, out: str, err: str) -> dict[str, Any]:
    """What is kept of an answer: the exit code; the document or, of a miss, the command line that would help."""
    if code:
        line = _BUILD.search(err.strip())
        return {"exit": int(code)} | ({"build": line[1]} if line else {})
    try:
        return {"exit": 0, "answer": kept(json.loads(out))}
    except ValueError:
        return {"exit": 0, "text": out}


def kept(value: Any) -> Any:
    """A document without varying keys, and with long lists of exact values cut."""
    if isinstance(value, dict):
        return {key: kept(item) for key, item in value.items() if key not in VARYING}
    if isinstance(value, list):
        items = [kept(item) for item in value]
        if len(items) <= LONGEST or _has_float(items):
            return items
        digest = hashlib.sha256(json.dumps(items, sort_keys=True).encode()).hexdigest()
        return {"length": len(items), "checksum": digest, "first": items[:FIRST]}
    return value


def differences(question: str, old: Any, new: Any, key: str = "", bound: float = 0.0) -> Iterator[Difference]:
    """Every value in which two kept answers differ.

    Args:
        question: named in each difference.
        old: what was expected.
        new: what came.
        key: where in the answer these are.
        bound: proven error of floats here.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        bound = max(bound, _proven(old))
        for name in dict.fromkeys((*old, *new)):
            below = f"{key}.{name}".lstrip(".")
            if name not in old or name not in new:
                yield Difference(question, below, old.get(name), new.get(name))
            else:
                yield from differences(question, old[name], new[name], below, 0.0 if name in BOUNDS else bound)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(question, one, other, f"{key}.{at}".lstrip("."), bound)
    elif not _same(old, new, bound):
        yield Difference(question, key, old, new)


def _same(old: Any, new: Any, bound: float) -> bool:
    if type(old) is float and type(new) is float:
        return abs(old - new) <= max(bound, RELATIVE * max(abs(old), abs(new)))
    return type(old) is type(new) and bool(old == new)


def _proven(document: dict[str, Any]) -> float:
    """The bound that a document proves of its floats; that of a sample says nothing of a repetition with its seed."""
    if document.get("certainty") not in ("certified", "exact"):
        return 0.0
    return max((float(document[name]) for name in BOUNDS if isinstance(document.get(name), float | int)), default=0.0)


def _has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}..."
