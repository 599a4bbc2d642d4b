"""`queries.sql` of a family's room: which of its tables are joined, and the questions of its page in the docs.

-- hider, searcher join games          each row of hider has, for the columns of the key of games, its row there

-- dresher-depth: How many guesses may the searcher need?
SELECT depth, min(n) AS first, max(n) AS last FROM dresher.games GROUP BY depth ORDER BY depth;
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FAMILIES = Path(__file__).parent.parent / "families"
_JOIN = re.compile(r"^-- ([\w, ]+) join (\w+)$", re.MULTILINE)
_QUERY = re.compile(r"^-- (\S+): (.+)\n((?:.+\n)*?.+);$", re.MULTILINE)


@cache
def joins(family: str) -> Mapping[str, tuple[str, ...]]:
    """By table or view of the family, the tables whose whole key it has, too: along it each of its rows joins one of theirs."""
    joined: dict[str, tuple[str, ...]] = {}
    for names, target in _JOIN.findall(_text(family)):
        for name in names.split(", "):
            joined[name] = (*joined.get(name, ()), target)
    return joined


@cache
def written_queries(family: str) -> tuple[tuple[str, str, str], ...]:
    """Name, title and statement of each question of the docs."""
    return tuple(queries_in(_text(family)))


def queries_in(text: str) -> list[tuple[str, str, str]]:
    """Name, title and statement of each query of a text."""
    return _QUERY.findall(text)


def _text(family: str) -> str:
    file = _FAMILIES / family / "queries.sql"
    return file.read_text(encoding="utf-8") if file.is_file() else ""
